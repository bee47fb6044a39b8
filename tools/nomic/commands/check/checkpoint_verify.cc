// nomic checkpoint verify, show, stamp-request and attach.
#include <fmt/format.h>

#include "check/checkpoint_actions.h"
#include "nomic/ledger/bundle.h"
#include "nomic/ledger/timestamp.h"
#include "nomic/replay/point.h"
#include "nomic/views/json.h"
#include "nomic/views/typed_numbers.h"
#include "nomic/words/terminal_text.h"
#include "shared/text_source.h"

namespace nomic::tools {
namespace {

constexpr const char* STAMP_EVIDENCE = "timestamp";

v1::CheckpointView::Stamp stamp_view(const ledger::TimeStamp& stamp) {
  v1::CheckpointView::Stamp view;
  view.set_time(replay::print_time(stamp.time.value));
  view.set_authority(as_utf8(stamp.authority));
  view.set_serial(stamp.serial);
  return view;
}

// Says that it is not good, if that is what the error says; any other error stops the command.
Status judge(v1::CheckpointView& view, const ledger::Error& error) {
  if (!is_false(error)) return failure_of(error);
  view.set_ok(false);
  if (view.what().empty()) view.set_what(as_utf8(error.what));
  return ledger::Done{};
}

// A checkpoint that somebody kept finds what nothing inside the ledger can: that it is an older copy, or another
// history.
Status compare_with_ledger(const Call& call, const ledger::Checkpoint& claimed, v1::CheckpointView& view) {
  NOMIC_ASSIGN(auto here, local_game(call, claimed.origin, ledger::Access::READ));
  if (!here) return ledger::Done{};
  if (claimed.size > here->head.size) {
    view.set_ledger("SHORTER");
    view.set_what(
        fmt::format("the ledger here has {} records: it is an older copy, or was rolled back", here->head.size));
  } else {
    NOMIC_ASSIGN(auto root, here->ledger->root_at(here->head.game, claimed.size));
    view.set_ledger(root == claimed.root ? "HOLDS" : "DIFFERS");
    if (root != claimed.root) {
      view.set_what(
          fmt::format("the ledger here has root {} at {} records: it is another history", root.hex(), claimed.size));
    }
  }
  if (view.ledger() != "HOLDS") view.set_ok(false);
  return ledger::Done{};
}

// The response in a file, which may be an authority's own or a piece of evidence that was kept.
struct ResponseRead {
  std::string response;
  std::string stamped;  // the bytes that it should be over
};
Result<ResponseRead> read_response(const Call& call, const std::string& path, const std::string& note) {
  NOMIC_ASSIGN(auto bytes, read_file(call, path));
  if (auto evidence = ledger::read_time_evidence(bytes)) return ResponseRead{evidence->response, evidence->note};
  return ResponseRead{std::move(bytes), note};
}

// A note may have been cosigned since it was stamped: what counts is that the stamped one has the same text.
Status judge_stamp(const Call& call, const CheckpointOptions& options, const ReadNote& read, v1::CheckpointView& view) {
  NOMIC_ASSIGN(auto response, read_response(call, *options.timestamp, read.bytes));
  NOMIC_ASSIGN(auto authorities, read_file(call, *options.authority));
  auto stamped = ledger::Note::parse(response.stamped);
  if (!stamped || stamped->text != read.parsed.note.text) {
    return judge(view, {ledger::ErrorCode::BAD_NOTE, "the time stamp is over another note", "", {}});
  }
  auto stamp = ledger::verify_time_stamp(response.response, response.stamped, authorities);
  if (!stamp) return judge(view, stamp.error());
  *view.add_stamps() = stamp_view(*stamp);
  return ledger::Done{};
}

std::string verified_text(const v1::CheckpointView& view, const std::string& signers) {
  std::string out;
  if (view.ok()) {
    const std::string sentence =
        fmt::format("{} records of {}, root {}.\n", view.size(), on_one_line(view.origin()), view.root());
    out = signers.empty() ? sentence + "Whose signatures stand under it was not asked.\n" : "Good: " + sentence;
  } else {
    out = fmt::format("{}: {}.\n", red("Not good"), on_one_line(view.what()));
  }
  if (!signers.empty()) out += fmt::format("Signed by {}.\n", on_one_line(signers));
  if (view.ledger() == "HOLDS") out += "The ledger here holds these records.\n";
  for (const auto& stamp : view.stamps()) {
    out += fmt::format("It existed by {}: {} says so.\n", stamp.time(), on_one_line(stamp.authority()));
  }
  return out;
}

// The game that a note is about, which must be here.
Result<LocalGame> game_here(const Call& call, const std::string& origin, ledger::Access access) {
  NOMIC_ASSIGN(auto here, local_game(call, origin, access));
  if (here) return *std::move(here);
  return usage(fmt::format("no ledger here holds the game of {}.", in_quotes(origin)),
               "name them: --ledger DIR, and --game NAME where its origin is not the game's own");
}

}  // namespace

Result<Exit> checkpoint_verify(Call& call, const CheckpointOptions& options) {
  NOMIC_ASSIGN(auto path, options.note());
  if (options.timestamp.has_value() != options.authority.has_value()) {
    return usage("a time stamp is verified by the authorities that you trust.", "--timestamp FILE --authority CA.pem");
  }
  // A time stamp can be all that is asked about.
  std::optional<ledger::Policy> policy;
  if (options.trust.given() || !options.timestamp) {
    NOMIC_ASSIGN(auto given, options.trust.policy(call));
    policy = std::move(given);
  }
  NOMIC_ASSIGN(auto bytes, read_file(call, path));
  v1::CheckpointView view;
  view.set_ok(true);
  std::string signers;
  auto claimed = ledger::CheckpointNote::parse(bytes);
  if (!claimed) {
    NOMIC_TRY(judge(view, claimed.error()));
  } else {
    view = checkpoint_view(claimed->checkpoint);
    view.set_ok(true);
    if (policy) {
      auto good = policy->check(*claimed);
      if (!good) {
        NOMIC_TRY(judge(view, good.error()));
      } else {
        for (const ledger::GoodSignature& each : *good) *view.add_signatures() = signature_view(each);
        signers = signers_text(*good);
      }
    }
    if (options.timestamp) {
      const ReadNote read{bytes, *claimed};
      NOMIC_TRY(judge_stamp(call, options, read, view));
    }
    if (view.ok()) {
      NOMIC_TRY(compare_with_ledger(call, claimed->checkpoint, view));
    }
  }
  if (call.out.is_text()) {
    call.out.text(verified_text(view, signers));
  } else {
    call.out.json(view);
  }
  return view.ok() ? Exit::DONE : Exit::DIFFERENT;
}

Result<Exit> checkpoint_show(Call& call, const CheckpointOptions& options) {
  if (options.words.size() > 2) return usage("one checkpoint is shown at a time.", "nomic checkpoint show [SIZE]");
  std::optional<std::uint64_t> size;
  if (options.words.size() == 2) {
    NOMIC_ASSIGN(auto typed, parse_size(options.words[1], "a checkpoint's size"));
    size = typed.value;
  }
  NOMIC_ASSIGN(auto folder, call.session.find_ledger(call.settings.ledger));
  NOMIC_ASSIGN(auto opened, call.session.ledger(folder, ledger::Access::READ));
  NOMIC_ASSIGN(auto head, opened->find(call.settings.game));
  NOMIC_ASSIGN(auto kept, checkpoint_asked(*opened, head, size));
  return give_note(call, kept.view, kept.note.note.encode(), options.output, options.force, "");
}

Result<Exit> checkpoint_stamp_request(Call& call, const CheckpointOptions& options) {
  NOMIC_ASSIGN(auto path, options.note());
  if (!options.output) return usage("where is the request to be written?", "-o FILE; an authority takes it as it is");
  NOMIC_ASSIGN(auto read, read_note(call, path));
  if (auto done = write_whole(call, *options.output, options.force, ledger::make_time_request(read.bytes)); !done)
    return done.error();
  v1::CheckpointView view = checkpoint_view(read.parsed.checkpoint);
  view.set_ok(true);
  view.set_file(as_utf8(*options.output));
  if (!call.out.is_text()) {
    call.out.json(view);
    return Exit::DONE;
  }
  call.out.text(
      fmt::format("The request is in {}. Send it to a time-stamping authority, as application/timestamp-query; "
                  "then: nomic checkpoint attach {} --response FILE --request {}\n",
                  in_quotes(*options.output), in_quotes(path), in_quotes(*options.output)));
  return Exit::DONE;
}

Result<Exit> checkpoint_attach(Call& call, const CheckpointOptions& options) {
  NOMIC_ASSIGN(auto path, options.note());
  if (!options.response) return usage("which response is to be kept?", "--response FILE, as the authority sent it");
  NOMIC_ASSIGN(auto read, read_note(call, path));
  NOMIC_ASSIGN(auto response, read_file(call, *options.response));
  std::optional<std::string> request;
  if (options.request) {
    NOMIC_ASSIGN(auto bytes, read_file(call, *options.request));
    request = std::move(bytes);
  } else {
    call.out.note("without --request FILE it is not known whether the response answers your own request");
  }
  NOMIC_ASSIGN(auto stamp, ledger::read_time_stamp(response, read.bytes, request));
  const ledger::Checkpoint& claimed = read.parsed.checkpoint;
  NOMIC_ASSIGN(auto here, game_here(call, claimed.origin, ledger::Access::WRITE));
  // Only what is true of this game is kept with it: the note first, then what was claimed of it.
  const auto keep = [&](const std::string& kind, const std::string& bytes) -> Status {
    NOMIC_TRY(here.ledger->keep_evidence(here.head.game, {kind, claimed.size, bytes}));
    return ledger::Done{};
  };
  NOMIC_TRY(keep(std::string(ledger::NOTE_EVIDENCE), read.bytes));
  NOMIC_TRY(keep(STAMP_EVIDENCE, ledger::time_evidence(read.bytes, response)));
  v1::CheckpointView view = checkpoint_view(claimed);
  view.set_ok(true);
  view.set_kept(true);
  *view.add_stamps() = stamp_view(stamp);
  if (options.output) {
    NOMIC_TRY(write_whole(call, *options.output, options.force, ledger::time_evidence(read.bytes, response)));
    view.set_file(as_utf8(*options.output));
  }
  if (call.out.is_text()) {
    call.out.text(
        fmt::format("Kept: a time stamp of {} over {} records. Who made it is for whoever verifies it: nomic "
                    "checkpoint verify NOTE --timestamp FILE --authority CA.pem\n",
                    view.stamps(0).time(), claimed.size));
  } else {
    call.out.json(view);
  }
  return Exit::DONE;
}

}  // namespace nomic::tools
