// What may be recorded: every kind of field with everything that may not stand in it, by one's own words, by a
// statement signed elsewhere and by founding; and that what is accepted can be opened, replayed and printed.
#include "admission.h"

#include <fmt/format.h>
#include <google/protobuf/stubs/logging.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <functional>

#include "nomic/ledger/statement.h"
#include "nomic/replay/digest.h"
#include "nomic/replay/edition.h"
#include "nomic/replay/game_limits.h"
#include "nomic/replay/text.h"
#include "replay/history/arbitrary.h"
#include "replay/history/kept.h"
#include "replay/history/printed.h"

namespace nomic::replay::test {
namespace {

// ---- The table ----------------------------------------------------------------------------------------------------

enum class Sort : std::uint8_t { TEXT, LINE, NAME };

struct Field {
  const char* name;
  Sort sort;
  std::size_t limit;
  std::function<void(v1::Event&, const std::string&)> put;
};

v1::RuleChange& enactment(v1::Event& event) {
  auto& change = *event.mutable_proposal_made()->add_changes();
  change.set_kind(v1::ENACT);
  change.add_texts()->set_text("Tea is served at noon.");
  return change;
}

const std::vector<Field>& fields() {
  using Words = const std::string&;
  static const std::vector<Field> ALL = {
      {"reason", Sort::LINE, REASON_LIMIT,
       [](v1::Event& e, Words w) {
         enactment(e);
         e.mutable_proposal_made()->set_reason(w);
       }},
      {"title", Sort::LINE, TITLE_LIMIT, [](v1::Event& e, Words w) { enactment(e).set_title(w); }},
      {"rule's text", Sort::TEXT, TEXT_LIMIT,
       [](v1::Event& e, Words w) { enactment(e).mutable_texts(0)->set_text(w); }},
      {"debate", Sort::TEXT, TEXT_LIMIT, [](v1::Event& e, Words w) { e.mutable_debate_spoken()->set_text(w); }},
      {"question", Sort::TEXT, TEXT_LIMIT,
       [](v1::Event& e, Words w) { e.mutable_judgment_invoked()->set_question(w); }},
      {"answer", Sort::TEXT, TEXT_LIMIT, [](v1::Event& e, Words w) { e.mutable_judgment_delivered()->set_answer(w); }},
      {"reasons", Sort::TEXT, TEXT_LIMIT,
       [](v1::Event& e, Words w) { e.mutable_judgment_delivered()->set_reasons(w); }},
      {"winner", Sort::LINE, NAME_BYTES_LIMIT,
       [](v1::Event& e, Words w) { e.mutable_judgment_delivered()->add_findings()->set_winner(w); }},
      {"absence", Sort::LINE, REASON_LIMIT, [](v1::Event& e, Words w) { e.mutable_activity_changed()->set_reason(w); }},
      {"objection", Sort::LINE, REASON_LIMIT,
       [](v1::Event& e, Words w) { e.mutable_objection_raised()->set_reason(w); }},
      {"note", Sort::TEXT, TEXT_LIMIT, [](v1::Event& e, Words w) { e.mutable_rule_annotated()->set_text(w); }},
      {"corrected title", Sort::LINE, TITLE_LIMIT,
       [](v1::Event& e, Words w) { e.mutable_record_corrected()->mutable_title()->set_after(w); }},
      {"whole text", Sort::TEXT, TEXT_LIMIT,
       [](v1::Event& e, Words w) {
         e.mutable_record_corrected()->mutable_text()->set_whole(true);
         e.mutable_record_corrected()->mutable_text()->set_after(w);
       }},
      {"cause", Sort::LINE, REASON_LIMIT, [](v1::Event& e, Words w) { e.mutable_record_corrected()->set_cause(w); }},
      {"revocation", Sort::LINE, REASON_LIMIT, [](v1::Event& e, Words w) { e.mutable_key_revoked()->set_reason(w); }},
      {"restoration", Sort::LINE, REASON_LIMIT,
       [](v1::Event& e, Words w) { e.mutable_seat_restored()->set_reason(w); }},
      {"key's name", Sort::LINE, KEY_NAME_LIMIT,
       [](v1::Event& e, Words w) { e.mutable_key_registered()->set_key_name(w); }},
      {"act", Sort::TEXT, TEXT_LIMIT, [](v1::Event& e, Words w) { e.mutable_act_performed()->set_text(w); }},
      {"key of a value", Sort::LINE, LABEL_LIMIT,
       [](v1::Event& e, Words w) { e.mutable_act_performed()->add_attributes()->set_key(w); }},
      {"value", Sort::LINE, VALUE_LIMIT,
       [](v1::Event& e, Words w) { e.mutable_act_performed()->add_attributes()->set_value(w); }},
      {"owner", Sort::LINE, LABEL_LIMIT,
       [](v1::Event& e, Words w) { e.mutable_act_performed()->add_holdings()->set_owner(w); }},
      {"thing", Sort::LINE, LABEL_LIMIT,
       [](v1::Event& e, Words w) { e.mutable_act_performed()->add_holdings()->set_thing(w); }},
      {"applicant", Sort::LINE, NAME_BYTES_LIMIT,
       [](v1::Event& e, Words w) { e.mutable_approval_given()->set_player(w); }},
      {"team", Sort::NAME, NAME_LIMIT, [](v1::Event& e, Words w) { e.mutable_team_assigned()->set_team(w); }},
  };
  return ALL;
}

struct Bad {
  const char* what;
  std::string words;
  ErrorCode in_text;
  ErrorCode in_line;
  ErrorCode in_name;
};

const std::vector<Bad>& spoilt() {
  using E = ErrorCode;
  static const std::vector<Bad> ALL = {
      {"no UTF-8", "a\xC3(", E::TEXT_NOT_UTF8, E::TEXT_NOT_UTF8, E::TEXT_NOT_UTF8},
      {"ESC", "a\x1B[2Jb", E::TEXT_CONTROL, E::TEXT_CONTROL, E::TEXT_CONTROL},
      {"C1",
       "a\xC2\x9B"
       "b",
       E::TEXT_CONTROL, E::TEXT_CONTROL, E::TEXT_CONTROL},
      {"NUL", std::string("a\0b", 3), E::TEXT_CONTROL, E::TEXT_CONTROL, E::TEXT_CONTROL},
      {"a bidi control",
       "a\xE2\x80\xAE"
       "b",
       E::TEXT_CONTROL, E::TEXT_CONTROL, E::TEXT_CONTROL},
      {"an unassigned code point",
       "a\xCD\xB8"
       "b",
       E::TEXT_CONTROL, E::TEXT_CONTROL, E::TEXT_CONTROL},
      {"a noncharacter",
       "a\xEF\xBF\xBF"
       "b",
       E::TEXT_CONTROL, E::TEXT_CONTROL, E::TEXT_CONTROL},
      {"not NFC", "Rene\xCC\x81", E::TEXT_NOT_NORMAL, E::TEXT_NOT_NORMAL, E::TEXT_NOT_NORMAL},
      {"a byte order mark",
       "\xEF\xBB\xBF"
       "a",
       E::TEXT_NOT_NORMAL, E::TEXT_NOT_NORMAL, E::TEXT_NOT_NORMAL},
      {"line ends around", "\na\n", E::TEXT_NOT_NORMAL, E::TEXT_NOT_NORMAL, E::NAME_NOT_ALLOWED},
      {"CRLF", "a\r\nb", E::TEXT_NOT_NORMAL, E::TEXT_CONTROL, E::NAME_NOT_ALLOWED},
  };
  return ALL;
}

const std::vector<Bad>& spoilt_in_lines() {
  using E = ErrorCode;
  static const std::vector<Bad> ALL = {
      {"two lines", "a\nb", E::TEXT_EMPTY, E::TEXT_CONTROL, E::NAME_NOT_ALLOWED},
      {"a tab", "a\tb", E::TEXT_EMPTY, E::TEXT_CONTROL, E::NAME_NOT_ALLOWED},
      {"space around", " a ", E::TEXT_EMPTY, E::TEXT_NOT_NORMAL, E::NAME_NOT_ALLOWED},
  };
  return ALL;
}

ErrorCode code_for(const Bad& bad, Sort sort) {
  return sort == Sort::TEXT ? bad.in_text : sort == Sort::LINE ? bad.in_line : bad.in_name;
}

std::vector<Bad> all_that_is_bad_in(const Field& field) {
  std::vector<Bad> all = spoilt();
  if (field.sort != Sort::TEXT) all.insert(all.end(), spoilt_in_lines().begin(), spoilt_in_lines().end());
  all.push_back({"too long", std::string(field.limit + 1, 'a'), ErrorCode::TEXT_TOO_LONG, ErrorCode::TEXT_TOO_LONG,
                 ErrorCode::NAME_TOO_LONG});
  return all;
}

// ---- A game of which nothing changes ------------------------------------------------------------------------------

class Door {
 public:
  Door() : kept_(Where::MEMORY, founding(key_)) {}

  static Founding founding(const ledger::PrivateKey& key) {
    Founding made = founding_of({"Ann", "Bob"});
    made.keys = {{key.public_key().raw(), "ann"}, {}};
    return made;
  }

  Result<Receipt> by_words(const std::string& author, const v1::Event& event, bool dry_run = false) {
    Submission submission;
    submission.dry_run = dry_run;
    submission.author = author;
    submission.event = event;
    submission.now = kept_.now + SECOND;
    submission.keys = {&key_};
    return kept_.game->submit(submission);
  }

  Result<Receipt> by_statement(const std::string& author, const std::string& payload, const std::string& id = "r") {
    const ledger::Head& head = std::as_const(*kept_.game).head();
    Submission submission;
    submission.now = kept_.now + SECOND;
    submission.prepared = ledger::sign_statement({head.game, head.size, head.head_hash, author, id, payload}, {&key_});
    return kept_.game->submit(submission);
  }

  // Refused so, and nothing has changed.
  void refuses(const Result<Receipt>& result, ErrorCode code, const std::vector<std::string>& words = {}) {
    expect_refused(result, code, words);
    EXPECT_EQ(kept_.game->head().size, size_);
    EXPECT_EQ(kept_.ledger->head(kept_.game->head().game)->size, size_);
    EXPECT_EQ(digest_of(kept_.state()), digest_);
  }

  Kept& kept() { return kept_; }

 private:
  ledger::PrivateKey key_ = ledger::PrivateKey::generate();
  Kept kept_;
  const std::uint64_t size_ = kept_.game->head().size;
  const ledger::Hash digest_ = digest_of(kept_.state());
};

TEST(Admission, RefusesWhatMayStandInNoField) {
  const google::protobuf::LogSilencer quiet;  // it says on stderr that a string is no UTF-8
  Door door;
  for (const Field& field : fields()) {
    for (const Bad& bad : all_that_is_bad_in(field)) {
      SCOPED_TRACE(std::string(field.name) + ": " + bad.what);
      v1::Event event;
      field.put(event, bad.words);
      const ErrorCode code = code_for(bad, field.sort);
      door.refuses(door.by_words("Ann", event), code);
      // What is no UTF-8 is no event at all once it is bytes.
      const bool is_event = code != ErrorCode::TEXT_NOT_UTF8;
      door.refuses(door.by_statement("Ann", event.SerializeAsString()), is_event ? code : ErrorCode::BAD_REQUEST);
    }
  }
}

// The longest that may be, and what is allowed in it, are not refused for what they are.
TEST(Admission, TakesEveryFieldUpToItsLimit) {
  for (const Field& field : fields()) {
    SCOPED_TRACE(field.name);
    for (const std::string& good : {std::string(), std::string(field.limit, 'a'), std::string("Ren\xC3\xA9 42")}) {
      v1::Event event;
      field.put(event, good);
      EXPECT_TRUE(may_be_recorded(event).ok()) << why(may_be_recorded(event));
    }
  }
  v1::Event lines;
  lines.mutable_debate_spoken()->set_text("one\n\n\ttwo");
  EXPECT_TRUE(may_be_recorded(lines).ok());
}

TEST(Admission, CountsANameInCharacters) {
  const auto event = [](int characters) {
    v1::Event made;
    std::string name;
    for (int i = 0; i < characters; ++i) name += "\xF0\x9D\x92\x9C";  // four bytes
    made.mutable_team_assigned()->set_team(name);
    return made;
  };
  EXPECT_TRUE(may_be_recorded(event(64)).ok());
  expect_refused(may_be_recorded(event(65)), ErrorCode::NAME_TOO_LONG, {"65", "64"});
}

// ---- Names --------------------------------------------------------------------------------------------------------

struct Misnamed {
  const char* what;
  std::function<void(v1::PlayerNames&)> spoil;
  ErrorCode code;
};

const std::vector<Misnamed>& misnamed() {
  using N = v1::PlayerNames;
  static const std::vector<Misnamed> ALL = {
      {"empty", [](N& n) { n.Clear(); }, ErrorCode::NAME_EMPTY},
      {"no UTF-8", [](N& n) { n.set_name("Cyd\xFF"); }, ErrorCode::TEXT_NOT_UTF8},
      {"a newline", [](N& n) { n.set_name("Cyd\nLee"); }, ErrorCode::NAME_NOT_ALLOWED},
      {"ESC", [](N& n) { n.set_name("Cyd\x1B"); }, ErrorCode::TEXT_CONTROL},
      {"too long", [](N& n) { n.set_name(std::string(65, 'a')); }, ErrorCode::NAME_TOO_LONG},
      {"a number", [](N& n) { n.set_name("42"); }, ErrorCode::NAME_NOT_ALLOWED},
      {"not NFC", [](N& n) { n.set_name("Cyde\xCC\x81"); }, ErrorCode::TEXT_NOT_NORMAL},
      {"another's folded form", [](N& n) { n.set_folded("cyd leigh"); }, ErrorCode::TEXT_NOT_NORMAL},
      {"no folded form", [](N& n) { n.clear_folded(); }, ErrorCode::TEXT_NOT_NORMAL},
      {"another's sort key", [](N& n) { n.set_sort_key("aaa"); }, ErrorCode::TEXT_NOT_NORMAL},
      {"no surname", [](N& n) { n.clear_surname(); }, ErrorCode::TEXT_NOT_NORMAL},
      {"a surname of two lines", [](N& n) { n.set_surname("L\nee"); }, ErrorCode::NAME_NOT_ALLOWED},
      {"a team that repaints", [](N& n) { n.set_team("red\xC2\x9B"); }, ErrorCode::TEXT_CONTROL},
      {"a team not in NFC", [](N& n) { n.set_team("e\xCC\x81"); }, ErrorCode::TEXT_NOT_NORMAL},
  };
  return ALL;
}

TEST(Admission, RefusesNamesThatAreNone) {
  const google::protobuf::LogSilencer quiet;
  Door door;
  for (const Misnamed& one : misnamed()) {
    SCOPED_TRACE(one.what);
    v1::PlayerNames names = *player_names("Cyd Lee", {}, {});
    one.spoil(names);
    v1::Event joining;
    *joining.mutable_player_joined()->mutable_player() = names;
    door.refuses(door.by_words("", joining), one.code);
    const bool is_event = one.code != ErrorCode::TEXT_NOT_UTF8;
    door.refuses(door.by_statement(is_event ? names.name() : "Cyd", joining.SerializeAsString()),
                 is_event ? one.code : ErrorCode::BAD_REQUEST);
    v1::Event correcting;
    correcting.mutable_record_corrected()->set_record(30);
    correcting.mutable_record_corrected()->set_cause("a slip");
    *correcting.mutable_record_corrected()->mutable_name() = names;
    door.refuses(door.by_words("Ann", correcting), one.code);

    const auto ledger = ledger::Ledger::in_memory();
    Founding founding = founding_of({"Ann", "Cyd Lee"});
    one.spoil(founding.players[1]);
    expect_refused(Game::found(*ledger, founding), one.code);
    EXPECT_TRUE(ledger->games()->empty());
  }
}

// The folded form in a statement is its author's word.
TEST(Admission, SeatsNoSecondAnnByAForgedFoldedForm) {
  Door door;
  v1::Event joining;
  *joining.mutable_player_joined()->mutable_player() = *player_names("Ann", {}, {});
  joining.mutable_player_joined()->mutable_player()->set_folded("ann the second");
  door.refuses(door.by_statement("Ann", joining.SerializeAsString()), ErrorCode::TEXT_NOT_NORMAL,
               {"folded form", "Ann"});
  door.refuses(door.by_words("", joining), ErrorCode::TEXT_NOT_NORMAL);
  Founding founding = founding_of({"Ann", "Bob"});
  founding.players[1] = joining.player_joined().player();
  const auto ledger = ledger::Ledger::in_memory();
  expect_refused(Game::found(*ledger, founding), ErrorCode::TEXT_NOT_NORMAL);
}

TEST(Admission, TakesAStatementOnlyUnderItsAuthorsNameOnRecord) {
  Door door;
  const std::string payload = enact("Cake is served at noon.").SerializeAsString();
  door.refuses(door.by_statement("ann", payload), ErrorCode::UNKNOWN_PLAYER, {"\"ann\"", "\"Ann\""});
  door.refuses(door.by_statement("Amn", payload), ErrorCode::UNKNOWN_PLAYER, {"did you mean \"Ann\"?"});
  door.refuses(door.by_statement("", payload), ErrorCode::UNKNOWN_PLAYER);
  v1::Event joining = join("Cyd");
  door.refuses(door.by_statement("Dee", joining.SerializeAsString()), ErrorCode::UNKNOWN_PLAYER, {"Dee", "Cyd"});
  // Anybody may tell that time has passed, but not under a name that nobody has.
  v1::Event tick;
  tick.mutable_time_passed();
  door.refuses(door.by_statement("a\x1B[2J", tick.SerializeAsString()), ErrorCode::UNKNOWN_PLAYER);
  EXPECT_TRUE(door.by_statement("Ann", payload).ok());
}

// ---- Founding -----------------------------------------------------------------------------------------------------

TEST(Admission, FoundsNothingOnWordsThatMayNotBeRecorded) {
  struct Spoilt {
    const char* field;
    std::function<void(Founding&, const std::string&)> put;
    std::optional<ErrorCode> code;  // of any kind of badness; else that of a line
  };
  const std::vector<Spoilt> all = {
      {"the game's name", [](Founding& f, const std::string& w) { f.name = w; }, {}},
      {"source", [](Founding& f, const std::string& w) { f.ruleset.set_source(w); }, ErrorCode::BAD_RULESET},
      {"edition", [](Founding& f, const std::string& w) { f.ruleset.set_edition(w); }, ErrorCode::BAD_RULESET},
      {"a title", [](Founding& f, const std::string& w) { f.ruleset.mutable_rules(3)->set_title(w); },
       ErrorCode::BAD_RULESET},
      {"a text", [](Founding& f, const std::string& w) { f.ruleset.mutable_rules(3)->mutable_texts(0)->set_text(w); },
       ErrorCode::BAD_RULESET},
      {"a text's language",
       [](Founding& f, const std::string& w) { f.ruleset.mutable_rules(3)->mutable_texts(0)->set_lang(w); },
       ErrorCode::BAD_RULESET},
      {"the game's language", [](Founding& f, const std::string& w) { f.lang = w; }, ErrorCode::BAD_LANGUAGE},
      {"the prevailing language", [](Founding& f, const std::string& w) { f.ruleset.set_prevailing_lang(w); },
       ErrorCode::BAD_LANGUAGE},
      {"a key's name",
       [](Founding& f, const std::string& w) {
         f.keys = {{"", w}, {}};
       },
       {}},
      {"the request ID", [](Founding& f, const std::string& w) { f.request.id = w; }, {}},
  };
  const google::protobuf::LogSilencer quiet;
  const auto ledger = ledger::Ledger::in_memory();
  for (const Spoilt& one : all) {
    for (const Bad& bad : spoilt()) {
      // Whatever is around the game's name or a request's ID is not recorded, and an ID need not be in NFC.
      if (!one.code && bad.in_line == ErrorCode::TEXT_NOT_NORMAL && std::string(one.field) != "a key's name") continue;
      SCOPED_TRACE(std::string(one.field) + ": " + bad.what);
      Founding founding = founding_of({"Ann", "Bob"});
      one.put(founding, bad.words);
      expect_refused(Game::found(*ledger, founding), one.code.value_or(bad.in_line));
    }
  }
  Founding short_key = founding_of({"Ann", "Bob"});
  short_key.keys = {{std::string(31, 'k'), "ann"}, {}};
  expect_refused(Game::found(*ledger, short_key), ErrorCode::BAD_KEY, {"31", "32"});
  EXPECT_TRUE(ledger->games()->empty());
}

// ---- What else a record may not hold ------------------------------------------------------------------------------

TEST(Admission, RefusesBytesOfAnotherLength) {
  Door door;
  v1::Event event;
  event.mutable_dice_committed()->set_commitment(std::string(31, 'c'));
  door.refuses(door.by_words("Ann", event), ErrorCode::BAD_COMMITMENT, {"31", "32"});
  event.mutable_dice_revealed()->set_secret(std::string(33, 's'));
  door.refuses(door.by_words("Ann", event), ErrorCode::BAD_COMMITMENT, {"33", "32"});
  event.mutable_key_registered()->set_public_key("short");
  door.refuses(door.by_words("Ann", event), ErrorCode::BAD_KEY);
  event.mutable_key_rotated()->set_old_key("short");
  door.refuses(door.by_words("Ann", event), ErrorCode::BAD_KEY);
  event.mutable_key_revoked()->set_successor("short");
  door.refuses(door.by_words("Ann", event), ErrorCode::BAD_KEY);
  event.mutable_rollback_accepted()->set_seen_hash("short");
  door.refuses(door.by_words("Ann", event), ErrorCode::BAD_POINT);
}

TEST(Admission, RefusesTimesThatCannotBeWritten) {
  Door door;
  for (const std::int64_t time : {LAST_TIME + 1, FIRST_TIME - 1}) {
    v1::Event event = enact("Cake is served at noon.");
    event.set_occurred_at(time);
    door.refuses(door.by_words("Ann", event), ErrorCode::BAD_POINT, {"9999"});
    event = enact("Cake is served at noon.");
    event.mutable_proposal_made()->set_effect_at(time);
    door.refuses(door.by_words("Ann", event), ErrorCode::BAD_POINT);
  }
  v1::Event event;
  event.mutable_judgment_delivered()->add_findings()->set_end_of_debate(LAST_TIME + 1);
  door.refuses(door.by_words("Ann", event), ErrorCode::BAD_POINT);
}

TEST(Admission, RefusesAFormThatIsNoDigest) {
  Door door;
  for (const std::size_t size : {1U, 31U, 33U}) {
    v1::Event event = vote(FOR, 301);
    event.mutable_vote_cast()->set_form(std::string(size, 'x'));
    door.refuses(door.by_words("Ann", event), ErrorCode::BAD_REQUEST);
    door.refuses(door.by_statement("Ann", event.SerializeAsString()), ErrorCode::BAD_REQUEST);
  }
}

TEST(Admission, RefusesWhatIsNoLanguage) {
  Door door;
  for (const std::string& tag :
       {std::string("e n"), std::string("-en"), std::string("en-"), std::string("d\xC3\xA9"), std::string(36, 'a')}) {
    SCOPED_TRACE(tag);
    v1::Event event = enact("Cake is served at noon.");
    event.mutable_proposal_made()->mutable_changes(0)->mutable_texts(0)->set_lang(tag);
    door.refuses(door.by_words("Ann", event), ErrorCode::BAD_LANGUAGE);
  }
}

TEST(Admission, RefusesAWholeThatReplayWouldNotRead) {
  Door door;
  door.refuses(door.by_words("Ann", v1::Event()), ErrorCode::NEWER_EVENT);
  door.refuses(door.by_statement("Ann", "\x08"), ErrorCode::BAD_REQUEST, {"statement"});
  v1::Event newer = enact("Cake is served at noon.");
  newer.GetReflection()->MutableUnknownFields(&newer)->AddVarint(999, 1);
  door.refuses(door.by_words("Ann", newer), ErrorCode::NEWER_EVENT);
  door.refuses(door.by_statement("Ann", newer.SerializeAsString()), ErrorCode::NEWER_EVENT, {"statement"});
  v1::Event choice = vote(static_cast<v1::VoteCast::Choice>(77), 301);
  door.refuses(door.by_words("Ann", choice), ErrorCode::NEWER_EVENT);
  // Two fields in the wrong order: another form of the same event.
  const std::string payload = enact("Cake is served at noon.").SerializeAsString();
  door.refuses(door.by_statement("Ann", payload + std::string("\x08\x01", 2)), ErrorCode::BAD_REQUEST, {"statement"});
}

// The event alone would fit; what surrounds it in the record is too much.
TEST(Admission, RefusesARecordThatIsTooLargeInADryRunToo) {
  Door door;
  v1::Event event = enact(std::string(40'000, 'a'));
  v1::Text& other = *event.mutable_proposal_made()->mutable_changes(0)->add_texts();
  other.set_lang("ja");
  other.set_text(std::string(25'300, 'b'));
  ASSERT_LT(event.ByteSizeLong(), ledger::RECORD_LIMIT);
  for (const bool dry_run : {true, false}) {
    const auto result = door.by_words("Ann", event, dry_run);
    door.refuses(result, ErrorCode::LEDGER, {"65535"});
    EXPECT_EQ(result.error().ledger->code, ledger::ErrorCode::TOO_LARGE);
  }
  const auto result = door.by_statement("Ann", event.SerializeAsString());
  door.refuses(result, ErrorCode::LEDGER, {"65535"});
  other.set_text("Shorter.");
  EXPECT_TRUE(door.by_words("Ann", event, true).ok());
}

TEST(Admission, LooksIntoWhatIsContested) {
  const google::protobuf::LogSilencer quiet;
  Door door;
  const auto contested = [](const v1::Event& inner) {
    v1::Event event;
    event.mutable_move_contested()->set_event(inner.SerializeAsString());
    return event;
  };
  door.refuses(door.by_words("Ann", contested(say("a\x1B[2Jb", 301))), ErrorCode::TEXT_CONTROL);
  door.refuses(door.by_words("Ann", contested(say("Rene\xCC\x81", 301))), ErrorCode::TEXT_NOT_NORMAL);
  door.refuses(door.by_words("Ann", contested(say("a\xFF", 301))), ErrorCode::NOT_CONTESTABLE);
  door.refuses(door.by_words("Ann", contested(contested(say("Twice.", 301)))), ErrorCode::NOT_CONTESTABLE);
  v1::Event newer = say("Later.", 301);
  newer.GetReflection()->MutableUnknownFields(&newer)->AddVarint(999, 1);
  door.refuses(door.by_words("Ann", contested(newer)), ErrorCode::NOT_CONTESTABLE);
  v1::Event event = contested(say("Too early.", 301));
  event.mutable_move_contested()->set_refusal("a\x1B[2Jb");
  door.refuses(door.by_words("Ann", event), ErrorCode::TEXT_CONTROL);
}

TEST(Admission, RefusesARequestIdThatIsNoLine) {
  Door door;
  for (const std::string& id : {std::string("a\x1B[2J"), std::string("a\nb"), std::string("a\xFF")}) {
    Submission submission;
    submission.author = "Ann";
    submission.event = enact("Cake is served at noon.");
    submission.request.id = id;
    const auto result = door.kept().game->submit(submission);
    EXPECT_FALSE(result.ok());
    EXPECT_EQ(kind_of(result.error().code), Kind::USAGE);
  }
  door.refuses(door.by_statement("Ann", enact("Cake.").SerializeAsString(), "a\x1B"), ErrorCode::TEXT_CONTROL);
}

// ---- Whatever is accepted can be opened, replayed and printed -----------------------------------------------------

// As a C string literal has it.
std::string escaped(const std::string& line) {
  std::string out;
  for (const char c : line) {
    const auto byte = static_cast<unsigned char>(c);
    out += byte >= ' ' && byte < 0x7F ? std::string(1, c) : fmt::format("\\x{:02x}", byte);
  }
  return out;
}

RC_GTEST_PROP(Admission, TakesOnlyWhatCanBeOpenedReplayedAndPrinted, ()) {
  const google::protobuf::LogSilencer quiet;
  const auto raw = *rc::gen::container<std::string>(400, rc::gen::arbitrary<char>());
  Bytes bytes(raw);
  Kept t(Where::MEMORY, {"Ann", "Bob"});
  while (!bytes.over()) {
    const std::string before = t.bytes();
    const std::uint64_t size = t.game->head().size;
    const Spoken spoken = arbitrary_move(bytes, t.state());
    const Result<Receipt> result = t.submit(spoken.author, spoken.event);
    if (!result.ok()) {
      RC_ASSERT(t.bytes() == before);
      RC_ASSERT(t.game->head().size == size);
    }
  }
  const std::string state = t.bytes();
  t.reopen();
  RC_ASSERT(t.bytes() == state);
  const auto log = printed(*t.game);
  RC_ASSERT(log.ok());
  for (std::size_t at = 0, end = 0; at < log->size(); at = end + 1) {
    end = std::min(log->find('\n', at), log->size());
    const std::string line = log->substr(at, end - at);
    if (!is_printable(line)) RC_FAIL("not printable: " + escaped(line));
  }
}

}  // namespace
}  // namespace nomic::replay::test
