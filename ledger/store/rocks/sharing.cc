#include "sharing.h"

#include <utility>

#include "file_checks.h"
#include "nomic/ledger/base/errors.h"

namespace nomic::ledger {
namespace {

Error not_looking() {
  return fail(ErrorCode::HANDLE_SHUT, "nothing is shown between two looks", "look again");
}

class NoCursor final : public Cursor {
 public:
  [[nodiscard]] bool valid() const override { return false; }
  [[nodiscard]] std::string_view key() const override { return {}; }
  [[nodiscard]] std::string_view value() const override { return {}; }
  void next() override {}
  Status status() const override { return not_looking(); }
};

class View final : public StoreView {
 public:
  explicit View(std::shared_ptr<Sharing> sharing) : sharing_(std::move(sharing)) {}

  bool look() override {
    shown_ = sharing_->look();
    return shown_ != nullptr;
  }
  void rest() override { shown_.reset(); }

  Result<std::optional<std::string>> get(Table table, std::string_view key) override {
    if (!shown_) return not_looking();
    return shown_->database().get(table, key, shown_->rows());
  }
  std::unique_ptr<Cursor> scan(Table table, std::string_view from, std::string_view until) override {
    if (!shown_) return std::make_unique<NoCursor>();
    return shown_->database().scan(table, from, until, shown_->rows());
  }
  Result<std::optional<Row>> last(Table table, std::string_view from, std::string_view until) override {
    if (!shown_) return not_looking();
    return shown_->database().last(table, from, until, shown_->rows());
  }
  Status write_group(std::span<const Batch> /*group*/) override {
    return fail(ErrorCode::READ_ONLY, "the ledger is looked into, and another thread writes it", "ask the writer");
  }
  Result<std::vector<Fault>> check() override {
    if (!shown_) return not_looking();
    return sharing_->check(shown_->database());
  }

 private:
  const std::shared_ptr<Sharing> sharing_;
  std::shared_ptr<const Sharing::Durable> shown_;  // null: it rests
};

}  // namespace

Sharing::Durable::Durable(Sharing& of) : of_(of), rows_(of.database_.snapshot()) {
  const std::lock_guard lock(of_.mutex_);
  ++of_.held_;
}

Sharing::Durable::~Durable() {
  of_.database_.release(rows_);
  const std::lock_guard lock(of_.mutex_);
  // Under the lock: who waits for it may end all of this as soon as it is let go.
  if (--of_.held_ == 0) of_.changed_.notify_all();
}

Sharing::Sharing(Database& database, std::string mark)
    : database_(database), mark_(std::move(mark)), durable_(std::make_shared<Durable>(*this)) {}

void Sharing::publish() {
  // What it takes the place of goes after the lock.
  std::shared_ptr<const Durable> next = std::make_shared<Durable>(*this);
  const std::lock_guard lock(mutex_);
  durable_.swap(next);
}

void Sharing::shut() {
  std::shared_ptr<const Durable> last;
  std::unique_lock lock(mutex_);
  last.swap(durable_);
  lock.unlock();
  last.reset();
  lock.lock();
  changed_.wait(lock, [this] { return held_ == 0; });
}

std::shared_ptr<const Sharing::Durable> Sharing::look() {
  const std::lock_guard lock(mutex_);
  return durable_;
}

std::unique_ptr<StoreView> Sharing::view() {
  return std::make_unique<View>(shared_from_this());
}

Result<std::vector<Fault>> Sharing::check(Database& database) const {
  return faults_of_files([&] { return database.verify_files(); }, Mark(mark_), Beside::A_WRITER);
}

}  // namespace nomic::ledger
