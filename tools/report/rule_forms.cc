#include "rule_forms.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "nomic/replay/content.h"
#include "nomic/replay/law.h"
#include "nomic/replay/reference.h"
#include "nomic/views/rule_views_in_words.h"

namespace nomic::tools {
namespace {

// Places in a chunk.
constexpr int CHUNK = 64;

// All that words are made of.
std::string key_of(const replay::Conflict& conflict) {
  std::string key = "\n" + conflict.winner.SerializeAsString() + "\n" + conflict.loser.SerializeAsString() + "\n";
  key += static_cast<char>(conflict.end);
  key += static_cast<char>(conflict.by);
  return key + conflict.point;
}

// Where a rule's texts are from. REQUIRES: it has any.
std::string source_of(const v1::Rule& rule) {
  return rule.sources().rbegin()->SerializeAsString() + rule.form();
}

const std::string& text_of(const std::unordered_map<std::uint32_t, std::string>& said, std::uint32_t number) {
  static const std::string NOTHING;
  const auto found = said.find(number);
  return found == said.end() ? NOTHING : found->second;
}

}  // namespace

v1::RulesView::Rule as_in_report(v1::RulesView::Rule rule) {
  rule.clear_text();
  rule.clear_lang();
  rule.clear_provisions();
  return rule;
}

RuleForms::Said RuleForms::said_by_others(const replay::Engine& engine) {
  Said said;
  for (const std::uint32_t number : engine.law().void_rules()) said[number] = "void";
  for (const replay::Conflict& conflict : engine.law().conflicts()) {
    const std::string key = key_of(conflict);
    said[conflict.loser.number()] += key;
    if (conflict.winner.number() != conflict.loser.number()) said[conflict.winner.number()] += key;
  }
  return said;
}

// The law follows from these parts (law.h).
bool RuleForms::is_unchanged(const replay::State& state) const {
  return state.size() != 0 && seen_.size() != 0 && state.rules().shares_all(seen_.rules()) &&
         state.findings().shares_all(seen_.findings()) && &state.method() == &seen_.method();
}

replay::Result<const ChunkedList<std::uint32_t>*> RuleForms::in_force(const replay::Engine& engine) {
  const replay::State& state = engine.state();
  if (is_unchanged(state)) return &in_force_;
  Said said = said_by_others(engine);
  const bool is_said_again = said == said_;
  const auto& rules = state.rules();
  const auto& before = seen_.rules();
  const int kept = is_said_again ? rules.shared_beginning(before) / CHUNK * CHUNK : 0;
  const std::vector<std::uint32_t> old_places(places_in_force_.begin() + kept, places_in_force_.end());
  places_in_force_.resize(static_cast<std::size_t>(kept));
  // Rules come and go, but keep their order: `old` is the place before of the rule that may be the same.
  int old = kept;
  for (int now = kept; now < rules.size(); ++now) {
    const v1::Rule& rule = rules[now];
    const auto is_at = [&](int at) { return at < before.size() && &before[at] == &rule; };
    if (!is_at(old) && is_at(old + 1)) ++old;
    const bool is_same = is_at(old) && (is_said_again || text_of(said, rule.number()) == text_of(said_, rule.number()));
    if (is_same) {
      places_in_force_.push_back(old_places[static_cast<std::size_t>(old - kept)]);
    } else {
      NOMIC_ASSIGN(auto place, place_of(engine, rule, text_of(said, rule.number())));
      places_in_force_.push_back(place);
    }
    if (old < before.size() && before[old].lineage() == rule.lineage()) ++old;
  }
  put_in_chunks(kept);
  said_ = std::move(said);
  seen_ = state;
  return &in_force_;
}

// The chunks before the place `kept` stay. REQUIRES: `kept` is a multiple of CHUNK.
void RuleForms::put_in_chunks(int kept) {
  ChunkedList<std::uint32_t> list;
  for (int from = 0; from < kept; from += CHUNK) list.add(in_force_.chunks()[static_cast<std::size_t>(from / CHUNK)]);
  const int size = static_cast<int>(places_in_force_.size());
  for (int from = kept; from < size; from += CHUNK) {
    const auto begin = places_in_force_.begin();
    list.add(std::make_shared<const std::vector<std::uint32_t>>(begin + from, begin + std::min(from + CHUNK, size)));
  }
  in_force_ = std::move(list);
}

// A page has what notes say in the entries of their records.
replay::Status RuleForms::put_notes(v1::Rule& rule) {
  for (v1::RuleNote& note : *rule.mutable_notes()) {
    const auto [known, is_new] = notes_.try_emplace(note.record());
    if (is_new) {
      v1::Rule read;
      *read.add_notes() = note;
      NOMIC_TRY(replay::fetch_notes(history_, read));
      v1::RuleNote& said = known->second = read.notes(0);
      const auto& entry = view_.entries(static_cast<int>(note.record()));
      if (entry.record().event().text() == said.text()) said.clear_text();
    }
    note = known->second;
  }
  return ledger::Done{};
}

replay::Result<std::uint32_t> RuleForms::place_of(const replay::Engine& engine, const v1::Rule& rule,
                                                  const std::string& said) {
  std::string seen = rule.SerializeAsString() + said;
  Last& last = last_[rule.lineage()];
  if (last.seen == seen) return last.place;
  v1::Rule read = rule;
  if (replay::have_same_texts(last.rule, rule)) {
    *read.mutable_texts() = last.rule.texts();
    read.set_text_unknown(last.rule.text_unknown());
  } else {
    NOMIC_TRY(replay::fetch_texts_alone(history_, {&read}));
  }
  NOMIC_TRY(put_notes(read));
  v1::RulesView::Rule view = as_in_report(worded_rule_view(engine, read, {}));
  v1::RulesView::Rule texts;
  texts.mutable_texts()->Swap(view.mutable_texts());
  const auto next = static_cast<std::uint32_t>(view_.rules_size());
  if (!texts.texts().empty()) view.set_texts_of(texts_at_.try_emplace(source_of(read), next + 1).first->second);
  const auto known = places_.try_emplace(view.SerializeAsString(), next);
  if (known.second) {
    if (view.texts_of() == next + 1) {
      view.clear_texts_of();
      view.mutable_texts()->Swap(texts.mutable_texts());
    }
    *view_.add_rules() = std::move(view);
  }
  last = {std::move(seen), known.first->second, std::move(read)};
  return last.place;
}

}  // namespace nomic::tools
