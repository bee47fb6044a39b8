#include "shared/move_command.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/json.h"
#include "cli/typed_numbers.h"
#include "nomic/replay/edition.h"
#include "nomic/replay/point.h"
#include "nomic/replay/text.h"
#include "nomic/service/consequence_views.h"
#include "nomic/service/view_values.h"
#include "nomic/words/listing.h"
#include "nomic/words/refusals.h"
#include "nomic/words/remarks.h"
#include "nomic/words/sentences.h"
#include "nomic/words/shell_word.h"
#include "nomic/words/terminal_text.h"
#include "render/layout.h"
#include "shared/prepared_statement.h"
#include "shared/text_source.h"

namespace nomic::tools {
namespace {

Failure unexpected_size(std::uint64_t size, std::uint64_t expected) {
  return {Exit::UNAVAILABLE,
          fmt::format("the game has {} records, not the {} that --expect names: nothing was recorded.", size, expected),
          "see what was recorded since (nomic log), then decide again"};
}

}  // namespace

void declare_request_id(Arguments& arguments, std::optional<std::string>& into) {
  arguments.option("--request-id", "ID", "Makes a retried command record its move once. 1 to 128 bytes.",
                   [&into](const std::string& typed) -> Status {
                     if (typed.empty())
                       return usage("the request ID is empty.", "give 1 to 128 bytes, or leave it out.");
                     if (typed.size() > replay::REQUEST_ID_LIMIT) {
                       return usage(fmt::format("the request ID has {} bytes: the limit is {}.", typed.size(),
                                                replay::REQUEST_ID_LIMIT));
                     }
                     if (!is_utf8(typed)) return usage("the request ID is not UTF-8.");
                     into = typed;
                     return ledger::Done{};
                   });
}

void declare_key(Arguments& arguments, std::optional<std::string>& key, std::optional<std::string>& password_file) {
  arguments.option("--key", "FILE", "The key that signs it. Else NOMIC_KEY.", key);
  arguments.option("--password-file", "FILE", "The first line is the password of the key's file.", password_file);
}

void MoveCommand::declare(Arguments& arguments) {
  arguments.section("Options", true);
  declare_move(arguments);
  arguments.section("For every move", false);
  arguments.option("--as", "NAME", "Who moves. Else NOMIC_PLAYER.", as_);
  declare_request_id(arguments, request_id_);
  arguments.option("--expect", "N", "Moves only if the game has N records.", expect_);
  arguments.flag("--dry-run", "Says what would happen, and records nothing.", dry_run_);
  declare_key(arguments, key_, password_file_);
  arguments.option("--prepare", "FILE", "Signs the move and writes it to FILE, for nomic submit; records nothing.",
                   prepare_);
  arguments.option("--seen", "FILE", "With --prepare: what its author has seen (nomic head), where no ledger is.",
                   seen_);
  arguments.section("For every move", true);
  arguments.option("--occurred-at", "TIME", "When it happened, if not now: 2012-05-30T10:00Z.",
                   [this](const std::string& typed) -> Status {
                     auto time = replay::parse_time(typed, false);
                     if (!time) return failure_of(time.error());
                     occurred_at_ = *time;
                     return ledger::Done{};
                   });
}

Result<std::string> MoveCommand::author(Call& call) {
  const std::string& name = as_ ? *as_ : call.settings.as;
  if (name.empty()) return usage("who moves?", "say it with --as NAME, or in NOMIC_PLAYER.");
  if (!is_utf8(name)) return usage(fmt::format("the name {} is not UTF-8.", in_quotes(name)));
  return name;
}

Status MoveCommand::check_author(const replay::Game& game, const std::string& author) const {
  if (auto player = game.player(author); !player) return failure_of(player.error());
  return ledger::Done{};
}

Result<replay::Submission> MoveCommand::submission(Call& call) {
  auto who = author(call);
  if (!who) return who.error();
  RequestParts asked;
  asked.add("command", contested_ ? "contest " + name_ : name_);
  asked.add("author", replay::fold(*who));
  for (const std::string& word : words_) {
    if (word != "-" && !words_are_text_) asked.add("word", word);
  }
  for (const auto& [name, value] : call.arguments.asked()) asked.add(name, value);
  if (auto ready = prepare(call, asked); !ready) return ready.error();

  replay::Submission submission;
  submission.author = *who;
  submission.now = call.io.now();
  if (request_id_) submission.request = {*request_id_, asked.digest()};
  submission.dry_run = dry_run_;
  return submission;
}

Status MoveCommand::load_keys(Call& call, const std::string& author) {
  std::vector<std::string> files;
  if (!key_) {
    // A tick of nobody's needs no key, whoever works in this shell.
    const auto named = call.io.env("NOMIC_KEY");
    if (named && !named->empty() && !author.empty()) key_ = *named;
  }
  if (key_) files.push_back(*key_);
  for (std::string& file : more_keys()) files.push_back(std::move(file));
  keys_.clear();
  for (const std::string& file : files) {
    auto key = call.session.key(file, password_file_);
    if (!key) return key.error();
    const bool twice = std::any_of(keys_.begin(), keys_.end(),
                                   [&](const auto* other) { return other->public_key() == (*key)->public_key(); });
    if (!twice) keys_.push_back(*key);
  }
  return ledger::Done{};
}

Result<replay::Submission> MoveCommand::with_event(Call& call, replay::Game& game, replay::Submission submission) {
  if (expect_ && game.head().size != expect_->value) return unexpected_size(game.head().size, expect_->value);
  if (auto known_player = check_author(game, submission.author); !known_player) return known_player.error();
  auto made = event(call, game);
  if (!made) return made.error();
  submission.event = std::move(*made);
  if (occurred_at_) submission.event.set_occurred_at(*occurred_at_);
  if (contested_) {
    auto contested = as_contested(game, submission);
    if (!contested) return contested.error();
    submission.event = std::move(*contested);
    if (occurred_at_) submission.event.set_occurred_at(*occurred_at_);
  }
  if (expect_) submission.expect = expect_->value;
  return submission;
}

namespace {

// A game of nobody's, for events that are made of what is typed alone.
Result<replay::Game> no_game(ledger::Ledger& nowhere) {
  replay::Founding founding;
  founding.name = "nowhere";
  auto rules = replay::edition("1990", {});
  if (!rules) return failure_of(rules.error());
  founding.ruleset = std::move(*rules);
  for (const char* name : {"A", "B"}) {
    auto names = replay::player_names(name, "", "");
    if (!names) return failure_of(names.error());
    founding.players.push_back(std::move(*names));
  }
  founding.nonce = std::string(16, '\0');
  if (auto founded = replay::Game::found(nowhere, founding); !founded) return failure_of(founded.error());
  auto game = replay::Game::open(nowhere, "");
  if (!game) return failure_of(game.error());
  return std::move(*game);
}

}  // namespace

// The move as a statement in a file: with the ledger at hand checked by the rules, with --seen of what is typed alone.
Result<Exit> MoveCommand::prepare_elsewhere(Call& call, replay::Submission submission) {
  if (keys_.empty()) return usage("what is prepared is signed, and no key is named.", "name it: --key FILE");
  ledger::Statement statement;
  if (seen_) {
    auto text = read_file(call, *seen_);
    if (!text) return text.error();
    auto seen = parse_seen(*text);
    if (!seen) return seen.error();
    if (contested_ || needs_game()) {
      return usage("this move is made of the game's present state, and --seen names only how far it reaches.",
                   "name the proposal it is about, or prepare it where a copy of the ledger is, without --seen");
    }
    const auto nowhere = ledger::Ledger::in_memory();
    auto game = no_game(*nowhere);
    if (!game) return game.error();
    auto made = event(call, *game);
    if (!made) return made.error();
    submission.event = std::move(*made);
    if (occurred_at_) submission.event.set_occurred_at(*occurred_at_);
    statement = {seen->game, seen->size, seen->head, submission.author, {}, {}};
  } else {
    auto held = call.game(ledger::Access::READ);
    if (!held) return held.error();
    replay::Game& game = **held;
    auto whole = with_event(call, game, std::move(submission));
    if (!whole) return whole.error();
    submission = std::move(*whole);
    submission.dry_run = true;
    if (auto tried = game.submit(submission); !tried) return failure_of(tried.error());
    auto spelt = game.player(submission.author);
    const replay::Game& there = game;
    statement = {
        there.head().game, there.head().size, there.head().head_hash, spelt ? *spelt : submission.author, {}, {}};
  }
  statement.request_id = request_id_ ? *request_id_ : fresh_request_id();
  statement.payload = submission.event.SerializeAsString();
  const ledger::SignedStatement made = ledger::sign_statement(statement, keys_);

  v1::PreparedView view;
  view.set_file(as_utf8(*prepare_));
  view.set_author(statement.author);
  view.set_request_id(statement.request_id);
  view.set_game(statement.game.hash.hex());
  view.set_seen_size(count32(statement.seen_size));
  view.set_checked(!seen_);
  for (const auto& each : made.signatures) view.add_signed_by(hex_of(each.public_key));
  if (seen_) call.out.note("the rules were not asked: whether this is lawful shows when it is put in");
  if (dry_run_) {
    call.out.note("a dry run: nothing was written");
  } else if (auto written = write_prepared(call, *prepare_, made); !written) {
    return written.error();
  }
  if (*prepare_ == "-") return Exit::DONE;
  if (call.out.is_text()) {
    call.out.text(fmt::format("Signed, not recorded: put it in with nomic submit {}\n", as_shell_word(*prepare_)));
  } else {
    call.out.json(view);
  }
  return Exit::DONE;
}

Result<replay::Receipt> MoveCommand::submit(Call& call, replay::Submission submission) {
  auto held = call.game(dry_run_ ? ledger::Access::READ : ledger::Access::WRITE);
  if (!held) return held.error();
  replay::Game& game = **held;

  bool known = false;
  if (request_id_) {
    auto folder = call.session.find_ledger(call.settings.ledger);
    if (!folder) return folder.error();
    auto ledger = call.session.ledger(*folder, ledger::Access::READ);
    if (!ledger) return ledger.error();
    auto found = (*ledger)->request(game.head().game, submission.request);
    if (!found) return failure_of(found.error());
    known = found->has_value();
  }
  if (!known) {
    auto whole = with_event(call, game, std::move(submission));
    if (!whole) return whole.error();
    submission = std::move(*whole);
  }
  auto receipt = game.submit(submission);
  if (!receipt) return failure_of(receipt.error());
  return std::move(*receipt);
}

// The event that records a refused move, with the rules that the engine has against it.
Result<v1::Event> MoveCommand::as_contested(replay::Game& game, const replay::Submission& refused) {
  replay::Submission trial = refused;
  trial.dry_run = true;
  trial.request = {};
  auto receipt = game.submit(trial);
  if (receipt) return usage("the move is lawful: make it.", "the same words without contest record it.");
  const replay::Error& error = receipt.error();
  if (replay::kind_of(error.code) != replay::Kind::REFUSED) return failure_of(error);
  v1::Event event;
  v1::MoveContested* contested = event.mutable_move_contested();
  contested->set_event(trial.event.SerializeAsString());
  for (const replay::Cited& cited : error.cited) contested->add_against(cited.rule);
  // What is refused may quote an old game, of which not every word could be recorded today.
  if (auto refusal = replay::clean_text(words_of(error).what, "the refusal")) contested->set_refusal(*refusal);
  return event;
}

Result<Exit> MoveCommand::run(Call& call) {
  auto asked = submission(call);
  if (!asked) return asked.error();
  if (seen_ && !prepare_)
    return usage("--seen goes with --prepare.", "a move that is recorded here sees the ledger itself");
  if (auto loaded = load_keys(call, asked->author); !loaded) return loaded.error();
  asked->keys = keys_;
  if (prepare_) return prepare_elsewhere(call, std::move(*asked));
  auto receipt = submit(call, std::move(*asked));
  if (!receipt) return receipt.error();
  if (!receipt->dry_run) call.recorded = receipt->index;
  print_receipt(call, *receipt, request_id_.value_or(""), warnings_);
  return Exit::DONE;
}

void print_receipt(Call& call, const replay::Receipt& receipt, const std::string& request_id,
                   const std::vector<std::string>& further) {
  std::vector<std::string> warnings;
  for (const replay::Remark& warning : receipt.warnings) warnings.push_back(words_of(warning));
  warnings.insert(warnings.end(), further.begin(), further.end());
  if (receipt.repeated_request) {
    call.out.note(fmt::format("the request ID {} is known: this is what it recorded, in #{}", in_quotes(request_id),
                              receipt.index));
  }
  if (receipt.dry_run) call.out.note(fmt::format("a dry run: nothing was recorded, it would be #{}", receipt.index));
  if (call.out.is_text()) {
    const std::string line = fmt::format("{} {}", bold(fmt::format("#{}", receipt.index)), told(receipt.consequences));
    call.out.text(wrap(line, call.out.wrap_width(), 0));
  } else {
    v1::MoveView view = move_view(receipt);
    for (const std::string& warning : warnings) view.add_warnings(warning);
    call.out.json(view);
  }
  for (const std::string& warning : warnings) call.out.warning(warning);
}

void declare_records(Arguments& arguments, std::string name, std::string help, std::vector<std::uint64_t>& into) {
  arguments.several(std::move(name), "I", std::move(help), 1, [&into](const std::vector<std::string>& typed) -> Status {
    auto record = parse_record(typed[0], "the number of a record");
    if (!record) return record.error();
    into.push_back(record->value);
    return ledger::Done{};
  });
}

void declare_record(Arguments& arguments, std::string name, std::string help, std::optional<std::uint64_t>& into) {
  arguments.option(std::move(name), "I", std::move(help), [&into](const std::string& typed) -> Status {
    auto record = parse_record(typed, "the number of a record");
    if (!record) return record.error();
    into = record->value;
    return ledger::Done{};
  });
}

Result<std::uint32_t> proposal_named(const replay::Engine& engine, const std::optional<std::string>& typed) {
  if (typed) {
    auto number = parse_rule_number(*typed, "a proposal's number");
    if (!number) return number.error();
    return number->value;
  }
  // What was voted on without an outcome waits for nobody's move.
  std::vector<std::uint32_t> open;
  for (const v1::Proposal& proposal : engine.state().proposals()) {
    if (proposal.phase() != v1::Proposal::UNDETERMINED) open.push_back(proposal.number());
  }
  if (open.size() == 1) return open.front();
  if (open.empty()) return refused("no proposal is open.", "nomic status says whose move the game waits for.");
  std::vector<std::string> numbers;
  numbers.reserve(open.size());
  for (const std::uint32_t number : open) numbers.push_back(std::to_string(number));
  return usage(fmt::format("several proposals are open: {}.", listed(numbers)), "name the one that is meant.");
}

std::string told(const replay::Consequences& consequences) {
  std::string out;
  for (const v1::Consequence& consequence : consequences) {
    if (!out.empty()) out += ' ';
    out += sentence_of(consequence);
  }
  return out;
}

}  // namespace nomic::tools
