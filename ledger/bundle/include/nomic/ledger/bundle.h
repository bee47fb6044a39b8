// Bundles: a game, or a part of it, as one file that anybody can check and any ledger can take in.
//
//     BundleSource file(read);                                  // a file or a pipe
//     auto report = verify_bundle(file, {});                    // without a ledger
//     auto done   = ledger.import(file, {.name = "club"});      // or into one: see Ledger::import
//
// The bytes are described in docs/format.md, section 7: a line that names the format; a header (game, label, where the
// records begin, the tree before them); the records; size and root; the evidence kept with the game; a digest of it
// all. A file may hold several bundles, one after the other: each says how many follow it.
//
// Checking is one pass, in memory that does not grow with the bundle: what a length claims is compared with its limit
// before anything is set aside for it. It stops at the first fault. Within a whole game everything is checked that the
// records can tell: their one form, places, chain, times, what authors claim to have seen, signatures, the tree's root,
// and the roots that the notes name. A range is checked upon the tree that it says it began with: compare its root with
// a checkpoint that you trust.
//
// Cost: about two hashes a record, its decoding, and its signatures, which all cores check. What authors saw long
// before their record is looked up in a temporary file of 32 bytes a record.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "nomic/ledger/ledger.h"

namespace nomic::ledger {

// As read(2): bytes read, 0 at the end, -1 and errno.
using ReadBytes = std::function<std::ptrdiff_t(char* into, std::size_t count)>;
// Writes all of it: 0, or the errno that stopped it.
using WriteBytes = std::function<int(std::string_view bytes)>;

// The bytes that bundles are read from, buffered. One at a time; bundles that follow each other share it.
class BundleSource {
 public:
  explicit BundleSource(ReadBytes read);
  ~BundleSource();
  BundleSource(const BundleSource&) = delete;
  BundleSource& operator=(const BundleSource&) = delete;

  struct Bytes;
  Bytes& bytes() { return *bytes_; }

 private:
  std::unique_ptr<Bytes> bytes_;
};

// Something kept with a game that is no record of it: a signed checkpoint, a time stamp over one, two notes that
// contradict each other.
struct BundleEvidence {
  std::string kind;        // a word of a to z, at most 32
  std::uint64_t size = 0;  // the game's size that it is about
  std::string bytes;
};

// The kind whose text is checked: a signed note over a checkpoint. Others are carried as they are.
inline constexpr std::string_view NOTE_EVIDENCE = "note";

// What a bundle holds. After a fault, as far as it was read.
struct BundleReport {
  GameId game;
  std::string label;       // what the exporter called the game; nothing vouches for it
  std::uint64_t from = 0;  // index of the first record; 0: the whole game
  std::uint64_t size = 0;  // of the game, after the last record
  Hash head_hash;          // leaf hash of the last record
  Hash root;               // computed
  Micros recorded_at;      // of the last record
  std::uint64_t signatures = 0;
  std::uint64_t evidence = 0;
  std::uint64_t following = 0;  // bundles that follow in the same file
  // The first fault. `check` is one of verify's words (`record`, `place`, `chain`, `seen`, `time`), or
  //
  //     format     the first line names no format of bundles, or a newer one
  //     truncated  the bytes end before the bundle does
  //     frame      a part of an unknown kind, out of its order, or of an impossible length
  //     header     the header does not fit itself
  //     key        a public key that no signature can be trusted under
  //     signature  a signature does not verify
  //     request    the digest of a request stands where none begins; a signed record has no request ID of its own; two
  //                requests bear one ID
  //     size       the total claims another number of records
  //     root       the total claims another root
  //     note       a note or other evidence does not fit the records
  //     digest     the bytes do not have the digest at their end
  //     trailing   something follows that is not the next bundle announced
  std::optional<Fault> fault;
};

// Checks the next bundle of `source`, and that it is followed by what it announces: nothing, or another bundle's first
// byte. Fails only where the bytes cannot be read. `progress` is told how many records are done.
Result<BundleReport> verify_bundle(BundleSource& source, const std::function<void(std::uint64_t done)>& progress);

// The fault as an error: BAD_BUNDLE, or NEWER_FORMAT.
Error bundle_error(const Fault& fault);

}  // namespace nomic::ledger
