#include "check/scoreboard.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "nomic/v1/view.pb.h"
#include "nomic/words/json_reader.h"
#include "nomic/words/terminal_text.h"
#include "shared/text_source.h"

namespace nomic::tools {
namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return out;
}

Result<std::int64_t> points_in(const CsvRow& row, std::size_t cell) {
  return parse_score(row.cells[cell], fmt::format("line {}: a score", row.line));
}

Result<std::vector<PostedScores>> one_a_player(const std::vector<CsvRow>& rows) {
  PostedScores posted;
  posted.line = rows.front().line;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    if (rows[i].cells.size() < 2) return usage(fmt::format("line {}: a row has a player and points.", rows[i].line));
    NOMIC_ASSIGN(auto points, points_in(rows[i], 1));
    if (!posted.points.emplace(rows[i].cells[0], points).second) {
      return usage(fmt::format("line {}: {} stands there twice.", rows[i].line, in_quotes(rows[i].cells[0])));
    }
  }
  return std::vector<PostedScores>{std::move(posted)};
}

Result<std::vector<PostedScores>> one_a_point(const std::vector<CsvRow>& rows) {
  const auto& names = rows.front().cells;
  std::vector<PostedScores> all;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    if (rows[i].cells.size() != names.size()) {
      return usage(fmt::format("line {}: it has {} cells, and the first line {}.", rows[i].line, rows[i].cells.size(),
                               names.size()));
    }
    PostedScores posted;
    posted.after = rows[i].cells[0];
    posted.line = rows[i].line;
    for (std::size_t cell = 1; cell < names.size(); ++cell) {
      if (rows[i].cells[cell].empty()) continue;
      NOMIC_ASSIGN(auto points, points_in(rows[i], cell));
      posted.points[names[cell]] = points;
    }
    all.push_back(std::move(posted));
  }
  return all;
}

Result<std::vector<PostedScores>> from_json(std::string_view bytes, const std::string& name) {
  v1::ScoresView view;
  constexpr std::size_t MOST_VALUES = 200'000;
  const auto fault =
      read_json(bytes, {.bytes = 2 * TEXT_FILE_LIMIT, .values = MOST_VALUES, .other_fields = true}, view);
  if (fault) {
    return usage(fmt::format("the scores in {} are no JSON as nomic scores prints it: {}.", in_quotes(name), *fault),
                 R"(for example: {"scores":[{"player":"Ann","points":17}]})");
  }
  PostedScores posted;
  for (const auto& score : view.scores()) {
    constexpr double LARGEST = 1e12;
    if (!(std::abs(score.points()) < LARGEST)) {
      return usage(
          fmt::format("the points of {} in {} are out of bounds.", in_quotes(score.player()), in_quotes(name)));
    }
    posted.points[score.player()] = static_cast<std::int64_t>(std::llround(score.points() * 1000));
  }
  return std::vector<PostedScores>{std::move(posted)};
}

}  // namespace

Result<std::int64_t> parse_score(std::string_view typed, std::string_view what) {
  const auto wrong = [&] {
    return usage(fmt::format("{} is no number of points: {}.", what, in_quotes(typed)),
                 "points are a decimal with at most three decimals: 14.3, -10");
  };
  std::string_view rest = typed;
  const bool negative = rest.starts_with('-');
  if (negative || rest.starts_with('+')) rest.remove_prefix(1);
  const auto point = std::min(rest.find('.'), rest.size());
  const auto whole = rest.substr(0, point);
  const auto decimals = point == rest.size() ? std::string_view("0") : rest.substr(point + 1);
  constexpr std::size_t MOST_DIGITS = 12;
  constexpr std::size_t DECIMALS = 3;
  const auto digits = [](std::string_view part) {
    return !part.empty() && std::all_of(part.begin(), part.end(), [](char c) { return c >= '0' && c <= '9'; });
  };
  if (!digits(whole) || !digits(decimals) || whole.size() > MOST_DIGITS || decimals.size() > DECIMALS) return wrong();
  std::int64_t points = 0;
  for (const char c : whole) points = points * 10 + (c - '0');
  for (std::size_t i = 0; i < DECIMALS; ++i) points = points * 10 + (i < decimals.size() ? decimals[i] - '0' : 0);
  return negative ? -points : points;
}

Result<std::vector<PostedScores>> parse_scoreboard(std::string_view bytes, const std::string& name) {
  if (!is_utf8(bytes)) return usage(fmt::format("the scores in {} are not UTF-8.", in_quotes(name)));
  const auto first = bytes.find_first_not_of(" \t\r\n");
  if (first != std::string_view::npos && bytes[first] == '{') return from_json(bytes, name);
  NOMIC_ASSIGN(auto rows, parse_csv(bytes));
  const std::string example = "its first line is player,points or after,Ann,Bob";
  if (rows.size() < 2) return usage(fmt::format("there are no scores in {}.", in_quotes(name)), example);
  const std::string heading = lower(rows.front().cells[0]);
  if (heading == "player") return one_a_player(rows);
  if (heading == "after") return one_a_point(rows);
  return usage(fmt::format("the scores in {} begin with {}.", in_quotes(name), in_quotes(rows.front().cells[0])),
               example);
}

namespace {

// The last entries, and which of them add up to something.
class Sums {
 public:
  explicit Sums(const std::vector<ScoreEntry>& entries) : entries_(entries) {
    constexpr std::size_t LAST = 200;
    from_ = entries.size() > LAST ? entries.size() - LAST : 0;
    for (std::size_t i = from_; i < entries.size(); ++i) by_points_[entries[i].points].push_back(i);
  }

  // `width` neighbours.
  [[nodiscard]] std::vector<std::vector<std::size_t>> neighbours(std::size_t width, std::int64_t sum) const {
    std::vector<std::vector<std::size_t>> found;
    for (std::size_t i = from_; i + width <= entries_.size(); ++i) {
      std::int64_t points = 0;
      for (std::size_t j = i; j < i + width; ++j) points += entries_[j].points;
      if (points != sum) continue;
      std::vector<std::size_t>& run = found.emplace_back();
      for (std::size_t j = i; j < i + width; ++j) run.push_back(j);
    }
    return found;
  }

  [[nodiscard]] std::vector<std::vector<std::size_t>> pairs(std::int64_t sum) const {
    std::vector<std::vector<std::size_t>> found;
    for (std::size_t i = from_; i < entries_.size(); ++i) {
      for (const std::size_t other : after(i, sum - entries_[i].points)) found.push_back({i, other});
    }
    return found;
  }

  [[nodiscard]] std::vector<std::vector<std::size_t>> triples(std::int64_t sum) const {
    std::vector<std::vector<std::size_t>> found;
    for (std::size_t i = from_; i < entries_.size() && found.size() <= MOST_ACCOUNTS; ++i) {
      for (std::size_t j = i + 1; j < entries_.size(); ++j) {
        for (const std::size_t third : after(j, sum - entries_[i].points - entries_[j].points))
          found.push_back({i, j, third});
      }
    }
    return found;
  }

 private:
  // The entries of so many points behind one.
  [[nodiscard]] std::vector<std::size_t> after(std::size_t entry, std::int64_t points) const {
    const auto same = by_points_.find(points);
    if (same == by_points_.end()) return {};
    return {std::upper_bound(same->second.begin(), same->second.end(), entry), same->second.end()};
  }

  const std::vector<ScoreEntry>& entries_;
  std::size_t from_ = 0;
  std::map<std::int64_t, std::vector<std::size_t>> by_points_;
};

}  // namespace

std::vector<Accounted> accounts_of(const std::vector<ScoreEntry>& entries, std::int64_t difference) {
  const Sums sums(entries);
  using Way = std::function<std::vector<std::vector<std::size_t>>(std::int64_t sum)>;
  const std::vector<Way> ways = {
      [&](std::int64_t sum) { return sums.neighbours(1, sum); },
      [&](std::int64_t sum) { return sums.neighbours(2, sum); },
      [&](std::int64_t sum) { return sums.neighbours(3, sum); },
      [&](std::int64_t sum) { return sums.pairs(sum); },
      [&](std::int64_t sum) { return sums.triples(sum); },
  };
  for (const Way& way : ways) {
    std::vector<Accounted> accounts;
    for (const bool twice : {false, true}) {
      std::vector<std::vector<std::size_t>> found = way(twice ? -difference : difference);
      std::reverse(found.begin(), found.end());
      for (std::vector<std::size_t>& one : found) accounts.push_back({std::move(one), twice});
    }
    if (accounts.empty()) continue;
    accounts.resize(std::min(accounts.size(), MOST_ACCOUNTS));
    return accounts;
  }
  return {};
}

}  // namespace nomic::tools
