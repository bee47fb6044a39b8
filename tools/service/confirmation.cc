#include "nomic/service/confirmation.h"

#include <algorithm>

#include "nomic/replay/afterwards.h"
#include "nomic/replay/content.h"
#include "nomic/replay/reference.h"
#include "nomic/service/service.h"

namespace nomic::tools {

using replay::error_of;
using replay::ErrorCode;
using replay::Result;
using replay::Status;
using Effect = v1::Consequence::Acted;

namespace {

bool has(const google::protobuf::RepeatedField<int>& effects, Effect::Effect effect) {
  return std::find(effects.begin(), effects.end(), effect) != effects.end();
}

// The gravest of what it does.
std::string_view variant_of(const ActToConfirm& act) {
  if (has(act.effects, Effect::DECLARES_WINNER)) return "act_wins";
  return has(act.effects, Effect::CHANGES_RULES) ? "act_changes_rules" : "act_changes_scores";
}

Status act_is_confirmed(const replay::Game& game, const v1::ActPerformed& act,
                        const std::vector<v1::Consequence>& would_be) {
  NOMIC_ASSIGN(const auto asked, act_to_confirm(game, act, would_be));
  if (!asked) return ledger::Done{};
  return error_of(ErrorCode::NOT_CONFIRMED, variant_of(*asked), {{"rule", asked->rule}, {"text", asked->text}});
}

}  // namespace

Result<std::optional<ActToConfirm>> act_to_confirm(const replay::Game& game, const v1::ActPerformed& act,
                                                   const std::vector<v1::Consequence>& would_be) {
  const auto acted = std::find_if(would_be.begin(), would_be.end(), [](const auto& one) { return one.has_acted(); });
  if (acted == would_be.end() || acted->acted().effects().empty()) return std::optional<ActToConfirm>();
  ActToConfirm found{replay::number_in(act.cited()), {}, acted->acted().effects()};
  const replay::State& state = game.engine().state();
  // In such a game most acts are those of other players, by the word of whoever records it.
  const bool is_ordinary = replay::is_recorded_afterwards(state) && !has(found.effects, Effect::DECLARES_WINNER);
  if (is_ordinary) return std::optional<ActToConfirm>();
  for (const v1::Rule& rule : state.rules()) {
    if (rule.number() != replay::number_in(act.cited())) continue;
    NOMIC_ASSIGN(const auto texts, replay::texts_of(game.history(), rule));
    if (!texts.empty()) found.text = texts.front().text();
  }
  return std::optional<ActToConfirm>(std::move(found));
}

bool must_confirm_attestation(const replay::State& state, std::uint32_t proposal) {
  if (replay::is_recorded_afterwards(state)) return false;
  const auto& open = state.proposals();
  return std::none_of(open.begin(), open.end(), [&](const v1::Proposal& one) {
    return one.number() == proposal && one.phase() == v1::Proposal::UNDETERMINED;
  });
}

Status Service::must_be_confirmed(const v1::Request& request, const replay::Submission& submission) {
  const v1::Event& event = submission.event;
  const bool may_need_it = event.has_act_performed() || event.has_player_forfeited() || event.has_outcome_attested();
  if (!may_need_it || request.confirmed() || request.dry_run()) return ledger::Done{};
  replay::Submission trial = submission;
  trial.dry_run = true;
  trial.request = {};
  const auto tried = game_.submit(trial);
  // What the rules say of it is said first.
  if (!tried) return ledger::Done{};
  if (event.has_act_performed()) return act_is_confirmed(game_, event.act_performed(), tried->consequences);
  if (event.has_player_forfeited()) {
    return error_of(ErrorCode::NOT_CONFIRMED, "forfeit", {{"player", submission.author}});
  }
  const bool asks =
      must_confirm_attestation(game_.engine().state(), replay::number_in(event.outcome_attested().proposal()));
  return asks ? Status(error_of(ErrorCode::NOT_CONFIRMED, "attest")) : Status(ledger::Done{});
}

}  // namespace nomic::tools
