#include "cli/pager.h"

#include <fmt/format.h>

#include <cerrno>
#include <utility>

#include "cli/output.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

constexpr std::string_view USUAL_PAGER = "less";

bool is_set(const std::optional<std::string>& variable) {
  return variable && !variable->empty();
}

}  // namespace

std::string pager_wanted(const Io& io, const std::optional<std::string>& configured) {
  const auto terminal = io.env("TERM");
  if (!io.out_is_terminal || !is_set(terminal) || *terminal == "dumb" || !io.start_pager) return {};
  std::string command(USUAL_PAGER);
  if (const auto ours = io.env("NOMIC_PAGER")) {
    command = *ours;  // empty is a choice: none
  } else if (configured) {
    command = *configured;
  } else if (const auto everybodys = io.env("PAGER")) {
    command = *everybodys;
  }
  const std::size_t first = command.find_first_not_of(" \t");
  if (first == std::string::npos || command.substr(first) == "cat") return {};
  return command;
}

PagedIo::PagedIo(const Io& io, std::string command) : io_(io), paged_(io), command_(std::move(command)) {
  if (command_.empty()) return;
  paged_.out = [this](std::string_view bytes) { return write(bytes); };
  paged_.err = [this](std::string_view bytes) { return complain(bytes); };
}

PagedIo::~PagedIo() {
  if (pager_) was_none(pager_->finish());
}

bool PagedIo::was_none(int status) {
  // As a shell has it: found, but not to be run; not found.
  constexpr int CANNOT_RUN = 126;
  constexpr int NOT_FOUND = 127;
  if (status != CANNOT_RUN && status != NOT_FOUND) return false;
  pager_ = nullptr;
  io_.err(Output::for_error(
      io_, fmt::format("warning: the pager {} could not be run: shown without one\n", in_quotes(command_))));
  for (const Piece& piece : unread_) (piece.is_error ? io_.err : io_.out)(piece.bytes);
  unread_.clear();
  return true;
}

int PagedIo::write_page(std::string_view bytes, bool is_error) {
  // More than a pipe holds (pipe(7): 64 kB, at most 1 MB for who asks): something has been read.
  constexpr std::size_t READ_SURELY = std::size_t{1} << 20U;
  written_ += bytes.size();
  if (written_ > READ_SURELY) {
    unread_.clear();
  } else {
    unread_.push_back({std::string(bytes), is_error});
  }
  const int error = pager_->write(bytes);
  return error == EPIPE && was_none(pager_->finish()) ? 0 : error;
}

void PagedIo::start() {
  tried_ = true;
  if (on_a_line_) io_.err("\r\x1b[K");
  pager_ = io_.start_pager(command_);
  // Nobody chose the usual one: where it is not installed the answer is printed as ever.
  if (pager_ || command_ == USUAL_PAGER) return;
  io_.err(
      Output::for_error(io_, fmt::format("warning: there is no pager {}: shown without one\n", in_quotes(command_))));
}

int PagedIo::write(std::string_view bytes) {
  if (!tried_) start();
  return pager_ ? write_page(bytes, false) : io_.out(bytes);
}

int PagedIo::complain(std::string_view bytes) {
  const bool is_progress = bytes.starts_with('\r');
  if (!pager_ || !io_.err_is_terminal) {
    on_a_line_ = is_progress;
    return io_.err(bytes);
  }
  // A line that is written over and over is none for a page.
  return is_progress ? 0 : write_page(bytes, true);
}

}  // namespace nomic::tools
