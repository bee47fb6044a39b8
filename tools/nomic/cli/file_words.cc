// What is said of a file that was asked in place of a ledger.
#include <fmt/format.h>

#include "cli/file_ledger.h"
#include "nomic/service/view_values.h"
#include "nomic/words/listing.h"
#include "nomic/words/terminal_text.h"
#include "render/audit_text.h"

namespace nomic::tools {
namespace {

std::string rules_checked(const GameInFile& game) {
  if (game.unlawful == 0) return "Every record holds a move that the rules allow.";
  return fmt::format(
      "{} not allow: without effect. The first is {}",
      so_many(game.unlawful, "record holds a move that the rules do", "records hold moves that the rules do"),
      game.first_unlawful);
}

std::string memory_checked(const GameInFile& game) {
  return fmt::format("You have met {} of this game, and the file has the same.",
                     so_many(game.met.size, "record", "records"));
}

// Whose word it is who moved.
std::string unsigned_words(const GameInFile& game) {
  if (game.unsigned_records == game.head.size) {
    return "Who made each move, and when: no record is signed, so it is the word of whoever kept the ledger.";
  }
  if (game.unsigned_records > 0) {
    return fmt::format(
        "Who made {} that {} not signed, and when anything was recorded: it is the word of whoever kept "
        "the ledger.",
        so_many(game.unsigned_records, "record", "records"), game.unsigned_records == 1 ? "is" : "are");
  }
  return "When anything was recorded, and whose the keys are: the times are those of a clock, and the keys those that "
         "the records name.";
}

}  // namespace

v1::FileView file_view(const std::string& path, const GameInFile& game) {
  v1::FileView view;
  view.set_path(path);
  view.set_name(game.head.name);
  view.set_signatures(count32(game.signatures));
  view.set_evidence(count32(game.evidence));
  view.add_checked(fmt::format("{} chained to each other, and the tree over them.",
                               so_many(game.head.size, "record is", "records are")));
  if (game.signatures > 0)
    view.add_checked(fmt::format("{}.", so_many(game.signatures, "signature holds", "signatures hold")));
  view.add_checked(rules_checked(game));
  const bool met_all = game.met.size > 0 && !game.met.is_other && game.met.missing == 0;
  if (met_all) view.add_checked(memory_checked(game));
  view.add_not_checked(
      fmt::format("Whether the game goes on after #{}: a file does not say. Compare its head, {}, with "
                  "what others have: nomic head.",
                  game.head.size - 1, game.head.head_hash.hex()));
  view.add_not_checked(unsigned_words(game));
  if (game.evidence > 0) {
    view.add_not_checked(
        fmt::format("Whose {} that lie with the game: nomic checkpoint verify says, by keys that you know.",
                    so_many(game.evidence, "note or time stamp it is", "notes and time stamps they are")));
  }
  if (game.met.size == 0) {
    view.add_not_checked("Whether it is the game that others play: you have met none of its records before.");
  }
  return view;
}

std::vector<std::string> met_otherwise(const std::string& path, const GameInFile& game) {
  if (game.met.is_other) {
    return {
        fmt::format("{} is another history of the game than the one that you have met: by #{} at the latest they "
                    "part. nomic compare says where.",
                    file_named(path), game.met.size - 1)};
  }
  if (game.met.missing > 0) {
    return {fmt::format("you have met {} of this game: the last {} of them {} not in {}.",
                        so_many(game.met.size, "record", "records"), game.met.missing,
                        game.met.missing == 1 ? "is" : "are", file_named(path))};
  }
  return {};
}

SaidOfFile said_of(const FileFound& found) {
  SaidOfFile said;
  std::uint64_t records = 0;
  std::uint64_t signatures = 0;
  for (const GameInFile& game : found.games) {
    records += game.head.size;
    signatures += game.signatures;
    for (std::string& each : met_otherwise(found.path, game)) said.warnings.push_back(std::move(each));
    if (game.unlawful == 0) continue;
    said.warnings.push_back(fmt::format("{}: {} not lawful and without effect, first {} nomic audit tells more",
                                        on_one_line(game.head.name), so_many(game.unlawful, "record is", "records are"),
                                        game.first_unlawful));
  }
  const std::string held = signatures == 0
                               ? "chain and tree hold, and nothing is signed"
                               : fmt::format("chain, tree and {} hold", so_many(signatures, "signature", "signatures"));
  said.note = fmt::format("read from {}, {}: {}. Whether the game goes on, a file does not say.",
                          file_named(found.path), so_many(records, "record", "records"), held);
  return said;
}

}  // namespace nomic::tools
