// What a game fills into the looks, and the files that they read.
#include <fmt/format.h>
#include <google/protobuf/util/json_util.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <vector>

#include "matrix/looks.h"
#include "nomic/replay/reference.h"
#include "nomic/v1/view.pb.h"
#include "nomic/words/shell_word.h"

namespace nomic::matrix {
namespace {

// The points that an explanation and a list of scores are compared with.
std::string as_csv(const v1::ScoresView& scores) {
  std::string csv = "player,points\n";
  for (const auto& score : scores.scores()) {
    std::string name = score.player();
    for (auto at = name.find('"'); at != std::string::npos; at = name.find('"', at + 2)) name.insert(at, "\"");
    csv += fmt::format("\"{}\",{}\n", name, score.points());
  }
  return csv;
}

std::string answer(golden::Seat& seat, const std::string& line) {
  auto ended = seat.ask(line);
  if (ended.status != 0) throw std::runtime_error(fmt::format("{} ended with {}: {}", line, ended.status, ended.err));
  return ended.out;
}

template <class View>
View asked(golden::Seat& seat, const std::string& line) {
  View view;
  const auto json = answer(seat, line + " --format json");
  const auto read = google::protobuf::util::JsonStringToMessage(json, &view);
  if (!read.ok()) throw std::runtime_error(line + ": " + read.ToString());
  return view;
}

std::string without_end(std::string line) {
  if (!line.empty() && line.back() == '\n') line.pop_back();
  return line;
}

// One of a list, another in each game.
template <class List>
const auto& some(const List& list, std::uint64_t size) {
  return *std::next(list.begin(), static_cast<int>(size % static_cast<std::uint64_t>(list.size())));
}

// One of the rules, with letters where there are such.
std::uint32_t rule_of(const v1::RulesView& rules, std::uint64_t size) {
  std::vector<std::uint32_t> all;
  for (const auto& rule : rules.rules()) all.push_back(replay::number_in(rule.number()));
  std::vector<std::uint32_t> lettered;
  std::copy_if(all.begin(), all.end(), std::back_inserter(lettered), replay::is_lettered);
  return some(lettered.empty() ? all : lettered, size);
}

}  // namespace

Places places_of(golden::Seat& seat) {
  const auto status = asked<v1::StatusView>(seat, "status");
  const auto start = asked<v1::StatusView>(seat, "status --at start");
  const auto rules = asked<v1::RulesView>(seat, "show-rules");
  const auto scores = asked<v1::ScoresView>(seat, "scores");
  const std::uint64_t size = status.size();
  const std::uint64_t first = start.size();
  const std::uint64_t record = first + (size - first) * 2 / 3;
  seat.write("matrix.csv", as_csv(scores));
  answer(seat, "key new matrix.key");
  answer(seat, "checkpoint make --key matrix.key --origin matrix.example --force -o matrix.note");
  answer(seat, "export matrix.bundle");
  const auto place = std::to_string(std::min(record, size - 1));
  answer(seat, "prove inclusion " + place + " --checkpoint matrix.note --force -o matrix.proof");
  const auto proof = asked<v1::ProofView>(seat, "prove inclusion " + place + " --checkpoint matrix.note");
  return {{
      {"{player}", tools::as_shell_word(some(scores.scores(), size).player())},
      {"{rule}", replay::numeral(rule_of(rules, size))},
      {"{proposal}", size % 3 == 0 ? "302" : "301"},
      {"{record}", place},
      {"{middle}", std::to_string(first - 1 + (size - first) / 2)},
      {"{before}", std::to_string(first)},
      {"{size}", std::to_string(size)},
      {"{key}", without_end(answer(seat, "key show matrix.key --name matrix.example"))},
      {"{leaf}", proof.leaf()},
  }};
}

std::string filled(std::string line, const Places& places) {
  for (const auto& [place, value] : places.values) {
    for (auto at = line.find(place); at != std::string::npos; at = line.find(place, at + value.size())) {
      line.replace(at, place.size(), value);
    }
  }
  return line;
}

}  // namespace nomic::matrix
