#include "cli/output.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

#include "nomic/views/json.h"
#include "nomic/views/json_object.h"
#include "nomic/words/terminal_text.h"
#include "render/layout.h"

namespace nomic::tools {
namespace {

constexpr std::size_t BUFFER_LIMIT = 1 << 16;

}  // namespace

void Output::of_rehearsal(const v1::RehearsalView& rehearsal, bool& told) {
  rehearsal_ = rehearsal;
  told_ = &told;
}

void Output::text(std::string_view text) {
  const std::size_t width = wrap_width();
  if (told_ != nullptr && !*told_) {
    *told_ = true;
    exact(wrap(rehearsal_->in_words(), width, 0));
  }
  if (width == 0) return exact(text);
  exact(wrap_lines(text, width));
}

void Output::exact(std::string_view text) {
  raw(paint(text, colour_));
}

void Output::json(const google::protobuf::Message& message) {
  json_object(json_of(message) + "\n");
}

void Output::json_object(std::string_view object) {
  std::string before = line_ == 0 ? std::string() : fmt::format(R"("line":{})", line_);
  if (rehearsal_) before += fmt::format(R"({}"rehearsal":{})", before.empty() ? "" : ",", json_of(*rehearsal_));
  raw(with_fields_first(before, object));
}

void Output::raw(std::string_view bytes) {
  buffer_ += bytes;
  if (buffer_.size() > BUFFER_LIMIT) flush();
}

void Output::note(std::string_view sentence) const {
  complain(fmt::format("note: {}\n", sentence));
}

void Output::warning(std::string_view sentence) const {
  complain(fmt::format("warning: {}\n", sentence));
}

void Output::complain(std::string_view lines) const {
  io_.err(for_error(io_, lines));
}

std::string Output::for_error(const Io& io, std::string_view lines) {
  return paint(io.err_is_terminal ? wrap_lines(lines, io.err_width) : std::string(lines), false);
}

void Output::flush() {
  if (buffer_.empty()) return;
  if (!reader_left_ && failed_ == 0) {
    const int error = io_.out(buffer_);
    if (error == EPIPE) {
      reader_left_ = true;
    } else {
      failed_ = error;
    }
  }
  buffer_.clear();
}

Status Output::finish() {
  flush();
  if (failed_ == 0) return ledger::Done{};
  return Failure{Exit::UNAVAILABLE,
                 fmt::format("the answer could not be written to standard output: {}", std::strerror(failed_)),
                 {}};
}

}  // namespace nomic::tools
