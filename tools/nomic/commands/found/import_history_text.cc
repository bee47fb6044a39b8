// The report of import-history as text.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "found/import_history_report.h"
#include "nomic/replay/reference.h"
#include "nomic/words/listing.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

const std::map<std::string_view, std::string_view> MOVE_WORDS = {
    {"ENACT", "enacted"},   {"AMEND", "amended"},       {"TRANSMUTE", "transmuted"},
    {"REPEAL", "repealed"}, {"RENUMBER", "renumbered"}, {"RETITLE", "given another title"},
    {"REWORD", "corrected"}};

std::string plural(std::size_t number, std::string_view thing) {
  return fmt::format("{} {}{}", number, thing, number == 1 ? "" : "s");
}

template <class Names>
std::vector<std::string> shown(const Names& names) {
  std::vector<std::string> all;
  for (const std::string& name : names) all.push_back(on_one_line(name));
  return all;
}

// Of many names the first ones, and how many more there are.
template <class Names>
std::string listed_some(const Names& all) {
  constexpr std::size_t SHOWN = 8;
  std::vector<std::string> names = shown(all);
  if (names.size() > SHOWN + 2) {
    const std::size_t more = names.size() - SHOWN;
    names.resize(SHOWN);
    names.push_back(fmt::format("{} more", more));
  }
  return listed(names);
}

std::vector<std::string> numbers_in(const v1::PastView::Slip& slip) {
  std::vector<std::string> numbers;
  for (const std::uint32_t rule : replay::numbers_in(slip.rules())) numbers.push_back(replay::numeral(rule));
  return numbers;
}

// Whether a change without a proposal is nothing but that.
bool stands_by_itself(const v1::PastView::Slip& slip) {
  return slip.kind() == "NO_PROPOSAL" && slip.mended_in().empty() && !slip.merged();
}

// What a text is written as in the play, and why not as it was.
std::string cleaned_words(const v1::PastView::Cleaned& cleaned) {
  const std::string out = cleaned.removed().empty() ? "" : listed(shown(cleaned.removed())) + " taken out";
  if (cleaned.what() == "RULES") return fmt::format("rules with {}", out);
  const std::string_view what = cleaned.what() == "NAME" ? "author" : cleaned.what() == "PAGE" ? "page" : "message";
  return fmt::format("{} {}{}", what, in_quotes(cleaned.text()),
                     out.empty() ? ", who bears no player's name" : ": " + out);
}

std::string_view day_of(std::string_view time) {
  return time.substr(0, std::min<std::size_t>(time.size(), 10));
}

}  // namespace

std::string past_text(const v1::PastView& view) {
  std::string out = fmt::format("{}: {} of the rules, {} to {}; {} of them change{} rules.\n",
                                on_one_line(view.source()), plural(view.versions(), "version"), day_of(view.from()),
                                day_of(view.until()), view.changing(), view.changing() == 1 ? "s" : "");
  out += view.edition().empty() ? "The first rules are of no known edition.\n"
                                : fmt::format("The first rules are of the edition of {}.\n", view.edition());
  std::vector<std::string> kinds;
  for (const auto& count : view.kinds()) {
    kinds.push_back(fmt::format("{} {}", count.moves(), MOVE_WORDS.at(count.kind())));
  }
  if (!kinds.empty()) out += fmt::format("Of rules, {}.\n", listed(kinds));
  if (!view.unread().empty()) {
    out += fmt::format("The rules of {} cannot be read; they were passed over: {}. --rules-in says where they are.\n",
                       plural(static_cast<std::size_t>(view.unread_size()), "version"), listed_some(view.unread()));
  }
  if (!view.cut_at().empty()) {
    out += fmt::format("The clone is shallow: what was before {} is not in it, and not told. git fetch --unshallow.\n",
                       listed_some(view.cut_at()));
  }
  if (!view.undated().empty()) {
    out += fmt::format("Passed over, since their names carry no date, or one that is none: {}.\n",
                       listed_some(view.undated()));
  }
  if (!view.copies().empty()) {
    out += fmt::format("The same rules stand in {} too.\n", listed(shown(view.copies())));
  }
  if (!view.cleaned().empty()) out += "\nNot as it was written, since no play can hold it:\n";
  for (const auto& cleaned : view.cleaned()) {
    out += fmt::format("  {}: {}\n", on_one_line(cleaned.version()), cleaned_words(cleaned));
  }
  if (!view.slips().empty()) out += "\nTo be looked at:\n";
  for (int i = 0; i < view.slips_size(); ++i) {
    const auto& slip = view.slips(i);
    std::string words = slip.words();
    // Of many rules that one version changed without a proposal one line is enough.
    std::vector<std::string> rules = numbers_in(slip);
    while (stands_by_itself(slip) && i + 1 < view.slips_size() && stands_by_itself(view.slips(i + 1)) &&
           view.slips(i + 1).version() == slip.version()) {
      for (std::string& rule : numbers_in(view.slips(++i))) rules.push_back(std::move(rule));
      words = fmt::format("rules {} were changed without a proposal", listed(rules));
    }
    out += fmt::format("  {} {}: {}\n", on_one_line(slip.version()), day_of(slip.posted()), on_one_line(words));
  }
  if (!view.asked().empty()) {
    out += fmt::format("\nTo be decided: which rule-changes of {} were one proposal; comments in the play say how.\n",
                       listed_some(view.asked()));
  }
  if (!view.play().empty()) {
    out += fmt::format("\nThe play is in {}, its texts in {}: {} after the founding, by {}.\n", in_quotes(view.play()),
                       in_quotes(view.texts()), plural(view.moves(), "move"), listed(shown(view.players())));
    if (view.defeated() != 0) {
      out += fmt::format("It has {} of the table that {} defeated.\n", plural(view.defeated(), "proposal"),
                         view.defeated() == 1 ? "was" : "were");
    }
  }
  return out;
}

}  // namespace nomic::tools
