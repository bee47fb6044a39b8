#include "nomic/views/log_kinds.h"

#include <fmt/format.h>
#include <google/protobuf/descriptor.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "nomic/v1/consequence.pb.h"
#include "nomic/v1/event.pb.h"
#include "nomic/views/suggest.h"
#include "nomic/words/dispute_sentences.h"
#include "nomic/words/sentences.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

std::vector<std::string> kinds_in(const google::protobuf::Descriptor& message) {
  std::vector<std::string> kinds;
  const auto* kind = message.FindOneofByName("kind");
  kinds.reserve(static_cast<std::size_t>(kind->field_count()));
  for (int i = 0; i < kind->field_count(); ++i) kinds.push_back(kind->field(i)->name());
  return kinds;
}

// Of events, and of what they bring about.
const std::vector<std::string>& log_kinds() {
  static const std::vector<std::string> ALL = [] {
    auto all = kinds_in(*v1::Event::descriptor());
    for (std::string& kind : kinds_in(*v1::Consequence::descriptor())) all.push_back(std::move(kind));
    return all;
  }();
  return ALL;
}

// "Vote-Cast" and "VOTE_CAST" are vote_cast.
std::string as_kind(std::string typed) {
  std::transform(typed.begin(), typed.end(), typed.begin(), [](char c) {
    if (c == '-' || c == ' ') return '_';
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return typed;
}

// Whether it is the kind itself, or a word of its name: vote of vote_cast.
bool is_of_kind(std::string_view kind, std::string_view wanted) {
  if (kind == wanted) return true;
  for (std::size_t at = kind.find(wanted); at != std::string_view::npos; at = kind.find(wanted, at + 1)) {
    const std::size_t end = at + wanted.size();
    if ((at == 0 || kind[at - 1] == '_') && (end == kind.size() || kind[end] == '_')) return true;
  }
  return false;
}

std::string kind_brought_about(const v1::Consequence& consequence) {
  const auto* kind = v1::Consequence::descriptor()->FindFieldByNumber(consequence.kind_case());
  return kind == nullptr ? std::string() : kind->name();
}

}  // namespace

Result<std::string> read_log_kind(const std::string& typed) {
  std::string wanted = as_kind(typed);
  const auto& known = log_kinds();
  const bool is_known = !wanted.empty() && std::any_of(known.begin(), known.end(), [&](const std::string& each) {
    return is_of_kind(each, wanted);
  });
  if (is_known) return wanted;
  const std::string near = nearest_to(wanted, known);
  return usage(fmt::format("there is no kind of record {}.", in_quotes(typed)),
               near.empty() ? "nomic log --format jsonl has the kind of each record, and of what it brought about"
                            : fmt::format("did you mean {}?", near));
}

bool has_log_kind(const replay::Played& played, const std::string& wanted) {
  const v1::Event& event = played.move.event;
  if (is_of_kind(as_kind(kind_name(event)), wanted)) return true;
  if (event.has_move_contested()) {
    const v1::Event move = contested_event(event.move_contested());
    if (is_of_kind(as_kind(kind_name(move)), wanted)) return true;
  }
  return std::any_of(played.consequences.begin(), played.consequences.end(), [&](const v1::Consequence& consequence) {
    return is_of_kind(kind_brought_about(consequence), wanted);
  });
}

}  // namespace nomic::tools
