#include "replay/game/labelled_game.h"

#include "nomic/replay/mentions.h"
#include "replay/game/free_moves.h"

namespace nomic::replay::test {

LabelledGame::LabelledGame(std::uint64_t seed)
    : game_(seed, [this](v1::Ruleset& ruleset) {
        for (auto& rule : *ruleset.mutable_rules()) {
          label(*rule.mutable_title(), *rule.mutable_texts(0)->mutable_text());
        }
      }) {}

void LabelledGame::label(std::string& title, std::string& text) {
  const std::string number = std::to_string(texts_.size() + 1);
  title = "T" + number;
  text = title + ": " + text + " slip" + number;
  texts_[title] = text;
}

void LabelledGame::label(v1::Event& event) {
  const auto label_all = [&](auto& form) {
    for (auto& change : *form.mutable_changes()) {
      if (change.texts_size() > 0) label(*change.mutable_title(), *change.mutable_texts(0)->mutable_text());
    }
  };
  if (event.has_proposal_made()) label_all(*event.mutable_proposal_made());
  if (event.has_proposal_revised()) label_all(*event.mutable_proposal_revised());
  if (event.has_act_performed()) label_all(*event.mutable_act_performed());
}

void LabelledGame::correct_something(Move& move) {
  auto& choose = game_.choose();
  const auto& state = table().state();
  if (state.players_size() == 0 || state.rules_size() == 0) return;
  const auto any = [&](int count) { return static_cast<int>(choose.below(static_cast<std::size_t>(count))); };
  move.author = state.players(any(state.players_size())).names().name();
  if (!state.corrections().empty() && choose.percent(30)) {
    move.event = object_to(state.corrections(any(state.corrections_size())).record());
    return;
  }
  const auto& rule = state.rules(any(state.rules_size()));
  const std::string slip = "slip" + rule.title().substr(1);
  move.event = correct_text(rule.sources().rbegin()->record(), rule.number(), slip, slip + "x");
}

bool LabelledGame::step() {
  Move move = game_.next_try();
  if (game_.choose().percent(10)) correct_something(move);
  label(move.event);
  move.payload = move.event.SerializeAsString();
  auto& table = game_.table();
  auto emitted = table.engine.move(move, table);
  if (!emitted) {
    EXPECT_NE(kind_of(emitted.error().code), nomic::replay::Kind::LEDGER) << label_of(emitted.error());
    game_.refused(move);
    return false;
  }
  table.moves.push_back(move);
  game_.made(move, *emitted);
  return true;
}

const std::string& LabelledGame::recorded(const std::string& title) const {
  static const std::string NONE = "(no text bears that title)";
  const auto found = texts_.find(title);
  return found == texts_.end() ? NONE : found->second;
}

namespace {

// Numbers that follow renumbered rules, all at once.
std::string as_read(const std::string& text, const v1::FollowedReferences& references) {
  std::string read;
  std::size_t done = 0;
  for (const auto& mention : mentions(text)) {
    for (const auto& followed : references.numbers()) {
      if (mention.number != followed.from()) continue;
      read += text.substr(done, mention.at - done) + std::to_string(followed.to());
      done = mention.at + mention.length;
    }
  }
  return read + text.substr(done);
}

}  // namespace

std::string LabelledGame::expected(const v1::Rule& rule) {
  std::string text = recorded(rule.title());
  for (const auto& applied : rule.sources().rbegin()->corrections()) {
    text = as_read(text, applied.references());
    if (!applied.has_text()) continue;
    v1::Event event = table().moves.at(applied.record()).event;
    if (event.has_move_contested()) {
      const std::string inner = event.move_contested().event();
      EXPECT_TRUE(event.ParseFromString(inner));
    }
    const auto& slip = event.record_corrected().text();
    const auto at = text.find(slip.before());
    EXPECT_NE(at, std::string::npos) << slip.before() << " in " << text;
    if (at != std::string::npos) text.replace(at, slip.before().size(), slip.after());
  }
  return text;
}

}  // namespace nomic::replay::test
