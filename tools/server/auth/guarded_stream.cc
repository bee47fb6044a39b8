// Streams that end with the invitation of whoever reads them.
#include <memory>
#include <utility>

#include "nomic/server/guard.h"

namespace nomic::tools {
namespace {

// What goes to a sink as long as somebody may read it.
class GuardedSink : public HttpSink {
 public:
  GuardedSink(std::shared_ptr<HttpSink> sink, std::function<bool()> may)
      : sink_(std::move(sink)), may_(std::move(may)) {}

  bool write(std::string bytes) override {
    if (may_()) return sink_->write(std::move(bytes));
    sink_->close();
    return false;
  }
  [[nodiscard]] std::size_t waiting() const override { return sink_->waiting(); }
  void close() override { sink_->close(); }

 private:
  const std::shared_ptr<HttpSink> sink_;
  const std::function<bool()> may_;
};

}  // namespace

HttpAnswer Guard::ending_with(const Seat& seat, HttpAnswer stream) const {
  if (seat.by != Seat::By::TOKEN || !stream.stream) return stream;
  stream.stream = [this, id = seat.invitation, inner = std::move(stream.stream)](std::shared_ptr<HttpSink> sink) {
    return inner(std::make_shared<GuardedSink>(std::move(sink), [this, id] { return invitations_.stands(id); }));
  };
  return stream;
}

}  // namespace nomic::tools
