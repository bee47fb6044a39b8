// The peer of `nomic verify --ledger-only`: opens a ledger's store, reads every row of all tables, and hashes each
// record twice; nothing is decoded or compared. Prints the number of records.
//
//     bare_scan LEDGER
#include <openssl/evp.h>
#include <rocksdb/db.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

namespace {

void must(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", what);
  std::exit(1);
}

class Hasher {
 public:
  void add(const rocksdb::Slice& bytes) {
    unsigned int size = 0;
    must(EVP_DigestInit_ex2(context_, sha_, nullptr) == 1 &&
             EVP_DigestUpdate(context_, bytes.data(), bytes.size()) == 1 &&
             EVP_DigestFinal_ex(context_, hash_.data(), &size) == 1,
         "SHA-256 failed");
  }

 private:
  const EVP_MD* sha_ = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  EVP_MD_CTX* context_ = EVP_MD_CTX_new();
  std::array<unsigned char, EVP_MAX_MD_SIZE> hash_{};
};

}  // namespace

int main(int argc, char** argv) {
  must(argc == 2, "bare_scan LEDGER");
  const std::string folder = std::string(argv[1]) + "/store";
  rocksdb::Options options;
  std::vector<std::string> names;
  must(rocksdb::DB::ListColumnFamilies(options, folder, &names).ok(), "the store cannot be listed");
  std::vector<rocksdb::ColumnFamilyDescriptor> families;
  families.reserve(names.size());
  for (const std::string& name : names) families.emplace_back(name, rocksdb::ColumnFamilyOptions(options));
  std::vector<rocksdb::ColumnFamilyHandle*> handles;
  rocksdb::DB* opened = nullptr;
  must(rocksdb::DB::OpenForReadOnly(options, folder, families, &handles, &opened).ok(), "the store cannot be opened");
  const std::unique_ptr<rocksdb::DB> db(opened);
  Hasher hasher;
  unsigned long records = 0;
  unsigned long bytes = 0;
  for (std::size_t i = 0; i < handles.size(); ++i) {
    const std::unique_ptr<rocksdb::Iterator> rows(db->NewIterator({}, handles[i]));
    for (rows->SeekToFirst(); rows->Valid(); rows->Next()) {
      bytes += rows->key().size() + rows->value().size();
      if (names[i] != "records") continue;
      ++records;
      hasher.add(rows->value());
      hasher.add(rows->value());
    }
    must(rows->status().ok(), "a table cannot be read to its end");
  }
  for (auto* handle : handles) must(db->DestroyColumnFamilyHandle(handle).ok(), "a table cannot be closed");
  std::printf("%lu records, %lu bytes\n", records, bytes);
  return 0;
}
