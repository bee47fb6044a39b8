#include "nomic/service/present_rule.h"

#include <algorithm>

#include "making.h"
#include "nomic/replay/content.h"
#include "nomic/replay/reference.h"

namespace nomic::tools {
namespace {

using replay::Result;

v1::Request::Kind as_asked(v1::ChangeKind kind) {
  if (kind == v1::ENACT) return v1::Request::ENACT;
  return kind == v1::AMEND ? v1::Request::AMEND : v1::Request::KIND_UNSPECIFIED;
}

const v1::Rule* rule_now(const replay::State& state, std::uint32_t number) {
  const auto found = std::find_if(state.rules().begin(), state.rules().end(),
                                  [&](const v1::Rule& rule) { return rule.number() == number; });
  return found == state.rules().end() ? nullptr : &*found;
}

// In the order in which they are recorded; a text in the game's language names none.
std::vector<v1::Text> texts_as_typed(const replay::State& state, std::vector<v1::Text> texts) {
  for (v1::Text& text : texts) {
    if (text.lang() == state.founding().lang()) text.clear_lang();
  }
  return texts;
}

Result<std::optional<PresentRule>> rule_in_force_now(replay::Game& game, std::uint32_t number) {
  const replay::State& state = game.engine().state();
  const v1::Rule* rule = rule_now(state, number);
  if (rule == nullptr) return std::optional<PresentRule>();
  NOMIC_ASSIGN(auto texts, replay::texts_of(game.history(), *rule));
  PresentRule present{v1::Request::AMEND, number, rule->title(), true, texts_as_typed(state, std::move(texts)), {}, {}};
  present.provisions.assign(rule->provisions().begin(), rule->provisions().end());
  present.version = replay::numeral(rule->lineage()) + "@" + std::to_string(rule->since());
  return std::optional(std::move(present));
}

Result<std::optional<PresentRule>> form_now(replay::Game& game, const v1::Proposal& proposal) {
  const replay::State& state = game.engine().state();
  if (proposal.changes_size() != 1) {
    return replay::error_of(replay::ErrorCode::BAD_REQUEST, "edits_several",
                            {{"proposal", proposal.number()}, {"count", proposal.changes_size()}});
  }
  NOMIC_ASSIGN(auto changes, replay::changes_of(game.history(), proposal));
  const v1::RuleChange& change = changes.Get(0);
  PresentRule present{as_asked(change.kind()),
                      replay::number_in(change.rule()),
                      change.title(),
                      false,
                      texts_as_typed(state, {change.texts().begin(), change.texts().end()}),
                      {change.provisions().begin(), change.provisions().end()},
                      proposal.form()};
  const v1::Rule* rule = rule_now(state, replay::number_in(change.rule()));
  if (present.title.empty() && rule != nullptr) {
    present.title = rule->title();
    present.keeps_title = true;
  }
  return std::optional(std::move(present));
}

}  // namespace

Result<std::optional<PresentRule>> present_rule(replay::Game& game, const v1::Request& request) {
  const Means means;
  const Making making(request, means, &game);
  const auto& changes = request.has_revise() ? request.revise().changes() : request.propose().changes();
  const auto kind = changes.empty() ? v1::Request::KIND_UNSPECIFIED : changes[0].kind();
  if (kind == v1::Request::AMEND) return rule_in_force_now(game, replay::number_in(changes[0].rule()));
  if (!request.has_revise() || kind != v1::Request::KIND_UNSPECIFIED) return std::optional<PresentRule>();
  NOMIC_ASSIGN(auto number, making.proposal_in(request.revise()));
  for (const v1::Proposal& open : game.engine().state().proposals()) {
    if (open.number() == number) return form_now(game, open);
  }
  return std::optional<PresentRule>();
}

}  // namespace nomic::tools
