#include "shared/move_command.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/ask.h"
#include "nomic/service/consequence_views.h"
#include "nomic/service/view_values.h"
#include "nomic/views/emitted_text.h"
#include "nomic/views/json.h"
#include "nomic/words/refusals.h"
#include "nomic/words/remarks.h"
#include "nomic/words/shell_word.h"
#include "nomic/words/terminal_text.h"
#include "render/layout.h"
#include "render/meaning_view.h"
#include "shared/prepared_statement.h"
#include "shared/record_through.h"
#include "shared/text_source.h"

namespace nomic::tools {

void declare_request_id(Arguments& arguments, std::string& into) {
  arguments.option("--request-id", "ID", "Makes a retried command record its move once. 1 to 128 bytes.",
                   [&into](const std::string& typed) -> Status {
                     if (typed.empty())
                       return usage("the request ID is empty.", "give 1 to 128 bytes, or leave it out.");
                     into = typed;
                     return ledger::Done{};
                   });
}

void declare_key(Arguments& arguments, std::optional<std::string>& key, std::optional<std::string>& password_file) {
  arguments.option("--key", "FILE", "The key that signs it. Else NOMIC_KEY.", key);
  arguments.option("--password-file", "FILE", "The first line is the password of the key's file.", password_file);
}

void MoveCommand::declare(Arguments& arguments) {
  arguments.section("Options");
  declare_move(arguments);
  arguments.section("For every move");
  arguments.option("--as", "NAME", "Who moves. Else NOMIC_PLAYER.", as_);
  declare_request_id(arguments, request_id_);
  arguments.option("--expect", "N", "Moves only if the game has N records.", expect_);
  arguments.flag("--dry-run", "Says what would happen, and records nothing.", dry_run_);
  declare_key(arguments, key_, password_file_);
  arguments.option("--prepare", "FILE", "Signs the move and writes it to FILE, for nomic submit; records nothing.",
                   prepare_);
  arguments.option("--seen", "FILE", "With --prepare: what its author has seen (nomic head), where no ledger is.",
                   seen_);
  arguments.option("--occurred-at", "TIME", "When it happened, if not now: 2012-05-30T10:00Z.",
                   *request_.mutable_occurred_at());
  arguments.option(
      "--occurred-as-written", "DATE",
      "The date as it was written, where there is no such date: 2023-05-32. --occurred-at is the one it is "
      "taken for.",
      *request_.mutable_occurred_as_written());
}

Result<std::string> MoveCommand::author(Call& call) {
  const std::string& name = as_ ? *as_ : call.settings.as;
  if (name.empty()) return usage("who moves?", "say it with --as NAME, or for good: nomic config player NAME");
  return name;
}

std::optional<std::string> MoveCommand::key_file(const Call& call) const {
  if (key_) return key_;
  // What is nobody's needs no key, whoever works in this shell.
  const bool may_be_nobodys = request_.has_tick() || request_.has_go_live() || request_.has_restore_seat();
  if (may_be_nobodys && request_.author().empty()) return std::nullopt;
  auto named = call.io.env("NOMIC_KEY");
  return named && !named->empty() ? named : std::nullopt;
}

Result<Means> MoveCommand::means(Call& call) {
  std::vector<std::string> files;
  if (auto own = key_file(call)) files.push_back(std::move(*own));
  for (std::string& file : more_keys()) files.push_back(std::move(file));
  Means means;
  means.now = call.io.now();
  means.sentences = all_in_words;
  for (const std::string& file : files) {
    NOMIC_ASSIGN(auto key, call.session.key(file, password_file_));
    const bool twice = std::any_of(means.keys.begin(), means.keys.end(),
                                   [&](const auto* other) { return other->public_key() == key->public_key(); });
    if (!twice) means.keys.push_back(key);
  }
  return means;
}

// The move as a statement in a file: with the ledger at hand checked by the rules, with --seen of what is typed alone.
Result<Exit> MoveCommand::prepare_elsewhere(Call& call, const Means& means) {
  auto made = [&]() -> Result<Prepared> {
    if (!seen_) {
      NOMIC_ASSIGN(auto service, call.service(ledger::Access::READ));
      return or_failure(service.prepare(request_, means));
    }
    NOMIC_ASSIGN(auto text, read_file(call, *seen_));
    NOMIC_ASSIGN(auto seen, parse_seen(text));
    return or_failure(Service::prepare_away(request_, means, seen));
  }();
  if (!made) return made.error();

  const ledger::Statement& statement = made->statement;
  v1::PreparedView view;
  view.set_file(as_utf8(*prepare_));
  view.set_author(statement.author);
  view.set_request_id(statement.request_id);
  view.set_game(statement.game.hash.hex());
  view.set_seen_size(count32(statement.seen_size));
  view.set_checked(!seen_);
  for (const auto& each : made->signed_statement.signatures) view.add_signed_by(hex_of(each.public_key));
  if (seen_) call.out.note("the rules were not asked: whether this is lawful shows when it is put in");
  if (dry_run_) {
    call.out.note("a dry run: nothing was written");
  } else if (auto written = write_prepared(call, *prepare_, made->signed_statement); !written) {
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

// Nothing is held while somebody thinks, so the game must be where it was when they have.
Status MoveCommand::ask_first(Call& call, Means& means, ledger::Access access) {
  if (!looks_first()) return ledger::Done{};
  NOMIC_ASSIGN(auto service, call.service(access));
  NOMIC_ASSIGN(auto asked, question(call, service, means));
  if (!asked) return ledger::Done{};
  const Question& question = *asked;
  if (!somebody_to_ask(call)) {
    if (question.unasked.empty()) return ledger::Done{};
    return usage(question.unasked, "if it is meant, say so: --yes");
  }
  if (!request_.has_expect()) request_.set_expect(service.game().head().size);
  NOMIC_ASSIGN(auto folder, call.session.find_ledger(call.settings.ledger));
  call.session.close(folder);
  if (!ask(call.io, question.words)) return usage(question.declined);
  means.now = call.io.now();
  asked_ = true;
  request_.set_confirmed(true);
  return ledger::Done{};
}

Result<Outcome> MoveCommand::submit(Call& call, Means means) {
  if (dry_run_) return submit_here(call, std::move(means));
  NOMIC_ASSIGN(auto server, call.keeper());
  NOMIC_TRY(ask_first(call, means, server == nullptr ? ledger::Access::WRITE : ledger::Access::READ));
  return server == nullptr ? submit_here(call, std::move(means)) : submit_through(call, *server, means);
}

// The ledger is opened for what is signed and kept here alone: keys and secrets go nowhere.
Result<Outcome> MoveCommand::submit_through(Call& call, GameServer& server, const Means& given) {
  Means means = given;
  HandedOn handed{request_};
  if (looks_first() || !means.keys.empty() || request_.has_commit_dice() || request_.has_reveal_dice()) {
    NOMIC_ASSIGN(auto service, call.service(ledger::Access::READ));
    prepare_meaning(service, means);
    const auto kept = secrets(call, service.game());
    means.secrets = kept.get();
    NOMIC_ASSIGN(auto made, or_failure(service.hand_on(request_, means)));
    handed = std::move(made);
  }
  if (handed.known) return *std::move(handed.known);
  return record_through(call, server, call.settings.game, handed);
}

Result<Outcome> MoveCommand::submit_here(Call& call, Means means) {
  NOMIC_ASSIGN(auto service, call.service(dry_run_ ? ledger::Access::READ : ledger::Access::WRITE));
  prepare_meaning(service, means);
  const auto kept = secrets(call, service.game());
  means.secrets = kept.get();
  return or_failure(service.submit(request_, means));
}

Result<Exit> MoveCommand::run(Call& call) {
  // What is wrong with the words is said before it is asked whose they are: it has to be typed again anyway.
  NOMIC_TRY(read(call));
  NOMIC_ASSIGN(auto who, author(call));
  request_.set_author(who);
  request_.set_request_id(request_id_);
  if (expect_) request_.set_expect(expect_->value);
  request_.set_dry_run(dry_run_);
  // The lines of a play are meant.
  request_.set_confirmed(yes_ || call.in_play);
  if (seen_ && !prepare_)
    return usage("--seen goes with --prepare.", "a move that is recorded here sees the ledger itself");
  NOMIC_ASSIGN(auto with, means(call));
  NOMIC_TRY(complete(call, with));
  if (prepare_) return prepare_elsewhere(call, with);
  NOMIC_ASSIGN(auto outcome, submit(call, std::move(with)));
  // What was asked about was told.
  if (asked_ && call.out.is_text()) std::erase_if(outcome.receipt.warnings, replay::is_grave);
  const bool is_new = meaning_ && !outcome.receipt.repeated_request;
  if (is_new) tell_meaning(call);
  print_outcome(call, outcome, is_new ? &*meaning_ : nullptr);
  return Exit::DONE;
}

void MoveCommand::tell_meaning(Call& call) {
  if (!meaning_ || meaning_told_ || !call.out.is_text()) return;
  call.out.text(meaning_text(*meaning_, call.out.wrap_width()));
  meaning_told_ = true;
}

void print_outcome(Call& call, const Outcome& outcome, const v1::MeaningView* meaning) {
  const replay::Receipt& receipt = outcome.receipt;
  if (!receipt.dry_run) call.recorded = receipt.index;
  if (receipt.repeated_request) {
    call.out.note(fmt::format("the request ID {} is known: this is what it recorded, in #{}",
                              in_quotes(outcome.request_id), receipt.index));
  }
  if (receipt.dry_run) call.out.note(fmt::format("a dry run: nothing was recorded, it would be #{}", receipt.index));
  if (call.out.is_text()) {
    const std::string line =
        fmt::format("{} {}", bold(fmt::format("#{}", receipt.index)), emitted(receipt.consequences));
    call.out.text(wrap(line, call.out.wrap_width(), 0));
  } else {
    v1::MoveView view = move_view(receipt);
    for (const replay::Remark& warning : receipt.warnings) view.add_warnings(words_of(warning));
    if (meaning != nullptr) {
      *view.mutable_meaning() = *meaning;
      for (const replay::Remark& warning : receipt.warnings) {
        if (replay::is_grave(warning)) view.mutable_meaning()->add_grave(warning.variant);
      }
    }
    call.out.json(view);
  }
  for (const replay::Remark& warning : receipt.warnings) {
    const std::string words = words_of(warning);
    warning.topic == replay::Topic::NOTE ? call.out.note(words) : call.out.warning(words);
  }
}

}  // namespace nomic::tools
