// Each fault that verify() knows, done to a game in memory: found, under its word, at its record.
#include "verify/verify.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "ledger/support/world.h"
#include "nomic/ledger/store/memory/memory_store.h"

namespace nomic::ledger {
namespace {

using test::say;

// A sound game of 304 records, so that there is a full tile, beside another game.
struct Sound {
  MemoryStore* store = nullptr;
  std::unique_ptr<Ledger> ledger;
  GameId game;
  GameId other;

  Sound() {
    auto kept = std::make_unique<MemoryStore>();
    store = kept.get();
    ledger = *Ledger::over(std::move(kept), {});
    game = test::found_game(*ledger, "friday", 300)->game;
    other = test::found_game(*ledger, "sunday", 2)->game;
    for (int i = 0; i < 4; ++i) {
      EXPECT_OK(say(*ledger, game, fmt::format("move {}", i), {fmt::format("r-{}", i), sha256("asked")}));
    }
  }
  std::string& row(Table table, const std::string& key) { return store->rows(table).at(key); }
  std::string& record(std::uint64_t index) { return row(Table::RECORDS, record_key(game, index)); }
  RecordParts parts(std::uint64_t index) {
    RecordDecoder decoder;
    RecordParts parts;
    EXPECT_OK(decoder.decode(record(index), parts));
    return parts;
  }
  // The catalog's entry, changed.
  void change_head(const std::function<void(GameRow&)>& change) {
    std::string& bytes = row(Table::CATALOG, game_key(game));
    GameRow head = *decode_game(game_key(game), bytes);
    change(head);
    bytes = encode(head);
  }
  void change_snapshot(const std::function<void(SnapshotRow&)>& change) {
    std::string& bytes = row(Table::SNAPSHOTS, snapshot_key(game, 304));
    SnapshotRow kept = *decode_snapshot(bytes);
    change(kept);
    bytes = encode(kept);
  }
  // Changes a record and chains all later ones, heads and trees to it, as a forger would who knows how.
  void forge(std::uint64_t index, const std::function<void(RecordParts&)>& change) {
    RecordParts changed = parts(index);
    change(changed);
    record(index) = encode_record(changed);
    for (std::uint64_t at = index + 1; at < 304; ++at) {
      RecordParts next = parts(at);
      next.previous_hash = leaf_hash(record(at - 1));
      next.seen_hash = next.previous_hash;
      record(at) = encode_record(next);
    }
  }
};

struct Case {
  const char* name;
  std::function<void(Sound&)> damage;
  std::string check;
  std::optional<std::uint64_t> index;
};

void PrintTo(const Case& each, std::ostream* out) {
  *out << each.name;
}

class Damage : public ::testing::TestWithParam<Case> {};

std::vector<std::string> words_of(const std::vector<Fault>& faults) {
  std::vector<std::string> words;
  for (const Fault& fault : faults) {
    words.push_back(fmt::format("{} {} {}", fault.check, fault.index ? fault.index->value : 0, fault.what));
  }
  return words;
}

TEST_P(Damage, IsFoundAndNamed) {
  Sound sound;
  GetParam().damage(sound);
  const auto report = sound.ledger->verify(sound.game, {});
  ASSERT_OK(report);
  const auto named = std::find_if(report->faults.begin(), report->faults.end(), [](const Fault& fault) {
    if (fault.check != GetParam().check) return false;
    return !GetParam().index || (fault.index && fault.index->value == *GetParam().index);
  });
  std::string found;
  for (const Fault& fault : report->faults) found += fmt::format("{}: {}\n", fault.check, fault.what);
  EXPECT_NE(named, report->faults.end()) << "found instead:\n" << found;

  // In two threads the same is found, and what comes after a fault is not passed on as verified.
  std::uint64_t next = 0;
  const auto beside = sound.ledger->verify_beside(sound.game, {.derive = [&](const RecordFeed& records) {
                                                    records([&](const StoredRecord& record) {
                                                      EXPECT_EQ(record.index.value, next++);
                                                      return true;
                                                    });
                                                  }});
  ASSERT_OK(beside);
  EXPECT_EQ(words_of(beside->faults), words_of(report->faults));
  const bool is_of_record =
      GetParam().check == "record" || GetParam().check == "missing" || GetParam().check == "place";
  if (is_of_record && GetParam().index) {
    EXPECT_EQ(next, *GetParam().index);
  }
}

const std::vector<Case>& cases() {
  static const std::vector<Case> ALL = {
      {"RecordUnreadable", [](Sound& s) { s.record(5) = "no record"; }, "record", 5},
      {"RecordOfANewerVersion", [](Sound& s) { s.record(5) += std::string("\x78\x01", 2); }, "record", 5},
      {"RecordTooLarge", [](Sound& s) { s.record(5) = std::string(65'536, 'x'); }, "record", 5},
      {"RecordMissing", [](Sound& s) { s.store->rows(Table::RECORDS).erase(record_key(s.game, 5)); }, "missing", 5},
      {"FirstRecordMissing", [](Sound& s) { s.store->rows(Table::RECORDS).erase(record_key(s.game, 0)); }, "missing",
       0},
      {"LastRecordMissing", [](Sound& s) { s.store->rows(Table::RECORDS).erase(record_key(s.game, 303)); }, "missing",
       303},
      {"RecordsSwapped", [](Sound& s) { std::swap(s.record(5), s.record(6)); }, "place", 5},
      {"RecordOfAnotherGame",
       [](Sound& s) { s.forge(303, [](RecordParts& p) { p.game = GameId{sha256("another")}; }); }, "place", 303},
      {"FirstRecordIsNotTheGame", [](Sound& s) { s.forge(0, [](RecordParts& p) { p.payload = "other"; }); }, "place",
       0},
      {"PayloadChanged",
       [](Sound& s) {
         RecordParts parts = s.parts(5);
         parts.payload = "changed";
         s.record(5) = encode_record(parts);
       },
       "chain", 6},
      {"SeenAnotherHistory", [](Sound& s) { s.forge(301, [](RecordParts& p) { p.seen_hash = sha256("other"); }); },
       "seen", 301},
      {"SeenAnotherPast",
       [](Sound& s) {
         s.forge(301, [](RecordParts& p) {
           p.seen_size = 5;
           p.seen_hash = sha256("other");
         });
       },
       "seen", 301},
      {"TimeWentBack", [](Sound& s) { s.forge(301, [](RecordParts& p) { p.recorded_at = {1}; }); }, "time", 301},
      {"WholeTailForged", [](Sound& s) { s.forge(303, [](RecordParts& p) { p.payload = "forged"; }); }, "head", 303},
      {"HeadChanged", [](Sound& s) { s.change_head([](GameRow& h) { h.head_hash = sha256("x"); }); }, "head", 303},
      {"TimeOfTheHeadChanged", [](Sound& s) { s.change_head([](GameRow& h) { h.recorded_at = {7}; }); }, "head", 303},
      {"SnapshotNamedTooFar", [](Sound& s) { s.change_head([](GameRow& h) { h.snapshot_size = 305; }); }, "head", {}},
      {"FrontierChanged",
       [](Sound& s) {
         s.change_head([](GameRow& h) {
           std::vector<Hash> nodes = h.frontier.nodes();
           nodes[0] = sha256("x");
           h.frontier = *Frontier::from(h.size(), nodes);
         });
       },
       "tree",
       {}},
      {"CatalogCountsMore", [](Sound& s) { s.change_head([](GameRow& h) { h.frontier.add(sha256("x")); }); }, "missing",
       304},
      {"RecordBeyondTheHead", [](Sound& s) { s.store->rows(Table::RECORDS)[record_key(s.game, 304)] = s.record(303); },
       "beyond", 304},
      {"TileChanged",
       [](Sound& s) {
         std::string& tile = s.row(Table::TILES, tile_key(s.game, {0, 0}));
         tile[77] = static_cast<char>(tile[77] ^ 1);
       },
       "tile", 0},
      {"UnfinishedTileChanged",
       [](Sound& s) {
         s.row(Table::TILES, tile_key(s.game, {1, 0}))[3] ^= 1;
       },
       "tile",
       {}},
      {"UnfinishedTileTooLong",
       [](Sound& s) {
         s.row(Table::TILES, tile_key(s.game, {1, 0})) += std::string(32, 'x');
       },
       "tile",
       {}},
      {"UnfinishedTileBeyond",
       [](Sound& s) {
         s.store->rows(Table::TILES)[tile_key(s.game, {1, 1})] = std::string(32, 'x');
       },
       "beyond",
       {}},
      {"TileMissing", [](Sound& s) { s.store->rows(Table::TILES).clear(); }, "tile", 0},
      {"TileBeyond",
       [](Sound& s) {
         s.store->rows(Table::TILES)[tile_key(s.game, {0, 1})] = std::string(TILE_BYTES, 'x');
       },
       "beyond",
       {}},
      {"TileOfAnImpossibleLevel",
       [](Sound& s) {
         s.store->rows(Table::TILES)[tile_key(s.game, {9, 0})] = std::string(TILE_BYTES, 'x');
       },
       "beyond",
       {}},
      {"SnapshotUnreadable",
       [](Sound& s) { s.row(Table::SNAPSHOTS, snapshot_key(s.game, 304)) = "x"; },
       "snapshot",
       {}},
      {"SnapshotsBodyChanged", [](Sound& s) { s.change_snapshot([](SnapshotRow& k) { k.body = "x"; }); }, "snapshot",
       303},
      {"SnapshotOfAnotherHead", [](Sound& s) { s.change_snapshot([](SnapshotRow& k) { k.head_hash = sha256("x"); }); },
       "snapshot", 303},
      {"SnapshotNamesAChunkThatIsMissing",
       [](Sound& s) { s.change_snapshot([](SnapshotRow& k) { k.chunks = {sha256("chunk")}; }); }, "chunk", 303},
      {"ChunkChanged",
       [](Sound& s) { s.store->rows(Table::SNAPSHOTS)[chunk_key(s.game, sha256("chunk"))] = "x"; },
       "chunk",
       {}},
      {"ChunkOfNoHash",
       [](Sound& s) { s.store->rows(Table::SNAPSHOTS)[chunk_key(s.game, sha256("chunk")) + "x"] = "chunk"; },
       "chunk",
       {}},
      {"SnapshotElsewhere", [](Sound& s) { s.change_snapshot([](SnapshotRow& k) { k.size = 200; }); }, "snapshot", {}},
      {"SnapshotBeyond",
       [](Sound& s) {
         SnapshotRow kept = *decode_snapshot(s.row(Table::SNAPSHOTS, snapshot_key(s.game, 304)));
         kept.size = 305;
         s.store->rows(Table::SNAPSHOTS)[snapshot_key(s.game, 305)] = encode(kept);
       },
       "beyond",
       {}},
      {"DigestUnreadable", [](Sound& s) { s.row(Table::CATALOG, digest_key(s.game, 302)) = "x"; }, "digest", 301},
      {"DigestOfNoSize",
       [](Sound& s) { s.store->rows(Table::CATALOG)[digest_key(s.game, 302) + "x"] = "x"; },
       "digest",
       {}},
      {"DigestBeyond",
       [](Sound& s) {
         s.store->rows(Table::CATALOG)[digest_key(s.game, 305)] = s.row(Table::CATALOG, digest_key(s.game, 302));
       },
       "beyond",
       {}},
      {"RequestUnreadable", [](Sound& s) { s.row(Table::CATALOG, request_key(s.game, "Ann", "r-2")) = "x"; }, "request",
       302},
      {"RequestMissing", [](Sound& s) { s.store->rows(Table::CATALOG).erase(request_key(s.game, "Ann", "r-2")); },
       "request", 302},
      {"RequestPointsElsewhere",
       [](Sound& s) {
         s.row(Table::CATALOG, request_key(s.game, "Ann", "r-2")) = encode(RequestRow{sha256("asked"), 300, 1});
       },
       "request", 302},
      {"RequestOfNoRecord",
       [](Sound& s) {
         s.store->rows(Table::CATALOG)[request_key(s.game, "Ann", "r-9")] = encode(RequestRow{sha256("asked"), 302, 1});
       },
       "request",
       {}},
      {"RequestBeyond",
       [](Sound& s) {
         s.row(Table::CATALOG, request_key(s.game, "Ann", "r-3")) = encode(RequestRow{sha256("asked"), 303, 2});
       },
       "beyond",
       {}},
      {"AppendMissing", [](Sound& s) { s.store->rows(Table::CATALOG).erase(append_key(s.game, 300)); }, "append", {}},
      {"LastAppendMissing",
       [](Sound& s) { s.store->rows(Table::CATALOG).erase(append_key(s.game, 304)); },
       "append",
       {}},
      {"AppendUnreadable", [](Sound& s) { s.row(Table::CATALOG, append_key(s.game, 300)) = "x"; }, "append", {}},
      {"AppendOfAnotherHead",
       [](Sound& s) {
         s.row(Table::CATALOG, append_key(s.game, 302)) = encode(AppendRow{s.game, 302, 301, sha256("x")});
       },
       "append", 301},
      {"AppendOfAnotherBeginning",
       [](Sound& s) {
         s.row(Table::CATALOG, append_key(s.game, 302)) = encode(AppendRow{s.game, 302, 300, leaf_hash(s.record(301))});
       },
       "append", 300},
      {"AppendBeyond",
       [](Sound& s) {
         s.store->rows(Table::CATALOG)[append_key(s.game, 305)] = encode(AppendRow{s.game, 305, 304, sha256("x")});
       },
       "beyond",
       {}},
      {"AppendOfNoGame",
       [](Sound& s) {
         const GameId none{sha256("no")};
         s.store->rows(Table::CATALOG)[append_key(none, 1)] = encode(AppendRow{none, 1, 0, sha256("x")});
       },
       "foreign",
       {}},
      {"AppendUnderAMalformedKey",
       [](Sound& s) {
         s.store->rows(Table::CATALOG)[append_key(s.game, 302) + "x"] = s.row(Table::CATALOG, append_key(s.game, 302));
       },
       "append",
       {}},
      {"RecordOfNoGame",
       [](Sound& s) { s.store->rows(Table::RECORDS)[record_key({sha256("no")}, 0)] = "x"; },
       "foreign",
       {}},
      {"TileOfNoGame",
       [](Sound& s) {
         s.store->rows(Table::TILES)[tile_key({sha256("no")}, {0, 0})] = "x";
       },
       "foreign",
       {}},
      {"SnapshotOfNoGame",
       [](Sound& s) { s.store->rows(Table::SNAPSHOTS)[snapshot_key({sha256("no")}, 1)] = "x"; },
       "foreign",
       {}},
      {"RequestOfNoGame",
       [](Sound& s) { s.store->rows(Table::CATALOG)[request_key({sha256("no")}, "Ann", "r")] = "x"; },
       "foreign",
       {}},
      {"ShortKeyAmongRecords", [](Sound& s) { s.store->rows(Table::RECORDS)["short"] = "x"; }, "foreign", {}},
      {"LongKeyAmongRecords",
       [](Sound& s) { s.store->rows(Table::RECORDS)[record_key(s.game, 5) + "x"] = "x"; },
       "foreign",
       {}},
      {"LongKeyAmongTiles",
       [](Sound& s) {
         s.store->rows(Table::TILES)[tile_key(s.game, {0, 0}) + "x"] = "x";
       },
       "foreign",
       {}},
      {"UnknownKindFirst", [](Sound& s) { s.store->rows(Table::CATALOG)["0"] = "x"; }, "foreign", {}},
      {"UnknownKindBetween", [](Sound& s) { s.store->rows(Table::CATALOG)["M"] = "x"; }, "foreign", {}},
      {"UnknownKindLast", [](Sound& s) { s.store->rows(Table::CATALOG)["Z"] = "x"; }, "foreign", {}},
      {"GameWithAMalformedKey", [](Sound& s) { s.store->rows(Table::CATALOG)["Gshort"] = "x"; }, "foreign", {}},
  };
  return ALL;
}

INSTANTIATE_TEST_SUITE_P(OfEveryKind, Damage, ::testing::ValuesIn(cases()),
                         [](const auto& each) { return std::string(each.param.name); });

TEST(Verify, FindsNothingInASoundGame) {
  Sound sound;
  EXPECT_EQ(test::faults_of(*sound.ledger, sound.game), std::vector<std::string>{});
  EXPECT_EQ(test::faults_of(*sound.ledger, sound.other), std::vector<std::string>{});
}

// The records are those that a reader is given, and the rows of the index those that are kept.
TEST(VerifyBeside, PassesOnWhatItReads) {
  Sound sound;
  sound.store->rows(Table::INDEX)[index_key(sound.game, "K", 7)] = encode(IndexValue{"maker", "value"});
  std::vector<std::string> expected;
  EXPECT_OK(sound.ledger->read(sound.game, {0}, 304, [&](const StoredRecord& record) {
    expected.push_back(
        fmt::format("{} {} {} {}", record.index.value, record.author, record.payload, record.leaf.hex()));
    return true;
  }));
  std::vector<std::string> passed;
  std::vector<std::string> rows;
  const auto report = sound.ledger->verify_beside(
      sound.game, {.derive =
                       [&](const RecordFeed& records) {
                         records([&](const StoredRecord& record) {
                           passed.push_back(fmt::format("{} {} {} {}", record.index.value, record.author,
                                                        record.payload, record.leaf.hex()));
                           // Whoever derives may look back.
                           EXPECT_OK(sound.ledger->record(sound.game, record.index));
                           return true;
                         });
                       },
                   .index_row =
                       [&](const IndexRowView& row) {
                         rows.push_back(fmt::format("{} {} {} {}", row.maker, row.key, row.record, row.value));
                       }});
  ASSERT_OK(report);
  EXPECT_EQ(words_of(report->faults), std::vector<std::string>{});
  EXPECT_EQ(report->head_hash, sound.ledger->head(sound.game)->head_hash);
  EXPECT_EQ(passed, expected);
  EXPECT_EQ(rows, std::vector<std::string>{"maker K 7 value"});
}

TEST(VerifyBeside, VerifiesToTheEndThoughNobodyReadsOn) {
  Sound sound;
  sound.row(Table::TILES, tile_key(sound.game, {0, 0})) = "no tile";
  for (const std::size_t wanted : {0U, 1U, 200U}) {
    std::size_t taken = 0;
    const auto report = sound.ledger->verify_beside(sound.game, {.derive = [&](const RecordFeed& records) {
                                                      if (wanted > 0)
                                                        records([&](const StoredRecord&) { return ++taken < wanted; });
                                                    }});
    ASSERT_OK(report);
    EXPECT_EQ(taken, wanted);
    ASSERT_FALSE(report->faults.empty());
    EXPECT_EQ(report->faults.front().check, "tile");
  }
}

TEST(VerifyBeside, EndsWhereDerivingThrows) {
  Sound sound;
  const auto derive = [](const RecordFeed& records) {
    records([](const StoredRecord&) -> bool { throw std::runtime_error("enough"); });
  };
  EXPECT_THROW(static_cast<void>(sound.ledger->verify_beside(sound.game, {.derive = derive})), std::runtime_error);
}

TEST(Verify, AllowsAStatementThatSawLess) {
  Sound sound;
  // Chained and headed as a recorder would have done it.
  sound.forge(303, [&](RecordParts& parts) {
    parts.seen_size = 7;
    parts.seen_hash = leaf_hash(sound.record(6));
  });
  const auto faults = test::faults_of(*sound.ledger, sound.game);
  EXPECT_EQ(std::count(faults.begin(), faults.end(), "seen"), 0);
}

TEST(Verify, AGameDamagedAllOverIsNotDescribedToTheEnd) {
  Sound sound;
  for (std::uint64_t index = 0; index < 304; ++index) sound.record(index) = "no record";
  const auto report = sound.ledger->verify(sound.game, {});
  ASSERT_OK(report);
  EXPECT_EQ(report->faults.size(), 100U);
}

TEST(Verify, AnUnreadableEntryOfTheGameIsDamage) {
  Sound sound;
  sound.row(Table::CATALOG, game_key(sound.game)) = "x";
  EXPECT_REFUSED(sound.ledger->verify(sound.game, {}), DAMAGED);
}

// Two roads to one answer: the sums agree exactly where the collections do.
TEST(HashSum, ComparesCollectionsWhateverTheirOrder) {
  HashSum forward;
  HashSum backward;
  for (int i = 0; i < 50; ++i) forward.add(sha256(std::to_string(i)));
  EXPECT_FALSE(forward == backward);
  for (int i = 49; i >= 0; --i) backward.add(sha256(std::to_string(i)));
  EXPECT_TRUE(forward == backward);
  backward.add(sha256("7"));
  EXPECT_FALSE(forward == backward);
}

}  // namespace
}  // namespace nomic::ledger
