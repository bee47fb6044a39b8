#include "nomic/words/act_words.h"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "nomic/replay/reference.h"
#include "nomic/v1/consequence.pb.h"
#include "nomic/words/listing.h"

namespace nomic::tools {
namespace {

std::string_view words_of_effect(int effect) {
  switch (effect) {
    case v1::Consequence::Acted::CHANGES_RULES:
      return "changes the rules";
    case v1::Consequence::Acted::DECLARES_WINNER:
      return "declares a winner";
    default:
      return "changes another player's score";
  }
}

}  // namespace

std::string effects_in_words(const google::protobuf::RepeatedField<int>& effects) {
  std::vector<std::string> words;
  words.reserve(static_cast<std::size_t>(effects.size()));
  for (const int effect : effects) words.emplace_back(words_of_effect(effect));
  return listed(words);
}

std::string contest_command(std::uint64_t act, std::uint32_t rule) {
  return fmt::format("nomic judgment invoke 'Does rule {} provide for #{}?' --about {} --as NAME",
                     replay::numeral(rule), act, act);
}

}  // namespace nomic::tools
