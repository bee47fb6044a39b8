// A document made ready for a folder of pages: looked up by number, by record, by player.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "nomic/report/site.h"
#include "nomic/words/page_words.h"
#include "site/rule_lives.h"

namespace nomic::tools {

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

}  // namespace nomic::tools
