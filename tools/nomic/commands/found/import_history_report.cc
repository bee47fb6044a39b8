#include "found/import_history_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

#include "nomic/replay/point.h"
#include "nomic/replay/reference.h"
#include "nomic/views/json.h"
#include "nomic/words/listing.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

using replay::PastMoveKind;
using replay::PastSlip;
using replay::PastSlipKind;

constexpr std::array<std::string_view, replay::PAST_MOVE_KINDS> MOVE_NAMES = {
    "ENACT", "AMEND", "TRANSMUTE", "REPEAL", "RENUMBER", "RETITLE", "REWORD"};
constexpr std::array<std::string_view, replay::PAST_SLIP_KINDS> SLIP_NAMES = {
    "KEPT_NUMBER",     "WRONG_NUMBER",      "SUPERSEDED",        "NO_PROPOSAL",     "STATUSES_MOVED", "MANY_TITLES",
    "WENT_BACK",       "IMMUTABLE_CHANGED", "NUMBER_TWICE",      "STALE_REFERENCE", "SCORE",          "NUMBER_AGAIN",
    "POSTED_IN_PARTS", "COPY_DIFFERS",      "FILE_WITHOUT_RULE", "CLOCK_WRONG"};

std::uint32_t counted32(std::size_t number) {
  return static_cast<std::uint32_t>(number);
}

std::string listed_rules(const PastSlip& slip) {
  std::vector<std::string> numbers;
  for (const std::uint32_t rule : slip.rules) numbers.push_back(replay::numeral(rule));
  return (numbers.size() == 1 ? "rule " : "rules ") + listed(numbers);
}

// `mended`: the version that mends it, or empty. `merged`: whether the version came as a proposal does.
std::string sentence(const PastSlip& slip, const std::string& mended, bool merged) {
  const std::string rules = listed_rules(slip);
  const std::string until = mended.empty() ? "" : ", until " + mended;
  switch (slip.kind) {
    case PastSlipKind::KEPT_NUMBER:
      if (slip.other == 0) {
        return rules + " was changed and kept its number; by the rule on numbers it bears that of its proposal";
      }
      return mended.empty()
                 ? fmt::format("{} was changed by proposal {} and is still posted under its old number", rules,
                               slip.other)
                 : fmt::format("{} was changed and kept its number; it is {} since {}", rules, slip.other, mended);
    case PastSlipKind::WRONG_NUMBER:
      return fmt::format("{} is posted under a wrong number; it is {} since {}", rules, slip.other, mended);
    case PastSlipKind::SUPERSEDED:
      return fmt::format("{} is said to be changed, and stands unchanged beside rule {}{}", rules, slip.other, until);
    case PastSlipKind::NO_PROPOSAL:
      if (!mended.empty()) return fmt::format("{} was posted without a proposal, and taken off in {}", rules, mended);
      return fmt::format("{} {} changed without a proposal{}", rules, slip.rules.size() == 1 ? "was" : "were",
                         merged ? ", by what was merged as if it changed no rule" : "");
    case PastSlipKind::STATUSES_MOVED:
      return fmt::format("{} have another status and no proposal: they stand under another heading{}", rules, until);
    case PastSlipKind::MANY_TITLES:
      return fmt::format("{} titles were given or changed at once", slip.rules.size());
    case PastSlipKind::WENT_BACK:
      return rules + " has the words again that it had before";
    case PastSlipKind::IMMUTABLE_CHANGED:
      return rules + " is immutable, and its words were changed";
    case PastSlipKind::NUMBER_TWICE:
      return rules + " stands there twice, with different texts; one of them is left out";
    case PastSlipKind::STALE_REFERENCE:
      return fmt::format("{} names rule {}, and no rule bears that number any longer{}", rules, slip.other, until);
    case PastSlipKind::SCORE:
      return fmt::format("the points of {} do not add up: they are put right in {}, which changes no rule",
                         in_quotes(slip.player), mended);
    case PastSlipKind::NUMBER_AGAIN:
      return rules + " has a number that another rule bore before";
    case PastSlipKind::POSTED_IN_PARTS:
      return fmt::format("proposal {} was posted in parts: what it makes of {} is on the page since {}", slip.other,
                         rules, mended);
    case PastSlipKind::COPY_DIFFERS:
      return fmt::format("{} {} otherwise in {}{}", rules, slip.rules.size() == 1 ? "is" : "are", in_quotes(slip.page),
                         until);
    case PastSlipKind::FILE_WITHOUT_RULE:
      return fmt::format("no rule can be read in {}{}", in_quotes(slip.page), until);
    case PastSlipKind::CLOCK_WRONG:
      return "its time cannot be right beside those of the others; it is told at that of its neighbour";
  }
  return "";
}

}  // namespace

void add_slips_of_files(const PostedHistory& history, replay::Past& past) {
  past.slips.insert(past.slips.end(), history.slips.begin(), history.slips.end());
  std::stable_sort(past.slips.begin(), past.slips.end(),
                   [](const PastSlip& one, const PastSlip& other) { return one.version < other.version; });
}

v1::PastView past_view(const PostedHistory& history, const replay::Past& past) {
  v1::PastView view;
  view.set_edition(history.edition);
  view.set_from(replay::print_time(history.versions.front().posted));
  view.set_until(replay::print_time(history.versions.back().posted));
  view.set_versions(counted32(history.versions.size()));
  view.set_changing(counted32(past.changes.size()));
  std::map<std::size_t, std::uint32_t> of_version;
  std::array<std::uint32_t, replay::PAST_MOVE_KINDS> of_kind{};
  for (const replay::PastMove& move : past.moves) {
    ++of_version[move.version];
    ++of_kind.at(static_cast<std::size_t>(move.kind));
  }
  for (std::size_t kind = 0; kind < of_kind.size(); ++kind) {
    if (of_kind.at(kind) == 0) continue;
    v1::PastView::Count& count = *view.add_kinds();
    count.set_kind(std::string(MOVE_NAMES.at(kind)));
    count.set_moves(of_kind.at(kind));
  }
  for (const auto& [at, moves] : of_version) {
    v1::PastView::Version& version = *view.add_changes();
    version.set_name(as_utf8(history.versions[at].name));
    version.set_posted(replay::print_time(history.versions[at].posted));
    version.set_title(as_utf8(history.sources[at].title));
    version.set_page(as_utf8(history.sources[at].page));
    version.set_rules(counted32(history.versions[at].rules.size()));
    version.set_moves(moves);
  }
  for (const PastSlip& slip : past.slips) {
    v1::PastView::Slip& told = *view.add_slips();
    told.set_kind(std::string(SLIP_NAMES.at(static_cast<std::size_t>(slip.kind))));
    told.set_version(as_utf8(history.versions[slip.version].name));
    told.set_posted(replay::print_time(history.versions[slip.version].posted));
    for (const std::uint32_t rule : slip.rules) told.add_rules(replay::reference(rule));
    told.set_other(replay::reference(slip.other));
    const std::string mended = slip.until ? as_utf8(history.versions[*slip.until].name) : "";
    told.set_mended_in(mended);
    told.set_player(as_utf8(slip.player));
    told.set_page(as_utf8(slip.page));
    told.set_merged(slip.kind == PastSlipKind::NO_PROPOSAL && history.versions[slip.version].put_to_vote);
    told.set_words(as_utf8(sentence(slip, mended, history.versions[slip.version].put_to_vote)));
  }
  for (const std::string& copy : history.copies) view.add_copies(as_utf8(copy));
  for (const std::size_t at : past.asked) view.add_asked(as_utf8(history.versions[at].name));
  for (const std::string& name : history.unread) view.add_unread(as_utf8(name));
  for (const std::string& name : history.undated) view.add_undated(as_utf8(name));
  for (const std::string& name : history.cut_at) view.add_cut_at(as_utf8(name));
  for (const CleanedText& one : history.cleaned) {
    v1::PastView::Cleaned& cleaned = *view.add_cleaned();
    cleaned.set_version(as_utf8(one.version));
    cleaned.set_what(one.what);
    cleaned.set_text(as_utf8(one.text));
    for (const std::string& removed : one.removed) cleaned.add_removed(removed);
  }
  return view;
}

}  // namespace nomic::tools
