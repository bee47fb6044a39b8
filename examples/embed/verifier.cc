// A verifier: is this file a game of Nomic that holds, and is it the one whose root I was given?
//
//     verifier game.bundle [ROOT]
//
// The bundle is taken into a ledger in memory, which checks every byte of it: hashes, chain, tree, signatures. The game
// is derived from its records on the way; then the auditor, which never asks the engine, judges it a second time. The
// root names the whole game in 64 figures: whoever has it from somebody they trust need trust nobody for the rest.
// Status 0: all of it holds. 1: something does not, which is told.
#include <nomic/ledger/bundle.h>
#include <nomic/replay/audit.h>
#include <nomic/replay/game.h>

#include <fstream>
#include <iostream>
#include <string>

namespace ledger = nomic::ledger;
namespace replay = nomic::replay;

// What the auditor finds, a line each.
class Told : public replay::AuditSink {
 public:
  void finding(const replay::AuditFinding& found) override {
    std::cout << "record " << found.index << ": " << found.check << " does not hold\n";
  }
  void not_judged(const replay::AuditFinding& /*what*/) override {}
  void evidence(const replay::AuditFinding& /*what*/) override {}
};

int failed(const replay::Error& error) {
  std::cout << (error.ledger ? error.ledger->what : std::string(label_of(error))) << '\n';
  return 1;
}

// Every move with what the engine says of it, put before the auditor.
replay::Result<replay::AuditReport> audit(replay::Game& game) {
  Told told;
  replay::Auditor auditor(told, {});
  auto replayed = game.replay(game.head().size, [&](const replay::Played& played) {
    replay::AuditEntry entry;
    entry.index = played.move.index;
    entry.author = played.move.author;
    entry.recorded_at = played.move.recorded_at;
    entry.within = played.move.within;
    entry.event = &played.move.event;
    entry.bytes = played.record.bytes;
    entry.emitted = &played.consequences;
    entry.after = &played.after.state();
    auditor.see(entry);
    return true;
  });
  if (!replayed) return replayed.error();
  return auditor.finish();
}

int main(int argc, char** argv) {
  if (argc < 2) return std::cerr << "usage: verifier BUNDLE [ROOT]\n", 2;
  std::ifstream file(argv[1], std::ios::binary);
  if (!file) return std::cerr << "there is no file " << argv[1] << '\n', 2;
  ledger::BundleSource source([&file](char* into, std::size_t count) -> std::ptrdiff_t {
    file.read(into, static_cast<std::streamsize>(count));
    return file.gcount();
  });

  const auto held = ledger::Ledger::in_memory();
  auto taken = replay::Game::import_from(*held, source, {});
  if (!taken) return failed(taken.error());
  const ledger::Head& head = taken->imported.head;
  std::cout << head.size << " records, root " << head.root.hex() << '\n';
  if (argc > 2 && head.root.hex() != argv[2]) return std::cout << "this is another game, or another past of it\n", 1;

  auto game = replay::Game::open(*held, "");
  if (!game) return failed(game.error());
  auto audited = audit(*game);
  if (!audited) return failed(audited.error());
  if (!audited->ok()) return 1;
  std::cout << "sound, derived, audited: " << audited->checks.size() << " checks\n";
  return 0;
}
