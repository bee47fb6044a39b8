#include "api/readers.h"

#include <utility>

namespace nomic::tools {

replay::Result<ledger::Ledger*> Reader::ledger() {
  // Looked at before the ledger is opened: what comes in between is another mark at the next look.
  std::string mark = mark_();
  if (ledger_ && mark == seen_) return ledger_.get();
  close();
  auto opened = open_();
  if (!opened) return replay::from_ledger(std::move(opened).error());
  ledger_ = *std::move(opened);
  seen_ = std::move(mark);
  return ledger_.get();
}

void Reader::close() {
  games_.clear();
  ledger_.reset();
}

Readers::Readers(Reader::Open open, Reader::Mark mark, std::size_t threads, std::size_t waiting)
    : open_(std::move(open)), mark_(std::move(mark)), most_(waiting) {
  for (std::size_t at = 0; at < threads; ++at) threads_.emplace_back([this] { run(); });
}

Readers::~Readers() {
  {
    const std::lock_guard lock(mutex_);
    leaving_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

bool Readers::post(Task task) {
  {
    const std::lock_guard lock(mutex_);
    if (waiting_.size() >= most_) return false;
    waiting_.push_back(std::move(task));
  }
  changed_.notify_one();
  return true;
}

void Readers::run() {
  Reader reader(open_, mark_);
  for (;;) {
    Task task;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return leaving_ || !waiting_.empty(); });
      if (waiting_.empty()) return;
      task = std::move(waiting_.front());
      waiting_.pop_front();
    }
    task(reader);
  }
}

}  // namespace nomic::tools
