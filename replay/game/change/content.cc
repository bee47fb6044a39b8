#include "nomic/replay/content.h"

#include <google/protobuf/util/message_differencer.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "change/corrections.h"
#include "change/references_follow.h"
#include "nomic/replay/engine.h"
#include "nomic/replay/work.h"
#include "turn/automatic.h"

namespace nomic::replay {
namespace {

using google::protobuf::util::MessageDifferencer;

using Changes = google::protobuf::RepeatedPtrField<v1::RuleChange>;
using Texts = google::protobuf::RepeatedPtrField<v1::Text>;

Error text_missing(std::uint64_t record) {
  return refuse(ErrorCode::NOT_A_GAME, "text_missing", {{"record", record}});
}

// The rule-changes of the kinds of event that have any.
const Changes* changes_in(const v1::Event& event) {
  if (event.has_proposal_made()) return &event.proposal_made().changes();
  if (event.has_proposal_revised()) return &event.proposal_revised().changes();
  return event.has_act_performed() ? &event.act_performed().changes() : nullptr;
}

const v1::RuleChange* change_in(const v1::Event& event, std::uint32_t at) {
  const auto* changes = changes_in(event);
  const bool there = changes != nullptr && at < static_cast<std::uint32_t>(changes->size());
  return there ? &changes->Get(static_cast<int>(at)) : nullptr;
}

// Of the rule that was founded, or of one of the rule-changes; null if the event has none there.
const Texts* texts_in(const v1::Event& event, std::uint32_t at) {
  if (event.has_rule_founded()) return &event.rule_founded().rule().texts();
  const auto* change = change_in(event, at);
  return change == nullptr ? nullptr : &change->texts();
}

template <class Body>
Content content_of(const Body& body) {
  return {body.title(),
          {body.texts().begin(), body.texts().end()},
          {body.provisions().begin(), body.provisions().end()},
          {}};
}

Result<Content> content_at(const History& history, const v1::VersionSource& source) {
  NOMIC_ASSIGN(auto move, history.at(source.record()));
  const auto event = event_in(move);
  const auto* change = change_in(event, source.change());
  if (change == nullptr && !event.has_rule_founded()) return text_missing(source.record());
  Content content = change != nullptr ? content_of(*change) : content_of(event.rule_founded().rule());
  content.form = digest_of_form(move).raw();
  return content;
}

Error text_differs(std::uint64_t record) {
  return refuse(ErrorCode::NOT_A_GAME, "text_differs", {{"record", record}});
}

// Records as rules and proposals name them, the last kept: the next rule is often named by it too.
class NamedRecords {
 public:
  explicit NamedRecords(const History& history) : history_(history) {}

  [[nodiscard]] const History& history() const { return history_; }

  // The event of the record that is named, and of no other; until the next call.
  Result<const v1::Event*> event(std::uint64_t record, const std::string& form) {
    if (!read_ || record != record_) {
      read_ = false;
      NOMIC_ASSIGN(auto move, history_.at(record));
      event_ = event_in(move);
      form_ = digest_of_form(move).raw();
      record_ = record;
      read_ = true;
    }
    if (form_ != form) return text_differs(record);
    return &event_;
  }

 private:
  const History& history_;
  bool read_ = false;
  std::uint64_t record_ = 0;
  std::string form_;
  v1::Event event_;
};

const v1::VersionSource& last_source(const v1::Rule& rule) {
  return *rule.sources().rbegin();
}

Status put_texts(NamedRecords& records, v1::Rule& rule) {
  rule.clear_texts();
  rule.clear_text_unknown();
  if (rule.sources().empty()) return ledger::Done{};  // one that was never seen in force
  const auto& source = last_source(rule);
  NOMIC_ASSIGN(auto event, records.event(source.record(), rule.form()));
  const auto* stand = texts_in(*event, source.change());
  if (stand == nullptr) return text_missing(source.record());
  for (const auto& text : *stand) spend_text(text.text().size());
  std::vector<v1::Text> texts(stand->begin(), stand->end());
  NOMIC_TRY(correct_all(records.history(), source, texts));
  *rule.mutable_texts() = {texts.begin(), texts.end()};
  if (rule.texts().empty()) rule.set_text_unknown(true);
  return ledger::Done{};
}

// The title that a version sets, as corrected; nothing: it keeps the one of the version before it.
std::optional<std::string> own_title(const v1::VersionSource& source, const Content& content) {
  if (auto corrected = corrected_title(source)) return corrected;
  return content.title.empty() ? std::nullopt : std::optional(content.title);
}

}  // namespace

// What the notes say stands in their records.
Status fetch_notes(const History& history, v1::Rule& rule) {
  for (auto& note : *rule.mutable_notes()) {
    NOMIC_ASSIGN(auto move, history.at(note.record()));
    const auto event = event_in(move);
    if (!event.has_rule_annotated()) return text_missing(note.record());
    spend_text(event.rule_annotated().text().size());
    note.set_text(event.rule_annotated().text());
    note.set_judgment(event.rule_annotated().judgment());
    note.set_author(move.author);
  }
  return ledger::Done{};
}

bool have_same_texts(const v1::Rule& one, const v1::Rule& other) {
  if (one.sources().empty() || other.sources().empty()) return false;
  const v1::VersionSource& before = last_source(one);
  const v1::VersionSource& after = last_source(other);
  return one.form() == other.form() && before.change() == after.change() &&
         std::equal(before.corrections().begin(), before.corrections().end(), after.corrections().begin(),
                    after.corrections().end(),
                    [](const auto& a, const auto& b) { return a.SerializeAsString() == b.SerializeAsString(); });
}

Status drop_kept_changes(const History& history, const google::protobuf::RepeatedPtrField<v1::VersionSource>& sources,
                         int count, std::vector<v1::Provision>& provisions) {
  const bool any = std::any_of(provisions.begin(), provisions.end(),
                               [](const v1::Provision& provision) { return provision.adoption().has_later(); });
  if (!any || count < 1) return ledger::Done{};
  // As its record has it, whether or not it has changed by itself since, or was to.
  NOMIC_ASSIGN(const auto before, content_at(history, sources.Get(count - 1)));
  for (auto& provision : provisions) {
    if (!provision.adoption().has_later()) continue;
    const auto& later = provision.adoption().later();
    const bool kept = std::any_of(before.provisions.begin(), before.provisions.end(), [&](const v1::Provision& other) {
      return other.adoption().has_later() && MessageDifferencer::Equals(other.adoption().later(), later);
    });
    if (kept) provision.mutable_adoption()->clear_later();
  }
  return ledger::Done{};
}

Result<Content> version_at(const History& history, const google::protobuf::RepeatedPtrField<v1::VersionSource>& sources,
                           int count) {
  NOMIC_ASSIGN(auto content, content_at(history, sources.Get(count - 1)));
  NOMIC_TRY(drop_kept_changes(history, sources, count - 1, content.provisions));
  if (sources.Get(count - 1).automatic_change() != 0) {
    for (auto& provision : content.provisions) change_by_itself(provision);
  }
  NOMIC_TRY(correct_all(history, sources.Get(count - 1), content.texts));
  for (const auto& applied : sources.Get(count - 1).corrections()) {
    for (auto& provision : content.provisions) follow_in_claim(provision, applied.references());
  }
  auto title = own_title(sources.Get(count - 1), content);
  for (int i = count - 2; i >= 0 && !title; --i) {
    NOMIC_ASSIGN(auto before, content_at(history, sources.Get(i)));
    title = own_title(sources.Get(i), before);
  }
  content.title = title.value_or("");
  return content;
}

Status fetch_texts_alone(const History& history, std::vector<v1::Rule*> rules) {
  rules.erase(std::remove_if(rules.begin(), rules.end(), [](const auto* rule) { return rule->sources().empty(); }),
              rules.end());
  // Several may be named by one record.
  std::stable_sort(rules.begin(), rules.end(), [](const v1::Rule* a, const v1::Rule* b) {
    return last_source(*a).record() < last_source(*b).record();
  });
  NamedRecords records(history);
  for (v1::Rule* rule : rules) NOMIC_TRY(put_texts(records, *rule));
  return ledger::Done{};
}

Status fetch_texts(const History& history, const std::vector<v1::Rule*>& rules) {
  NOMIC_TRY(fetch_texts_alone(history, rules));
  for (v1::Rule* rule : rules) NOMIC_TRY(fetch_notes(history, *rule));
  return ledger::Done{};
}

Result<v1::Rule> with_texts(const History& history, const v1::Rule& rule) {
  NamedRecords records(history);
  v1::Rule whole = rule;
  NOMIC_TRY(put_texts(records, whole));
  NOMIC_TRY(fetch_notes(history, whole));
  return whole;
}

Result<std::vector<v1::Text>> texts_of(const History& history, const v1::Rule& rule) {
  NOMIC_ASSIGN(auto whole, with_texts(history, rule));
  return std::vector<v1::Text>(whole.texts().begin(), whole.texts().end());
}

Result<std::vector<v1::Rule>> rules_with_texts(const History& history, const State& state) {
  std::vector<v1::Rule> rules(state.rules().begin(), state.rules().end());
  std::vector<v1::Rule*> all;
  all.reserve(rules.size());
  for (v1::Rule& rule : rules) all.push_back(&rule);
  NOMIC_TRY(fetch_texts(history, all));
  return rules;
}

Result<Changes> changes_of(const History& history, const v1::Proposal& proposal) {
  NamedRecords records(history);
  NOMIC_ASSIGN(auto event, records.event(proposal.form_at(), proposal.form()));
  auto changes = proposal.changes();
  for (int at = 0; at < changes.size(); ++at) {
    const auto* texts = texts_in(*event, static_cast<std::uint32_t>(at));
    if (texts == nullptr) return text_missing(proposal.form_at());
    for (const auto& text : *texts) spend_text(text.text().size());
    *changes.Mutable(at)->mutable_texts() = *texts;
  }
  return changes;
}

void leave_out_texts(v1::Proposal& proposal) {
  for (auto& change : *proposal.mutable_changes()) change.clear_texts();
}

}  // namespace nomic::replay
