// Dishonest bundles and ranges, made at random by somebody who holds one player's key and can chain, count and seal as
// well as the program: none is taken in that is not a history, and every history is.
//
// What a history is, is written down a second time here, plainly: from docs/format.md, section 1, with everything in
// memory and nothing shared with the program but its decoder and its check of one signature.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <random>
#include <set>

#include "ledger/support/world.h"
#include "nomic/ledger/bundle.h"
#include "nomic/ledger/bundle/bundle_format.h"
#include "nomic/ledger/log/record.h"

namespace nomic::ledger {
namespace {

using namespace test;

constexpr std::int64_t SECOND = 1'000'000;

using Records = std::vector<std::string>;

// ---- What a history is ----------------------------------------------------------------------------------------------

bool is_readable(const std::string& bytes) {
  RecordDecoder decoder;
  RecordParts parts;
  return decoder.decode(bytes, parts).ok();
}

RecordParts parts_of(const std::string& bytes) {
  RecordDecoder decoder;
  RecordParts parts;
  EXPECT_OK(decoder.decode(bytes, parts));
  return parts;
}

bool is_history(const Records& records, const GameId& game) {
  using Name = std::pair<std::string, std::string>;  // author, ID
  std::map<Name, std::size_t> last_of_request;       // the last record of it
  std::set<Name> signed_requests;
  std::vector<Hash> leaves;
  std::int64_t time = INT64_MIN;
  for (std::size_t at = 0; at < records.size(); ++at) {
    if (!is_readable(records[at])) return false;
    const RecordParts parts = parts_of(records[at]);
    const Hash leaf = leaf_hash(records[at]);
    if (parts.index != at || parts.recorded_at.value < time) return false;
    if (at == 0 ? leaf != game.hash : parts.game != game || parts.previous_hash != leaves.back()) return false;
    if (parts.seen_size > 0 && parts.seen_hash != leaves[parts.seen_size - 1]) return false;
    if (!check_signatures(parts.statement, parts.signatures)) return false;
    const bool is_signed = !parts.signatures.empty();
    if (is_signed && parts.request_id.empty()) return false;
    if (!parts.request_id.empty()) {
      const Name name{parts.author, parts.request_id};
      const auto last = last_of_request.find(name);
      const bool is_known = last != last_of_request.end();
      if (is_known && (is_signed || signed_requests.count(name) != 0)) return false;
      if (is_known && last->second + 1 != at) return false;
      last_of_request[name] = at;
      if (is_signed) signed_requests.insert(name);
    }
    time = parts.recorded_at.value;
    leaves.push_back(leaf);
  }
  return true;
}

// ---- Making records -------------------------------------------------------------------------------------------------

struct Maker {
  GameId game;
  Records records;

  [[nodiscard]] RecordParts next(const std::string& author, const std::string& request_id) const {
    RecordParts parts;
    parts.index = records.size();
    parts.author = author;
    parts.request_id = request_id;
    parts.payload = "move " + std::to_string(parts.index);
    parts.recorded_at = {records.empty() ? 0 : parts_of(records.back()).recorded_at.value + SECOND};
    if (records.empty()) return parts;
    parts.game = game;
    parts.previous_hash = leaf_hash(records.back());
    see(parts, parts.index);
    return parts;
  }
  void see(RecordParts& parts, std::uint64_t size) const {
    parts.seen_size = size;
    parts.seen_hash.reset();
    if (size > 0) parts.seen_hash = leaf_hash(records[size - 1]);
  }
  void add(const RecordParts& parts) {
    records.push_back(encode_record(parts));
    if (records.size() == 1) game = {leaf_hash(records[0])};
  }
};

void sign(RecordParts& parts, const PrivateKey& key) {
  const std::string message = signed_message(encode_statement(parts));
  parts.signatures = {{key.public_key().raw(), key.sign(message)}};
}

// The same statement and signatures in another place.
std::string in_place(const std::string& bytes, std::uint64_t index, const Hash& previous, std::int64_t time) {
  RecordParts parts = parts_of(bytes);
  parts.index = index;
  parts.previous_hash = previous;
  parts.recorded_at = {time};
  return encode_record(parts, parts.statement);
}

std::string frame(Frame type, const std::string& body) {
  return frame_head(type, body.size()) + body;
}

// A bundle of these records from `from` on, upon the tree of `records` before, sealed as it must be.
std::string bundle_of(const GameId& game, const Records& records, std::uint64_t from) {
  BundleHeader header{game, 0, "club", {}};
  Frontier tree;
  std::string bundle(BUNDLE_LINE);
  std::string parts;
  for (std::size_t at = 0; at < records.size(); ++at) {
    if (at == from) header.left = tree;
    if (at >= from) parts += frame(Frame::RECORD, records[at]);
    tree.add(leaf_hash(records[at]));
  }
  bundle += frame(Frame::HEADER, encode(header)) + parts;
  bundle += frame(Frame::TOTAL, encode(BundleTotal{records.size(), tree.root()}));
  return bundle + frame(Frame::END, sha256(bundle).raw());
}

Result<Imported> imported(Ledger& ledger, const std::string& bundle) {
  std::size_t at = 0;
  BundleSource source([&](char* into, std::size_t count) {
    const std::size_t given = std::min(count, bundle.size() - at);
    std::memcpy(into, bundle.data() + at, given);
    at += given;
    return static_cast<std::ptrdiff_t>(given);
  });
  return ledger.import_from(source, {}, {});
}

// ---- The forger -----------------------------------------------------------------------------------------------------

// Numbers that are the same everywhere.
class Chance {
 public:
  explicit Chance(std::uint64_t seed) : engine_(seed) {}
  std::uint64_t below(std::uint64_t limit) { return engine_() % limit; }
  bool one_in(std::uint64_t count) { return below(count) == 0; }

 private:
  std::mt19937_64 engine_;
};

// Ann is the victim: the forger keeps the ledger, has Bob's key, and everything that Ann ever signed, here and
// elsewhere.
class Forger {
 public:
  Forger(std::uint64_t seed, const PrivateKey& ann, const PrivateKey& bob) : chance_(seed), ann_(ann), bob_(bob) {
    const std::uint64_t founding = 1 + chance_.below(3);
    for (std::uint64_t i = 0; i < founding; ++i) {
      RecordParts parts = honest_.next("", "founding");
      if (i == 0) parts.payload = "game " + std::to_string(seed);
      honest_.add(parts);
    }
    const std::uint64_t size = founding + 2 + chance_.below(9);
    while (honest_.records.size() < size) honest_.add(honest_move());
    other_ = honest_;
    other_.records.resize(founding + chance_.below(size - founding));
    while (other_.records.size() < size) other_.add(signed_by(other_, ann_, "Ann"));
  }

  [[nodiscard]] const Maker& honest() const { return honest_; }
  Chance& chance() { return chance_; }

  // The whole game, forged after its first `kept` records; how much of it is forged is left to chance.
  Records forge(std::uint64_t kept) {
    Maker forged{honest_.game, {honest_.records.begin(), honest_.records.begin() + static_cast<long>(kept)}};
    const std::uint64_t size = kept + 1 + chance_.below(4);
    // Upon what cannot be read nothing can be put.
    while (forged.records.size() < size && is_readable(forged.records.back())) {
      forged.records.push_back(next_record(forged));
    }
    return forged.records;
  }

 private:
  RecordParts honest_move() {
    const std::string id = "request " + std::to_string(honest_.records.size());
    switch (chance_.below(4)) {
      case 0:
        return honest_.next("Bob", "");
      case 1:
        return honest_.next("Bob", id);
      default:
        return chance_.one_in(2) ? signed_by(honest_, ann_, "Ann") : signed_by(honest_, bob_, "Bob");
    }
  }

  // What one player signs, who has seen as much as chance has it.
  RecordParts signed_by(const Maker& game, const PrivateKey& key, const std::string& name) {
    RecordParts parts =
        game.next(name, name + " " + std::to_string(game.records.size()) + "." + std::to_string(chance_.below(1'000)));
    if (chance_.one_in(2)) game.see(parts, chance_.below(parts.index + 1));
    sign(parts, key);
    return parts;
  }

  // A record in its place: but for one lie, or none.
  std::string next_record(const Maker& forged) {
    const std::uint64_t index = forged.records.size();
    RecordParts parts = forged.next("Bob", "lie " + std::to_string(index) + "." + std::to_string(chance_.below(100)));
    const std::int64_t time = parts.recorded_at.value;
    const Hash previous = parts.previous_hash;
    switch (chance_.below(14)) {
      case 0:  // nothing false
        break;
      case 1:  // signed, and nothing false
        sign(parts, bob_);
        break;
      case 2:  // what was signed before, once more
        return in_place(any_of(forged.records), index, previous, time);
      case 3:  // what Ann signed in another history
        return in_place(any_of(other_.records), index, previous, time);
      case 4:  // what is to come, before its time or in it
        return in_place(honest_.records[std::min<std::uint64_t>(index, honest_.records.size() - 1)], index, previous,
                        time);
      case 5:
        parts.previous_hash = chance_.one_in(2) ? sha256("none") : leaf_hash(any_of(honest_.records));
        break;
      case 6:
        parts.recorded_at = {time - (1 + static_cast<std::int64_t>(chance_.below(3))) * SECOND};
        break;
      case 7:  // has seen what there was not
        parts.seen_size = 1 + chance_.below(index);
        parts.seen_hash = sha256("none");
        if (chance_.one_in(2)) sign(parts, bob_);
        break;
      case 8:  // has seen another history
        parts.seen_size = 1 + chance_.below(std::min<std::uint64_t>(index, other_.records.size()));
        parts.seen_hash = leaf_hash(other_.records[parts.seen_size - 1]);
        if (chance_.one_in(2)) sign(parts, bob_);
        break;
      case 9:  // another's request, perhaps in their name
        parts.request_id = parts_of(any_of(forged.records)).request_id;
        if (chance_.one_in(2)) parts.author = parts_of(any_of(forged.records)).author;
        if (chance_.one_in(2)) sign(parts, bob_);
        break;
      case 10:  // the last one's request, perhaps in their name
        parts.request_id = parts_of(forged.records.back()).request_id;
        if (chance_.one_in(2)) parts.author = parts_of(forged.records.back()).author;
        if (chance_.one_in(2)) sign(parts, bob_);
        break;
      case 11:  // a signature of something else
        sign(parts, bob_);
        parts.payload += "!";
        break;
      case 12:
        parts.game = GameId{sha256("another game")};
        sign(parts, bob_);
        break;
      default:
        parts.index = index + chance_.below(3);
        if (chance_.one_in(3)) parts.request_id.clear();
        if (chance_.one_in(3)) sign(parts, bob_);
        break;
    }
    return encode_record(parts);
  }

  // Not record 0, whose statement has another form.
  const std::string& any_of(const Records& records) {
    return records.size() == 1 ? honest_.records[1] : records[1 + chance_.below(records.size() - 1)];
  }

  Chance chance_;
  const PrivateKey& ann_;
  const PrivateKey& bob_;
  Maker honest_;
  Maker other_;
};

// ---- Put before the ledger ------------------------------------------------------------------------------------------

struct Count {
  int ranges = 0;
  int histories = 0;
};

// One forged bundle, whole or from some record on, for a ledger that holds the game up to where the forging begins.
void try_one(std::uint64_t seed, const PrivateKey& ann, const PrivateKey& bob, Count& count) {
  Forger forger(seed, ann, bob);
  const GameId game = forger.honest().game;
  const std::uint64_t held = 1 + forger.chance().below(forger.honest().records.size());
  const Records forged = forger.forge(held);
  const std::uint64_t from =
      forger.chance().one_in(4) ? 0 : held - forger.chance().below(std::min<std::uint64_t>(held, 3));
  const bool sound = is_history(forged, game);

  const auto ledger = Ledger::in_memory();
  const Records kept(forged.begin(), forged.begin() + static_cast<long>(held));
  ASSERT_OK(imported(*ledger, bundle_of(game, kept, 0)));
  const auto done = imported(*ledger, bundle_of(game, forged, from));
  ASSERT_EQ(done.ok(), sound) << "seed " << seed << ": records up to " << held << " held, a bundle from " << from
                              << (done.ok() ? " was taken in" : ": " + done.error().what);
  EXPECT_EQ(ledger->head(game)->size, sound ? forged.size() : held) << seed;
  EXPECT_EQ(faults_of(*ledger, game), std::vector<std::string>{}) << seed;
  // The road for whoever has nothing yet.
  const auto empty = Ledger::in_memory();
  EXPECT_EQ(imported(*empty, bundle_of(game, forged, 0)).ok(), sound) << seed;
  ++count.ranges;
  count.histories += sound ? 1 : 0;
}

TEST(DishonestBundle, OnlyHistoriesAreTakenIn) {
  const PrivateKey ann = PrivateKey::generate();
  const PrivateKey bob = PrivateKey::generate();
  Count count;
  for (std::uint64_t seed = 1; seed <= scaled(2'000); ++seed) {
    try_one(seed, ann, bob, count);
    if (HasFatalFailure()) return;
  }
  RecordProperty("bundles", count.ranges);
  RecordProperty("histories", count.histories);
  std::cout << count.ranges << " bundles and ranges: " << count.histories << " are histories and were taken in, "
            << count.ranges - count.histories << " are none and were refused\n";
  EXPECT_GT(count.histories, count.ranges / 20);
  EXPECT_GT(count.ranges - count.histories, count.ranges / 2);
}

// ---- The ones that were found, each by its name ---------------------------------------------------------------------

struct Held {
  PrivateKey ann = PrivateKey::generate();
  Maker game;
  std::unique_ptr<Ledger> ledger = Ledger::in_memory();

  Held() {
    game.add(game.next("", "founding"));
    game.add(game.next("", "founding"));
    RecordParts act = game.next("Ann", "ann's act");
    sign(act, ann);
    game.add(act);
    EXPECT_OK(imported(*ledger, bundle_of(game.game, game.records, 0)));
  }
  // The records held, and this one, as a range of one record.
  Result<Imported> take(const std::string& record) {
    Records records = game.records;
    records.push_back(record);
    return imported(*ledger, bundle_of(game.game, records, game.records.size()));
  }
  Result<Imported> take(const RecordParts& parts) { return take(encode_record(parts)); }
};

TEST(DishonestBundle, ASignedActIsNotTakenInAgainAsARange) {
  Held held;
  const RecordParts next = held.game.next("Ann", "");
  EXPECT_REFUSED(held.take(in_place(held.game.records[2], 3, next.previous_hash, next.recorded_at.value)), BAD_BUNDLE);
  EXPECT_EQ(held.ledger->head(held.game.game)->size, 3U);
}

TEST(DishonestBundle, ARangeIsHeldAgainstTheRecordBeforeIt) {
  Held held;
  RecordParts other = held.game.next("Ann", "");
  other.seen_size = 0;
  other.seen_hash.reset();
  RecordParts unchained = other;
  unchained.previous_hash = sha256("another record");
  EXPECT_REFUSED(held.take(unchained), BAD_BUNDLE);
  RecordParts early = other;
  early.recorded_at = {held.game.next("", "").recorded_at.value - 2 * SECOND};
  EXPECT_REFUSED(held.take(early), BAD_BUNDLE);
  EXPECT_OK(held.take(other));
}

TEST(DishonestBundle, WhatWasSeenBeforeARangeIsLookedUp) {
  for (const std::uint64_t seen : {1U, 2U, 3U}) {
    Held held;
    RecordParts vote = held.game.next("Ann", "a vote on a fork");
    vote.seen_size = seen;
    vote.seen_hash = sha256("a record of the fork");
    sign(vote, held.ann);
    SCOPED_TRACE(seen);
    EXPECT_REFUSED(held.take(vote), BAD_BUNDLE);
    vote.seen_hash = leaf_hash(held.game.records[seen - 1]);
    sign(vote, held.ann);
    EXPECT_OK(held.take(vote));
  }
}

}  // namespace
}  // namespace nomic::ledger
