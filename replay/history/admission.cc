#include "admission.h"

#include <optional>

#include "decode.h"
#include "nomic/replay/edition.h"
#include "nomic/replay/game_limits.h"
#include "nomic/replay/point.h"
#include "nomic/replay/text.h"
#include "nomic/replay/text/edge.h"
#include "nomic/replay/text/unicode.h"

namespace nomic::replay {
namespace {

constexpr std::size_t NONCE_SIZE = 16;
constexpr std::size_t KEY_SIZE = 32;
constexpr std::size_t COMMITMENT_SIZE = 32;
constexpr std::size_t FORM_SIZE = 32;
constexpr std::size_t DATE_SIZE = std::string_view("2012-05-30").size();
constexpr std::int64_t LONGEST_DAY = std::int64_t{48} * 60 * 60 * 1'000'000;

// What is recorded is never changed, so it must be in its one form before.
Error not_normal(const Thing& what, const std::string& value) {
  const bool is_nfc = unicode::nfc(value) == value;
  return error_of(ErrorCode::TEXT_NOT_NORMAL, is_nfc ? "not_trimmed" : "not_nfc", about(what));
}

bool is_date(const std::string& written) {
  return written.size() == DATE_SIZE && static_cast<bool>(parse_time(written, false));
}

// A function a kind of event. The first thing that is wrong is kept; what is empty is right.
class Admission {
 public:
  [[nodiscard]] Status answer() const { return first_ ? Status(*first_) : Status(ledger::Done{}); }

  void check(const v1::Event& event);

  void check(const v1::PlayerNames& names) {
    if (first_) return;
    // The last word of the name is its surname, even where it could not be given as one.
    const Result<v1::PlayerNames> plain = player_names(names.name(), {}, names.team());
    const bool is_last_word = plain && plain->surname() == names.surname();
    const Result<v1::PlayerNames> made =
        is_last_word ? plain : player_names(names.name(), names.surname(), names.team());
    if (!made) return refuse(made.error());
    as_made(made->name(), names.name(), "player_name");
    as_made(made->surname(), names.surname(), "player_surname");
    as_made(made->team(), names.team(), "player_team");
    if (made->folded() == names.folded() && made->sort_key() == names.sort_key()) return;
    refuse(error_of(ErrorCode::TEXT_NOT_NORMAL, made->folded() == names.folded() ? "sort_key" : "folded_form",
                    {{"player", made->name()}}));
  }

 private:
  // ---- Fields by what they are ------------------------------------------------------------------------------------

  void refuse(Error error) {
    if (!first_) first_ = std::move(error);
  }

  void as_made(const std::string& made, const std::string& value, const Thing& what) {
    if (made != value) refuse(not_normal(what, value));
  }

  void as_cleaned(const Result<std::string>& clean, const std::string& value, const Thing& what) {
    if (!clean) return refuse(clean.error());
    as_made(*clean, value, what);
  }

  void text(const std::string& value, const Thing& what) {
    if (!first_ && !value.empty()) as_cleaned(clean_text(value, what), value, what);
  }

  void line(const std::string& value, const Thing& what, std::size_t limit) {
    if (!first_ && !value.empty()) as_cleaned(clean_line(value, what, limit), value, what);
  }

  void reason(const std::string& value) { line(value, "reason", REASON_LIMIT); }

  // Somebody who is a player, by the name on record: whether it was a good one was looked at when it was recorded.
  void player(const std::string& value) { line(value, "name_of_player", NAME_BYTES_LIMIT); }

  // Words out of a text: they may begin or end with a line end.
  void words(const std::string& value, const Thing& what) {
    if (first_ || value.empty()) return;
    if (value.size() > TEXT_LIMIT) {
      return refuse(error_of(ErrorCode::TEXT_TOO_LONG, "words", about(what, {{"size", value.size()}})));
    }
    const Result<std::string> checked = checked_text(value, what);
    if (!checked) return refuse(checked.error());
    as_made(unicode::nfc(*checked), value, what);
  }

  void language(const std::string& tag) {
    if (first_ || tag.empty() || is_language_tag(tag)) return;
    refuse(error_of(ErrorCode::BAD_LANGUAGE, "form", {{"limit", LANGUAGE_LIMIT}}));
  }

  void bytes(const std::string& value, std::string_view variant, std::size_t size, ErrorCode code) {
    if (first_ || value.empty() || value.size() == size) return;
    refuse(error_of(code, variant, {{"size", value.size()}, {"limit", size}}));
  }

  void key(const std::string& value) { bytes(value, "key_size", KEY_SIZE, ErrorCode::BAD_KEY); }
  void key_name(const std::string& value) { line(value, "key_name", KEY_NAME_LIMIT); }

  void check_time(std::int64_t micros, std::string_view variant) {
    if (first_ || (micros >= FIRST_TIME && micros <= LAST_TIME)) return;
    refuse(error_of(ErrorCode::BAD_POINT, variant));
  }

  void texts(const google::protobuf::RepeatedPtrField<v1::Text>& all) {
    for (const v1::Text& one : all) {
      language(one.lang());
      text(one.text(), "rule_text");
    }
  }

  void provisions(const google::protobuf::RepeatedPtrField<v1::Provision>& all) {
    for (const v1::Provision& one : all) {
      if (first_) return;
      if (Status met = check_provision(one); !met) refuse(met.error());
    }
  }

  void changes(const google::protobuf::RepeatedPtrField<v1::RuleChange>& all) {
    for (const v1::RuleChange& change : all) {
      line(change.title(), "rule_title", TITLE_LIMIT);
      texts(change.texts());
      provisions(change.provisions());
    }
  }

  // ---- Founding ---------------------------------------------------------------------------------------------------

  void check(const v1::GameFounded& event) {
    bytes(event.nonce(), "nonce_size", NONCE_SIZE, ErrorCode::BAD_RULESET);
    bytes(event.payloads_digest(), "founding_digest_size", ledger::Hash::SIZE, ErrorCode::BAD_RULESET);
    line(event.name(), "game_name", GAME_NAME_LIMIT);
    line(event.edition(), "ruleset_edition", NAME_LIMIT);
    language(event.lang());
    line(event.ruleset_source(), "ruleset_source", SOURCE_LIMIT);
    language(event.prevailing_lang());
    line(event.zone(), "zone", LABEL_LIMIT);
    if (!event.has_rehearsal()) return;
    bytes(event.rehearsal().game(), "rehearsal_size", ledger::Hash::SIZE, ErrorCode::BAD_RULESET);
    bytes(event.rehearsal().head_hash(), "rehearsal_size", ledger::Hash::SIZE, ErrorCode::BAD_RULESET);
    bytes(event.rehearsal().salt(), "rehearsal_size", NONCE_SIZE, ErrorCode::BAD_RULESET);
  }

  void check(const v1::RuleFounded& event) {
    line(event.rule().title(), "rule_title", TITLE_LIMIT);
    texts(event.rule().texts());
    provisions(event.rule().provisions());
  }

  void check(const v1::PlayerSeated& event) {
    check(event.player());
    key(event.public_key());
    key_name(event.key_name());
  }

  // ---- Players ----------------------------------------------------------------------------------------------------

  void check(const v1::PlayerJoined& event) {
    check(event.player());
    key(event.public_key());
    key_name(event.key_name());
  }

  void check(const v1::TeamAssigned& event) {
    if (!first_ && !event.team().empty()) as_cleaned(clean_name(event.team(), "team"), event.team(), "team");
  }

  void check(const v1::ActivityChanged& event) { reason(event.reason()); }
  void check(const v1::ApprovalGiven& event) { player(event.player()); }

  // ---- Proposals --------------------------------------------------------------------------------------------------

  template <class Form>
  void form(const Form& event) {
    changes(event.changes());
    reason(event.reason());
    check_time(event.effect_at(), "effect_beyond_years");
  }
  void check(const v1::ProposalMade& event) { form(event); }
  void check(const v1::ProposalRevised& event) { form(event); }
  void check(const v1::DebateSpoken& event) { text(event.text(), "what_is_said"); }
  void check(const v1::VoteCast& event) { bytes(event.form(), "form_size", FORM_SIZE, ErrorCode::BAD_REQUEST); }

  // ---- Dice -------------------------------------------------------------------------------------------------------

  void check(const v1::DiceCommitted& event) {
    bytes(event.commitment(), "commitment_size", COMMITMENT_SIZE, ErrorCode::BAD_COMMITMENT);
  }
  void check(const v1::DiceRevealed& event) {
    bytes(event.secret(), "secret_size", COMMITMENT_SIZE, ErrorCode::BAD_COMMITMENT);
  }

  // ---- Judgment ---------------------------------------------------------------------------------------------------

  void check(const v1::JudgmentInvoked& event) { text(event.question(), "question"); }

  void check(const v1::JudgmentDelivered& event) {
    text(event.answer(), "answer");
    text(event.reasons(), "reasons");
    for (const v1::Finding& finding : event.findings()) check(finding);
  }

  void check(const v1::Finding& finding) {
    switch (finding.kind_case()) {
      case v1::Finding::kPlayer:
        return player(finding.player().player());
      case v1::Finding::kBallot:
        return player(finding.ballot().player());
      case v1::Finding::kPoints:
        return player(finding.points().player());
      case v1::Finding::kWinner:
        return player(finding.winner());
      case v1::Finding::kEndOfDebate:
        return check_time(finding.end_of_debate(), "debate_end_beyond_years");
      case v1::Finding::kVoidRule:
      case v1::Finding::kPrevailingRule:
      case v1::Finding::kOutcome:
      case v1::Finding::kNumber:
      case v1::Finding::KIND_NOT_SET:
        return;
    }
  }

  // ---- What the rules leave free ----------------------------------------------------------------------------------

  // The move in it is recorded too, and made if a Judgment upholds it.
  void check(const v1::MoveContested& event) {
    text(event.refusal(), "refusal");
    if (first_) return;
    ledger::StoredRecord as_if;
    as_if.index.value = 1;
    as_if.payload = event.event();
    const Result<Move> inner = decode_move(as_if);
    if (!inner || inner->event.has_move_contested()) {
      return refuse(error_of(ErrorCode::NOT_CONTESTABLE, "unreadable"));
    }
    check(inner->event);
  }

  void check(const v1::ActPerformed& event) {
    text(event.text(), "what_is_done");
    for (const v1::PointsFinding& points : event.points()) player(points.player());
    for (const v1::Attribute& attribute : event.attributes()) {
      player(attribute.player());
      line(attribute.key(), "value_name", LABEL_LIMIT);
      line(attribute.value(), "value", VALUE_LIMIT);
    }
    changes(event.changes());
    for (const v1::Holding& holding : event.holdings()) {
      line(holding.owner(), "owner", LABEL_LIMIT);
      line(holding.thing(), "thing", LABEL_LIMIT);
    }
  }

  void check(const v1::RecordCorrected& event) {
    line(event.cause(), "cause", REASON_LIMIT);
    switch (event.what_case()) {
      case v1::RecordCorrected::kText:
        language(event.text().lang());
        words(event.text().before(), "what_was_written");
        if (event.text().whole()) return text(event.text().after(), "rule_text");
        return words(event.text().after(), "what_replaces_it");
      case v1::RecordCorrected::kOccurredAt:
        return check_time(event.occurred_at(), "record_time_beyond_years");
      case v1::RecordCorrected::kName:
        return check(event.name());
      case v1::RecordCorrected::kTitle:
        line(event.title().before(), "rule_title", TITLE_LIMIT);
        return line(event.title().after(), "rule_title", TITLE_LIMIT);
      case v1::RecordCorrected::kNumber:
      case v1::RecordCorrected::WHAT_NOT_SET:
        return;
    }
  }

  void check(const v1::ObjectionRaised& event) { reason(event.reason()); }
  void check(const v1::RuleAnnotated& event) { text(event.text(), "note"); }

  // ---- Keys -------------------------------------------------------------------------------------------------------

  void check(const v1::KeyRegistered& event) {
    player(event.player());
    key(event.public_key());
    key_name(event.key_name());
  }

  void check(const v1::KeyRotated& event) {
    key(event.old_key());
    key(event.new_key());
    key_name(event.key_name());
  }

  void check(const v1::KeyRevoked& event) {
    key(event.public_key());
    reason(event.reason());
    key(event.successor());
  }

  void check(const v1::SeatRestored& event) {
    player(event.player());
    reason(event.reason());
  }

  // ---- The keeping of the ledger ----------------------------------------------------------------------------------

  // A day is as long as its zone had it: never as long as two.
  void check(const v1::OccurredDay& day, std::int64_t begins) {
    line(day.zone(), "zone", LABEL_LIMIT);
    check_time(day.ends_at(), "occurred_beyond_years");
    if (!is_date(day.written()) || day.zone().empty()) refuse(error_of(ErrorCode::BAD_POINT, "day_written"));
    if (day.ends_at() < begins || day.ends_at() - begins >= LONGEST_DAY) {
      refuse(error_of(ErrorCode::BAD_POINT, "day_ends"));
    }
  }

  // What can be read as a time is said as one.
  void written_date(const v1::Event& event) {
    const std::string& written = event.occurred_as_written();
    if (written.empty()) return;
    line(written, "date_written", LABEL_LIMIT);
    if (!event.afterwards() || event.occurred_at() == 0) refuse(error_of(ErrorCode::BAD_POINT, "written_of_live"));
    if (parse_time(written, false)) refuse(error_of(ErrorCode::BAD_POINT, "written_is_a_time", {{"typed", written}}));
  }

  void check(const v1::RollbackAccepted& event) {
    bytes(event.seen_hash(), "seen_hash_size", ledger::Hash::SIZE, ErrorCode::BAD_POINT);
    reason(event.reason());
  }

  std::optional<Error> first_;
};

// A line a kind: the compiler misses any that is left out.
// NOLINTNEXTLINE(readability-function-size)
void Admission::check(const v1::Event& event) {
  check_time(event.occurred_at(), "occurred_beyond_years");
  if (event.has_occurred_day()) check(event.occurred_day(), event.occurred_at());
  written_date(event);
  switch (event.kind_case()) {
    case v1::Event::kGameFounded:
      return check(event.game_founded());
    case v1::Event::kRuleFounded:
      return check(event.rule_founded());
    case v1::Event::kPlayerSeated:
      return check(event.player_seated());
    case v1::Event::kPlayerJoined:
      return check(event.player_joined());
    case v1::Event::kTeamAssigned:
      return check(event.team_assigned());
    case v1::Event::kActivityChanged:
      return check(event.activity_changed());
    case v1::Event::kApprovalGiven:
      return check(event.approval_given());
    case v1::Event::kProposalMade:
      return check(event.proposal_made());
    case v1::Event::kProposalRevised:
      return check(event.proposal_revised());
    case v1::Event::kDebateSpoken:
      return check(event.debate_spoken());
    case v1::Event::kVoteCast:
      return check(event.vote_cast());
    case v1::Event::kDiceCommitted:
      return check(event.dice_committed());
    case v1::Event::kDiceRevealed:
      return check(event.dice_revealed());
    case v1::Event::kJudgmentInvoked:
      return check(event.judgment_invoked());
    case v1::Event::kJudgmentDelivered:
      return check(event.judgment_delivered());
    case v1::Event::kMoveContested:
      return check(event.move_contested());
    case v1::Event::kActPerformed:
      return check(event.act_performed());
    case v1::Event::kRecordCorrected:
      return check(event.record_corrected());
    case v1::Event::kObjectionRaised:
      return check(event.objection_raised());
    case v1::Event::kRuleAnnotated:
      return check(event.rule_annotated());
    case v1::Event::kKeyRegistered:
      return check(event.key_registered());
    case v1::Event::kKeyRotated:
      return check(event.key_rotated());
    case v1::Event::kKeyRevoked:
      return check(event.key_revoked());
    case v1::Event::kSeatRestored:
      return check(event.seat_restored());
    case v1::Event::kRollbackAccepted:
      return check(event.rollback_accepted());
    // Numbers, switches and enumerations alone.
    case v1::Event::kPlayerForfeited:
    case v1::Event::kProposalWithdrawn:
    case v1::Event::kVoteCalled:
    case v1::Event::kVoteWithdrawn:
    case v1::Event::kDiceThrown:
    case v1::Event::kOverruleVoted:
    case v1::Event::kDebateEndAsked:
    case v1::Event::kConsentGiven:
    case v1::Event::kOutcomeAttested:
    case v1::Event::kTimePassed:
    case v1::Event::kGameWentLive:
    case v1::Event::kEngineUpgraded:
      return;
    case v1::Event::KIND_NOT_SET:
      return refuse(error_of(ErrorCode::NEWER_EVENT, "no_kind"));
  }
}

}  // namespace

Status may_be_recorded(const v1::Event& event) {
  Admission admission;
  admission.check(event);
  return admission.answer();
}

Status may_be_recorded(const v1::PlayerNames& names) {
  Admission admission;
  admission.check(names);
  return admission.answer();
}

Status may_be_request_id(std::string_view id) {
  const Result<std::string> clean = clean_line(id, "request_id", REQUEST_ID_LIMIT);
  if (!clean) return clean.error();
  return ledger::Done{};
}

Result<Move> as_recorded(std::uint64_t index, const std::string& author, std::int64_t recorded_at,
                         const v1::Event& event) {
  if (Status may = may_be_recorded(event); !may) return may.error();
  ledger::StoredRecord record;
  record.index.value = index;
  record.author = author;
  record.recorded_at.value = recorded_at;
  record.payload = event.SerializeAsString();
  return decode_move(record);
}

}  // namespace nomic::replay
