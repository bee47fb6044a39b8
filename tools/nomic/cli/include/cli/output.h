// Output: the one door to standard output and standard error.
//
// Text passes through paint() here and nowhere else, so no command can forget to make it safe, and what a terminal is
// too narrow for is broken here, so no command can forget that either. Results are buffered and written by flush(),
// which a move calls only once it is durable. A reader that left is no failure: what comes after is dropped, and the
// work goes on. Any other failure to write is kept until finish() and reported there.
#pragma once

#include <google/protobuf/message.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "cli/io.h"
#include "nomic/v1/view.pb.h"
#include "nomic/views/failure.h"

namespace nomic::tools {

enum class Format { TEXT, JSON, JSONL };

class Output {
 public:
  // `line`: of a play, the number of the line that is answered; 0: it is no play.
  Output(const Io& io, Format format, bool colour, std::uint64_t line = 0)
      : io_(io), format_(format), colour_(colour), line_(line) {}

  // What is answered is of a rehearsal: text begins with a line that says so, once in a process (`told`, which outlives
  // this), and every document of JSON has the field `rehearsal`.
  void of_rehearsal(const v1::RehearsalView& rehearsal, bool& told);

  [[nodiscard]] Format format() const { return format_; }
  // Lines for standard error: safe to show, and on a terminal no wider than it.
  static std::string for_error(const Io& io, std::string_view lines);
  [[nodiscard]] bool is_text() const { return format_ == Format::TEXT; }
  // Columns to wrap at; 0 where standard output is no terminal.
  [[nodiscard]] std::size_t wrap_width() const { return io_.out_is_terminal ? io_.width : 0; }
  // Columns that a table may take.
  [[nodiscard]] std::size_t table_width() const { return io_.width; }

  // Text for people, of whole lines: on a terminal, lines that are wider than it are broken at spaces.
  void text(std::string_view text);
  // Text whose lines stay as they are, since they are pasted or read by a program: examples, Markdown, rulesets.
  void exact(std::string_view text);
  // A message on a line of its own; in a play it has the line's number before its fields, of a rehearsal which game it
  // rehearses.
  void json(const google::protobuf::Message& message);
  // The same of an object that is JSON already, or of its beginning.
  void json_object(std::string_view object);
  // Bytes as they are.
  void raw(std::string_view bytes);

  // For standard error: "note: ...", "warning: ...", each on a line.
  void note(std::string_view sentence) const;
  void warning(std::string_view sentence) const;
  void complain(std::string_view lines) const;

  // Whether the reader has left.
  [[nodiscard]] bool reader_left() const { return reader_left_; }

  // Writes what is there.
  void flush();
  // Writes what is there; fails if anything could not be written.
  Status finish();

 private:
  const Io& io_;
  Format format_;
  bool colour_;
  std::uint64_t line_;
  std::optional<v1::RehearsalView> rehearsal_;
  bool* told_ = nullptr;
  std::string buffer_;
  bool reader_left_ = false;
  int failed_ = 0;
};

}  // namespace nomic::tools
