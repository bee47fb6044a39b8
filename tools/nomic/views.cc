#include "nomic/views.h"

#include <fmt/format.h>
#include <google/protobuf/descriptor.h>

#include <algorithm>
#include <set>

#include "nomic/dispute_views.h"
#include "nomic/numbers.h"
#include "nomic/replay/edition.h"
#include "nomic/replay/game_status.h"
#include "nomic/replay/law.h"
#include "nomic/replay/point.h"
#include "nomic/replay/words.h"
#include "nomic/sentences.h"
#include "nomic/shell_words.h"
#include "nomic/verifier_key.h"

namespace nomic::tools {

std::string shown_name(const v1::Player& player) {
  return player.has_shown() ? player.shown().name() : player.names().name();
}

std::string shown_name(const v1::State& state, const std::string& name) {
  for (const v1::Player& player : state.players()) {
    if (player.names().name() == name) return shown_name(player);
  }
  return name;
}

namespace {

std::string lang_of(const v1::Text& text, const v1::State& state) {
  return text.lang().empty() ? state.founding().lang() : text.lang();
}

const v1::Text* text_in(const v1::State& state, const v1::Rule& rule, std::string_view lang) {
  for (const v1::Text& text : rule.texts()) {
    if (lang_of(text, state) == lang) return &text;
  }
  return nullptr;
}

v1::StatusView::Phase phase_of(v1::Turn::Phase phase) {
  return static_cast<v1::StatusView::Phase>(phase);
}

v1::StatusView::Phase phase_of(v1::Proposal::Phase phase) {
  switch (phase) {
    case v1::Proposal::DEBATE:
      return v1::StatusView::DEBATING;
    case v1::Proposal::VOTE:
      return v1::StatusView::VOTING;
    case v1::Proposal::UNDETERMINED:
      return v1::StatusView::THROWING;
    default:
      return v1::StatusView::PHASE_UNSPECIFIED;
  }
}

void add_proposals(const replay::Engine& engine, v1::StatusView& view) {
  for (const v1::Proposal& proposal : engine.state().proposals()) {
    auto* open = view.add_proposals();
    open->set_number(proposal.number());
    open->set_proponent(proposal.proponent());
    open->set_change(words_of_all(proposal.changes()));
    open->set_phase(phase_of(proposal.phase()));
    for (const v1::Ballot& ballot : proposal.ballots()) open->add_voted(ballot.player());
    for (const std::string& player : replay::missing_voters(engine, proposal)) open->add_missing(player);
    for (const v1::RuleChange& change : proposal.changes()) {
      for (const v1::Provision& provision : change.provisions()) open->add_in_words(replay::words_of(provision));
    }
  }
}

// Fields that hold what somebody wrote, not who he is.
bool is_prose(const google::protobuf::FieldDescriptor& field) {
  static const std::set<std::string> PROSE = {"text", "answer", "reasons", "what", "offer",
                                              "key",  "value",  "thing",   "name", "command"};
  return PROSE.count(field.name()) != 0;
}

// Puts in place of each name under which records know a player the one that a clerical correction gives him.
void show_names_in(const v1::State& state, google::protobuf::Message& message) {
  const auto& reflection = *message.GetReflection();
  std::vector<const google::protobuf::FieldDescriptor*> fields;
  reflection.ListFields(message, &fields);
  for (const auto* field : fields) {
    const bool is_message = field->cpp_type() == google::protobuf::FieldDescriptor::CPPTYPE_MESSAGE;
    const bool is_name = field->cpp_type() == google::protobuf::FieldDescriptor::CPPTYPE_STRING && !is_prose(*field);
    const int count = field->is_repeated() ? reflection.FieldSize(message, field) : 1;
    for (int i = 0; i < count; ++i) {
      if (is_message && field->is_repeated()) {
        show_names_in(state, *reflection.MutableRepeatedMessage(&message, field, i));
      } else if (is_name && field->is_repeated()) {
        const std::string name = reflection.GetRepeatedString(message, field, i);
        reflection.SetRepeatedString(&message, field, i, shown_name(state, name));
      } else if (is_name) {
        reflection.SetString(&message, field, shown_name(state, reflection.GetString(message, field)));
      }
    }
  }
}

void show_names(const v1::State& state, v1::StatusView& view) {
  const bool any = std::any_of(state.players().begin(), state.players().end(),
                               [](const v1::Player& player) { return player.has_shown(); });
  if (any) show_names_in(state, view);
}

// As it would be typed: by whom is said too.
std::string command_of(const replay::Way& way, const v1::State& state) {
  if (way.player.empty() || way.command.find(" --as ") != std::string::npos) return way.command;
  return way.command + " --as " + as_shell_word(shown_name(state, way.player));
}

v1::StatusView::Way way_view(const replay::Way& way, const v1::State& state) {
  v1::StatusView::Way view;
  view.set_player(way.player);
  view.set_command(command_of(way, state));
  view.set_rule(way.rule.number());
  view.set_must(way.must);
  return view;
}

// Everyone in playing order, whoever else may act after them; what each must do before what he may.
void add_actors(const replay::StatusOf& status, const v1::State& state, v1::StatusView& view) {
  std::vector<std::string> players(view.players().begin(), view.players().end());
  for (const replay::Way& way : status.ways) {
    if (std::find(players.begin(), players.end(), way.player) == players.end()) players.push_back(way.player);
  }
  for (const std::string& player : players) {
    auto* actor = view.add_actors();
    actor->set_player(player);
    for (const bool must : {true, false}) {
      for (const replay::Way& way : status.ways) {
        if (way.player == player && way.must == must) *actor->add_ways() = way_view(way, state);
      }
    }
    actor->set_must(actor->ways_size() > 0 && actor->ways(0).must());
  }
}

void add_text(const v1::Text& text, const v1::State& state, bool authoritative, v1::RulesView::Rule& view) {
  auto* to = view.add_texts();
  to->set_lang(lang_of(text, state));
  to->set_text(text.text());
  to->set_authoritative(authoritative);
}

void fill_texts(const v1::State& state, const v1::Rule& rule, const std::vector<std::string>& langs,
                v1::RulesView::Rule& view) {
  if (rule.texts().empty()) return;
  const v1::Text& first = rule.texts(0);
  view.set_authoritative_lang(lang_of(first, state));
  bool shown_first = false;
  for (const std::string& lang : langs) {
    const v1::Text* text = text_in(state, rule, lang);
    view.set_other_lang(view.other_lang() || text == nullptr);
    if (text == nullptr) text = &first;
    if (text == &first && shown_first) continue;
    shown_first = shown_first || text == &first;
    add_text(*text, state, text == &first, view);
  }
  if (langs.empty()) {
    for (const v1::Text& text : rule.texts()) add_text(text, state, &text == &first, view);
  }
  view.set_text(view.texts(0).text());
  view.set_lang(view.texts(0).lang());
}

}  // namespace

v1::ScoresView scores_view(const replay::Engine& engine) {
  v1::ScoresView view;
  const v1::State& state = engine.state();
  for (const v1::Player& player : state.players()) {
    auto* score = view.add_scores();
    score->set_player(shown_name(player));
    if (player.has_shown()) score->set_recorded_as(player.names().name());
    score->set_points(in_points(player.points()));
    score->set_in_game(player.left_at() == 0);
    score->set_team(player.names().team());
    score->set_won(std::any_of(state.winners().begin(), state.winners().end(), [&](const v1::Winner& winner) {
      const bool game = winner.ends() == v1::Victory::GAME || winner.ends() == v1::Victory::ENDS_UNSPECIFIED;
      return game && winner.player() == player.names().name();
    }));
  }
  fill_holdings(state, view);
  return view;
}

bool has_text_in(const replay::Engine& engine, const v1::Rule& rule, std::string_view lang) {
  return text_in(engine.state(), rule, lang) != nullptr;
}

v1::RulesView::Rule rule_view(const replay::Engine& engine, const v1::Rule& rule,
                              const std::vector<std::string>& langs) {
  v1::RulesView::Rule view;
  view.set_number(rule.number());
  view.set_status(static_cast<v1::RulesView::Status>(rule.status()));
  view.set_lineage(rule.lineage());
  view.set_title(rule.title());
  fill_texts(engine.state(), rule, langs, view);
  view.set_since(count32(rule.since()));
  view.set_proposal(rule.proposal());
  for (const std::uint32_t number : rule.former_numbers()) view.add_former_numbers(number);
  view.set_is_void(engine.law().is_void(rule.number()));
  for (const v1::Provision& provision : rule.provisions()) {
    view.add_provisions(replay::print_provision(provision));
    view.add_in_words(replay::words_of(provision));
  }
  if (!rule.sources().empty()) {
    for (const v1::AppliedCorrection& correction : rule.sources().rbegin()->corrections()) {
      view.add_corrections(fmt::format(R"(#{} corrects "{}" to "{}")", correction.record(), correction.text().before(),
                                       correction.text().after()));
    }
  }
  for (const replay::Conflict& conflict : engine.law().conflicts()) {
    const bool undecided = conflict.end == replay::Conflict::End::UNDECIDED;
    if (conflict.loser.number() == rule.number() || (undecided && conflict.winner.number() == rule.number())) {
      view.add_conflicts(conflict.reason);
    }
  }
  return view;
}

v1::RulesView rules_view(const replay::Engine& engine, const std::vector<std::string>& langs) {
  v1::RulesView view;
  for (const v1::Rule& rule : engine.state().rules()) *view.add_rules() = rule_view(engine, rule, langs);
  return view;
}

double in_points(std::int64_t thousandths) {
  return static_cast<double>(thousandths) / 1000.0;
}

namespace {

void add_throw(const v1::Turn& turn, v1::StatusView& view) {
  if (!turn.has_dice()) return;
  auto* due = view.add_throws();
  due->set_player(turn.mover());
  due->set_turn(turn.number());
  due->set_round(turn.dice().position().round());
  due->set_phase(turn.dice().revealing() ? "REVEALING" : "COMMITTING");
  for (const std::string& name : turn.dice().committers()) due->add_committers(name);
  for (const v1::DiceSecret& own : turn.dice().secrets()) {
    due->add_committed(own.player());
    if (!own.secret().empty()) due->add_revealed(own.player());
  }
}

}  // namespace

v1::StatusView status_view(const replay::Engine& engine, const replay::History& history, const ledger::Head& head,
                           const ledger::Hash& head_hash) {
  const v1::State& state = engine.state();
  const replay::StatusOf status = replay::status_of(engine);
  v1::StatusView view;
  view.set_game(head.game.hash.hex());
  view.set_name(head.name);
  view.set_size(count32(state.size()));
  view.set_turn(state.turn().number());
  view.set_circuit(state.turn().circuit());
  view.set_phase(phase_of(state.turn().phase()));
  view.set_turn_of(status.turn_of);
  view.set_next(status.next);
  for (const std::string& player : status.waiting_for) view.add_waiting_for(player);
  add_proposals(engine, view);
  view.set_next_number(state.next_number());
  for (const v1::Winner& winner : state.winners()) {
    auto* won = view.add_winners();
    won->set_player(winner.player());
    won->set_record(count32(winner.record()));
    won->set_reached_at(count32(winner.reached_at()));
    won->set_rule(winner.rule());
    won->set_ends(winner.ends() == v1::Victory::ENDS_UNSPECIFIED ? "GAME" : v1::Victory::Ends_Name(winner.ends()));
  }
  for (const v1::Player& player : state.players()) {
    if (player.inactive_since() != 0 && player.left_at() == 0) view.add_inactive(player.names().name());
  }
  for (const v1::Application& application : state.applications()) view.add_applicants(application.names().name());
  for (const v1::PendingEffect& pending : state.pending()) view.add_pending(pending.proposal().number());
  for (const replay::DueOf& due : status.due) {
    auto* due_view = view.add_due();
    due_view->set_at(replay::print_time(due.at));
    due_view->set_what(due.what);
    due_view->set_rule(due.rule.number());
  }
  view.set_rounds(state.rounds());
  add_throw(state.turn(), view);
  for (const v1::Turn& turn : state.other_turns()) add_throw(turn, view);
  for (const std::string& player : replay::playing_order(engine)) view.add_players(player);
  for (const std::string& note : status.notes) view.add_notes(note);
  for (const replay::Way& way : status.ways) *view.add_ways() = way_view(way, state);
  add_actors(status, state, view);
  fill_dispute(engine, history, status, view);
  fill_holdings(state, view);
  view.set_edition(state.founding().edition());
  view.set_mode(state.founding().mode() == v1::MAIL ? "mail" : "table");
  view.set_head_hash(head_hash.hex());
  view.set_recorded_at(replay::print_time(state.recorded_at()));
  show_names(state, view);
  return view;
}

v1::ConsequenceView consequence_view(const v1::Consequence& consequence) {
  v1::ConsequenceView view;
  view.set_kind(v1::Consequence::Kind_Name(consequence.kind()));
  view.set_player(consequence.player());
  view.set_points(in_points(consequence.points()));
  view.set_total(in_points(consequence.total()));
  view.set_rule(consequence.rule().number());
  view.set_rule_since(count32(consequence.rule().since()));
  view.set_proposal(consequence.proposal());
  view.set_from_number(consequence.from_number());
  view.set_to_number(consequence.to_number());
  if (consequence.status() != v1::RULE_STATUS_UNSPECIFIED) view.set_status(v1::RuleStatus_Name(consequence.status()));
  view.set_votes_for(consequence.votes_for());
  view.set_votes_against(consequence.votes_against());
  view.set_eligible(consequence.eligible());
  view.set_turn(consequence.turn());
  view.set_circuit(consequence.circuit());
  view.set_in_favour(consequence.in_favour());
  view.set_reached_at(count32(consequence.reached_at()));
  view.set_text(consequence.text());
  view.set_abstained(consequence.abstained());
  view.set_abstentions(consequence.abstentions());
  return view;
}

v1::MoveView move_view(const replay::Receipt& receipt) {
  v1::MoveView view;
  view.set_index(count32(receipt.index));
  view.set_hash(receipt.hash.hex());
  for (const v1::Consequence& consequence : receipt.consequences)
    *view.add_consequences() = consequence_view(consequence);
  view.set_recorded_at(replay::print_time(receipt.recorded_at));
  view.set_dry_run(receipt.dry_run);
  view.set_repeated_request(receipt.repeated_request);
  for (const std::string& warning : receipt.warnings) view.add_warnings(warning);
  return view;
}

v1::LogView log_view(const replay::Played& played, const replay::Mark& mark, std::int64_t happened_at) {
  v1::LogView view;
  view.set_index(count32(played.record.index.value));
  view.set_recorded_at(replay::print_time(played.record.recorded_at.value));
  if (const std::int64_t time = played.move.event.occurred_at(); time != 0)
    view.set_occurred_at(replay::print_time(time));
  view.set_author(played.record.author);
  view.set_kind(kind_name(played.move.event));
  view.set_hash(played.record.leaf.hex());
  view.set_request_id(played.record.request_id);
  for (const v1::Consequence& consequence : played.consequences)
    *view.add_consequences() = consequence_view(consequence);
  *view.mutable_event() = event_view(played.move.event);
  view.set_standing(name_of(mark.standing));
  view.set_standing_by(count32(mark.by));
  view.set_happened_at(replay::print_time(happened_at));
  view.mutable_signed_by()->Reserve(static_cast<int>(played.move.signers.size()));
  for (const std::string& key : played.move.signers) view.add_signed_by(hex_of(key));
  view.set_seen_size(count32(played.record.seen_size));
  return view;
}

v1::FindingView finding_view(const ledger::Fault& fault) {
  v1::FindingView view;
  view.set_check(fault.check);
  view.set_index(fault.index ? count32(fault.index->value) : 0);
  view.set_what(fault.what);
  return view;
}

}  // namespace nomic::tools
