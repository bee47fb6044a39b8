#include "cli/gate.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace nomic::tools {

Gate::Gate(const Io& io, const std::function<void()>& before_waiting) : io_(io), gated_(io) {
  gated_.out = [this](std::string_view bytes) { return write(false, bytes); };
  gated_.err = [this](std::string_view bytes) { return write(true, bytes); };
  gated_.in = [this, before_waiting](char* into, std::size_t count) {
    before_waiting();
    return io_.in(into, count);
  };
  if (io.pause) {
    gated_.pause = [this, before_waiting](int milliseconds) {
      before_waiting();
      return io_.pause(milliseconds);
    };
  }
  if (io.pause_for) {
    gated_.pause_for = [this, before_waiting](int milliseconds, int file) {
      before_waiting();
      return io_.pause_for(milliseconds, file);
    };
  }
  if (io.start_pager) {
    gated_.start_pager = [this, before_waiting](const std::string& command) {
      before_waiting();
      return io_.start_pager(command);
    };
  }
  if (io.run_editor) {
    gated_.run_editor = [this, before_waiting](const std::string& command, const std::vector<std::string>& arguments) {
      before_waiting();
      return io_.run_editor(command, arguments);
    };
  }
}

void Gate::look_at_terminal() {
  gated_.out_is_terminal = io_.out_is_terminal;
  gated_.width = io_.width;
}

int Gate::write(bool is_error, std::string_view bytes) {
  if (!is_error && failed_ != 0) return failed_;
  if (!closed_) return is_error ? io_.err(bytes) : io_.out(bytes);
  if (held_.empty() || held_.back().is_error != is_error) held_.push_back({is_error, {}});
  held_.back().bytes += bytes;
  return 0;
}

Status Gate::open() {
  closed_ = false;
  for (const Piece& piece : std::exchange(held_, {})) {
    if (piece.is_error) {
      static_cast<void>(io_.err(piece.bytes));
    } else if (failed_ == 0) {
      failed_ = io_.out(piece.bytes);
    }
  }
  if (failed_ == 0 || failed_ == EPIPE) return ledger::Done{};
  return Failure{Exit::UNAVAILABLE,
                 fmt::format("the answer could not be written to standard output: {}", std::strerror(failed_)),
                 "what was asked for is recorded all the same: see nomic log"};
}

void Gate::drop() {
  closed_ = false;
  held_.clear();
}

}  // namespace nomic::tools
