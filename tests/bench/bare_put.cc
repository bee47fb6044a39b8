// The least that a durable move could cost with this store: open RocksDB with its defaults, put once, synced, close.
//
//     bare_put FOLDER KEY
#include <rocksdb/db.h>

#include <memory>
#include <string>

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  rocksdb::Options options;
  options.create_if_missing = true;
  rocksdb::DB* opened = nullptr;
  if (!rocksdb::DB::Open(options, argv[1], &opened).ok()) return 1;
  const std::unique_ptr<rocksdb::DB> db(opened);
  rocksdb::WriteOptions write;
  write.sync = true;
  // About as many bytes as the record of a vote.
  return db->Put(write, argv[2], std::string(200, 'x')).ok() && db->Close().ok() ? 0 : 1;
}
