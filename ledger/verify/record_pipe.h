// RecordPipe: records from the thread that reads them to the one that derives from them.
//
//     RecordPipe pipe;
//     // one thread                                   // the other
//     RecordPipe::Writer writer(pipe);                RecordPipe::Reader reader(pipe);
//     while (... && pipe.put(record)) {}              pipe.read([&](const StoredRecord& record) { ... });
//
// They go over in lots, so that the threads meet seldom, and a few lots may wait: who is ahead waits for the other. Lots
// come back to be filled anew, so that their strings are allocated once. Memory: what 6 lots hold.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <vector>

#include "nomic/ledger/ledger.h"

namespace nomic::ledger {

class RecordPipe {
 public:
  // While it lives, more records may come; ends them with the records put so far.
  class Writer {
   public:
    explicit Writer(RecordPipe& pipe) : pipe_(pipe) {}
    ~Writer() { pipe_.end(); }
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;

   private:
    RecordPipe& pipe_;
  };

  // While it lives, records are read; once it is gone, put() answers false.
  class Reader {
   public:
    explicit Reader(RecordPipe& pipe) : pipe_(pipe) {}
    ~Reader() { pipe_.shut(); }
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;

   private:
    RecordPipe& pipe_;
  };

  // The writer's: false once nobody reads any more. Waits while too many lots are waiting.
  bool put(const StoredRecord& record);

  // The reader's: calls `each` for every record until it returns false or the writer has ended.
  void read(const std::function<bool(const StoredRecord&)>& each);

 private:
  struct Lot {
    std::vector<StoredRecord> records;  // the first `count` of them
    std::size_t count = 0;
    std::size_t bytes = 0;
    bool is_large = false;  // has held a record that need not be kept room for
  };

  bool hand_over();
  void end();
  void shut();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Lot> waiting_;
  std::vector<Lot> spare_;
  bool ended_ = false;
  bool shut_ = false;

  Lot filling_;  // the writer's own
};

}  // namespace nomic::ledger
