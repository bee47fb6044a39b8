#include "check/page_series.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "nomic/service/view_values.h"
#include "nomic/words/terminal_text.h"
#include "render/layout.h"

namespace nomic::tools {
namespace {

// Rules and differences of all pages together.
constexpr std::size_t MOST_RULES = 500'000;

// A page and the point of the game to which it belongs.
struct Placed {
  const DatedPage* page = nullptr;
  std::optional<std::uint64_t> size;  // nothing: to none
  std::string why_not;
};

// Pages of one size of the game are in the order of their times, those without a time where they were given.
std::vector<Placed> in_order(replay::Game& game, const std::vector<DatedPage>& pages, const MomentOptions& when) {
  std::vector<Placed> placed;
  for (const DatedPage& page : pages) {
    auto size = when.size_at(game, page.when);
    placed.push_back({&page, size ? std::optional(*size) : std::nullopt, size ? "" : size.error().what});
  }
  std::stable_sort(placed.begin(), placed.end(), [](const Placed& one, const Placed& other) {
    const auto key = [](const Placed& it) { return std::pair(it.size.value_or(0), it.page->when.time); };
    return key(one) < key(other);
  });
  return placed;
}

class Series {
 public:
  explicit Series(v1::FindingsView& view) : view_(view) {}

  void add(const DatedPage& page, std::uint64_t size, const PostedComparison& compared) {
    v1::PostedPagesView::Page& row = begin(page, size);
    row.set_rules(count32(compared.rules));
    std::map<std::string, std::uint32_t> counts;
    std::set<std::string> standing;
    for (const PostedDifference& difference : compared.differences) {
      ++counts[difference.kind];
      const std::string key = key_of(difference);
      // Two of one key on one page are told apart by nothing; they stand as one.
      if (standing.insert(key).second) stand(key, difference, page.name);
    }
    for (auto open = open_.begin(); open != open_.end();) {
      open = standing.count(open->first) == 0 ? open_.erase(open) : std::next(open);
    }
    for (const auto& [kind, rules] : counts) {
      auto* count = row.add_differences();
      count->set_kind(kind);
      count->set_rules(rules);
    }
    if (counts.empty()) ++same_;
  }

  void leave_out(const DatedPage& page, std::uint64_t size, const std::string& why) {
    begin(page, size).set_not_compared(why);
    v1::FindingView& finding = *view_.add_findings();
    finding.set_check("page");
    finding.set_what(fmt::format("{} was not compared: {}", page.name, why));
  }

  void finish() { view_.mutable_pages()->set_same(same_); }

 private:
  v1::PostedPagesView::Page& begin(const DatedPage& page, std::uint64_t size) {
    v1::PostedPagesView::Page& row = *view_.mutable_pages()->add_pages();
    row.set_name(page.name);
    row.set_at(page.at);
    row.set_size(count32(size));
    return row;
  }

  // What makes a difference the same on two pages: the rule, the kind and the record behind it; where the number
  // posted is at issue, that number.
  static std::string key_of(const PostedDifference& difference) {
    const bool numbered = difference.kind == "number" || difference.lineage == 0;
    return fmt::format("{} {} {} {}", difference.kind, difference.lineage,
                       numbered ? difference.posted.value_or(0) : 0U,
                       difference.cause ? std::to_string(difference.cause->record) : "");
  }

  void stand(const std::string& key, const PostedDifference& difference, const std::string& page) {
    const auto [open, fresh] = open_.try_emplace(key, view_.findings_size());
    if (fresh) {
      *view_.add_findings() = finding_of(difference);
      view_.mutable_findings()->rbegin()->mutable_posted()->set_first_page(page);
    }
    v1::PostedView& posted = *view_.mutable_findings(open->second)->mutable_posted();
    posted.set_last_page(page);
    posted.set_pages(posted.pages() + 1);
  }

  v1::FindingsView& view_;
  std::map<std::string, int> open_;  // which finding it is that stood on the page before
  std::uint32_t same_ = 0;
};

}  // namespace

Status compare_series(const Call& call, replay::Game& game, const DatedPages& pages, const MomentOptions& when,
                      PostedCompare& comparing, v1::FindingsView& view) {
  Series series(view);
  DatedPagesReader reader;
  std::size_t rules = 0;
  for (const Placed& placed : in_order(game, pages.pages, when)) {
    replay::spend_work(replay::WorkStep::LARGE);
    const DatedPage& page = *placed.page;
    if (!placed.size) {
      series.leave_out(page, 0, placed.why_not);
      continue;
    }
    auto bytes = reader.read(call, page);
    // What no page could be, as against what no ledger should be.
    if (!bytes && (bytes.error().exit != Exit::USAGE || reader.is_exhausted())) return bytes.error();
    if (!bytes) {
      series.leave_out(page, *placed.size, bytes.error().what);
      continue;
    }
    auto compared = comparing.compare({.page = *std::move(bytes), .ruleset = {}}, *placed.size);
    if (!compared && compared.error().exit != Exit::USAGE) return compared.error();
    if (!compared) {
      series.leave_out(page, *placed.size, compared.error().what);
    } else if (!compared->texts_compared) {
      series.leave_out(page, *placed.size, "it is in a language in which the game has no texts.");
    } else {
      series.add(page, *placed.size, *compared);
      rules += compared->rules + compared->differences.size();
    }
    if (rules > MOST_RULES) {
      return usage(fmt::format("the pages have more than {} rules and differences in all, at {}.", MOST_RULES,
                               in_quotes(page.name)),
                   "compare a part of the pages at a time");
    }
  }
  series.finish();
  return ledger::Done{};
}

std::string series_table(const v1::PostedPagesView& pages, std::size_t width) {
  tools::Table table({Align::LEFT, Align::LEFT, Align::LEFT, Align::RIGHT, Align::LEFT});
  table.row({"page", "at", "game", "rules", "differences"});
  for (const auto& page : pages.pages()) {
    std::vector<std::string> differences;
    for (const auto& count : page.differences())
      differences.push_back(fmt::format("{} {}", count.rules(), count.kind()));
    const std::string game = page.size() == 0 ? "" : fmt::format("#{}", page.size() - 1);
    table.row({on_one_line(page.name()), on_one_line(page.at()), game,
               page.has_not_compared() ? "" : std::to_string(page.rules()),
               page.has_not_compared() ? "not compared"
               : differences.empty()   ? "the same"
                                       : fmt::format("{}", fmt::join(differences, ", "))});
  }
  return table.print(width);
}

std::string pages_of(const v1::PostedView& posted) {
  if (posted.pages() == 1) return fmt::format("on {}", on_one_line(posted.first_page()));
  return fmt::format("on {} pages, {} to {}", posted.pages(), on_one_line(posted.first_page()),
                     on_one_line(posted.last_page()));
}

std::string series_verdict(const v1::FindingsView& view) {
  const auto& pages = view.pages();
  if (view.ok()) return fmt::format("All {} pages are the same as the game.\n", pages.pages_size());
  const auto left_out = std::count_if(pages.pages().begin(), pages.pages().end(),
                                      [](const auto& page) { return page.has_not_compared(); });
  const auto differences = view.findings_size() - left_out;
  std::string verdict = fmt::format("Of {} pages {} are the same as the game; {} difference{}", pages.pages_size(),
                                    pages.same(), differences, differences == 1 ? "" : "s");
  if (left_out > 0) verdict += fmt::format(", and {} {} not compared", left_out, left_out == 1 ? "was" : "were");
  return verdict + ".\n";
}

}  // namespace nomic::tools
