// Where a page of the folder stands, and what leads from it to others. Whatever these functions give is HTML.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/report/game_site.h"
#include "nomic/v1/report.pb.h"
#include "nomic/words/page_words.h"

namespace nomic::tools {

// A document made ready for a folder of pages: looked up by number, by record, by player.

// The lives of rules, read from what stood after each record: their versions, and the numbers that they bore.

struct RuleLife {
  struct Version {
    std::uint32_t record = 0;                   // from this one on
    const v1::RulesView::Rule* form = nullptr;  // null: it is not in force
  };
  struct Span {
    std::uint32_t number = 0;
    std::uint32_t from = 0;
    std::uint32_t until = 0;  // the record from which it bears the number no longer; 0: it does
  };
  std::vector<Version> versions;
  std::vector<Span> spans;

  [[nodiscard]] bool in_force() const { return versions.back().form != nullptr; }
  // As it stands, or stood last.
  [[nodiscard]] const v1::RulesView::Rule& last_form() const;
  // The number that it bears, or bore last.
  [[nodiscard]] std::uint32_t number() const { return spans.back().number; }
  [[nodiscard]] bool ever_bore(std::uint32_t number) const;
};

// By the number under which each first stood. The forms are those of the document, which outlives them.
using RuleLives = std::map<std::uint32_t, RuleLife>;
RuleLives rule_lives(const v1::ReportView& view);

using ProposalOfDocument = v1::HistoryView::Proposal;

// An entry in a score.
struct SiteEntry {
  std::uint32_t record = 0;
  const v1::ConsequenceView* one = nullptr;
  std::string how;  // how it is reckoned; empty: there is nothing to say
};

// Somebody who ever had a score.
struct Scorer {
  std::string name;  // as it is shown by now
  std::vector<SiteEntry> entries;
};

// All of it outlives it.
struct SiteGame {
  SiteGame(const v1::ReportView& document, const ShownMoment& then, const SiteRequest& asked,
           const PageWords& catalogue);

  const v1::ReportView& view;
  const ShownMoment& shown;
  const SiteRequest& request;
  const PageWords& words;

  RuleLives lives;
  // Every number that a rule ever bore, with the lives of all that did: first those that bear it or bore it last.
  std::map<std::uint32_t, std::vector<const RuleLife*>> numbers;
  // Those with a number, by it.
  std::map<std::uint32_t, std::vector<const ProposalOfDocument*>> proposals;
  // The turn just after each record, from 1; 0: none has begun.
  std::vector<std::uint32_t> turns;
  // In the order in which they first had a score.
  std::vector<Scorer> scorers;
  // By the number of a rule, the numbers in its text that do not mean any more what they meant.
  std::map<std::uint32_t, std::vector<const v1::ReferencesView::Reference*>> stale;

  [[nodiscard]] std::uint32_t size() const { return view.size(); }
  [[nodiscard]] const v1::ReportEntry& entry(std::uint32_t record) const {
    return view.entries(static_cast<int>(record));
  }
  // The form that has the texts of this one.
  [[nodiscard]] const v1::RulesView::Rule& with_texts(const v1::RulesView::Rule& form) const {
    return form.has_texts_of() ? view.rules(static_cast<int>(form.texts_of()) - 1) : form;
  }
  // The proposal that a record made; null: it made none.
  [[nodiscard]] const ProposalOfDocument* made_at(std::uint32_t record) const;
  // The records of what was said about the proposal, ascending.
  [[nodiscard]] std::vector<std::uint32_t> debate_on(const ProposalOfDocument& proposal) const;

 private:
  void read_numbers();
  void read_proposals();
  void read_debates();
  void read_turns();
  void read_scores();

  std::map<std::uint32_t, const ProposalOfDocument*> by_record_;
  // The records of what was said about a proposal, by the record that made it where the speech names that, or by
  // number.
  std::map<std::string, std::vector<std::uint32_t>> debates_;  // by the proposal
};

// Records on a page.
inline constexpr std::uint32_t RECORDS_A_PAGE = 100;

// A number of a rule or a proposal as it is written, in texts and in addresses.
std::string numeral_of(std::uint32_t number);

// Addresses within the folder.
std::string rule_path(std::uint32_t number);
std::string proposal_path(const ProposalOfDocument& proposal);
std::string records_path(std::uint32_t first);
std::string record_path(std::uint32_t record);
std::string scorer_path(std::size_t place);

class SiteLinks {
 public:
  // Both outlive it. `path`: of the page.
  SiteLinks(const SiteGame& game, std::string_view path)
      : game_(game), up_(path.find('/') == std::string_view::npos ? "" : "../") {}

  [[nodiscard]] const SiteGame& game() const { return game_; }
  // A path of the folder as an address from here.
  [[nodiscard]] std::string address(std::string_view path) const { return up_ + std::string(path); }

  [[nodiscard]] std::string to(std::string_view path, std::string_view markup) const;
  // "#41".
  [[nodiscard]] std::string record(std::uint32_t record) const;
  // "rule 203"; no link where no rule ever bore the number.
  [[nodiscard]] std::string rule(std::uint32_t number) const;
  [[nodiscard]] std::string rule(std::uint32_t number, std::string_view markup) const;
  // "rule 203 of #33": as it stood since a record.
  [[nodiscard]] std::string rule_of(std::uint32_t number, std::uint32_t since) const;
  // "Proposal 305", "The proposal of #41": words alone, and as a link.
  [[nodiscard]] std::string name(const ProposalOfDocument& proposal) const;
  [[nodiscard]] std::string proposal(const ProposalOfDocument& proposal) const;
  // Of several with the number the latest.
  [[nodiscard]] std::string proposal(std::uint32_t number) const;

  // The page's own words, and with what is HTML already in their places.
  [[nodiscard]] std::string say(std::string_view key) const;
  [[nodiscard]] std::string say(std::string_view key, PageWords::Parts parts) const;
  // Of a closed set of values, as the document has them: "standing", "STRUCK". What is not in it is nothing.
  [[nodiscard]] std::string value(std::string_view set, std::string_view value) const;
  // "1 record", "12 records".
  [[nodiscard]] std::string counted(std::string_view key, std::uint32_t count) const;

 private:
  const SiteGame& game_;
  std::string up_;
};

}  // namespace nomic::tools
