// nomic inspect: what is stored, as it is.
#include <fmt/format.h>

#include <map>

#include "commands/all.h"
#include "nomic/ledger/inspect.h"
#include "nomic/service/view_values.h"
#include "nomic/v1/view.pb.h"
#include "nomic/views/typed_numbers.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

using ledger::Table;

constexpr std::pair<std::string_view, Table> TABLE_NAMES[] = {{"catalog", Table::CATALOG},
                                                              {"records", Table::RECORDS},
                                                              {"tiles", Table::TILES},
                                                              {"snapshots", Table::SNAPSHOTS},
                                                              {"index", Table::INDEX}};

class Inspect : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.words("[I]", "A record.", words_);
    arguments.flag("--raw", "Writes the record's bytes, and nothing else.", raw_);
    arguments.several("--row", "TABLE KEY", "A row, by its table and its key in hex.", 2,
                      [this](const std::vector<std::string>& typed) -> Status {
                        row_ = typed;
                        return ledger::Done{};
                      });
    arguments.option("--rows", "TABLE",
                     "The keys of a table (catalog, records, tiles, snapshots, index), with their values' sizes.",
                     rows_);
  }

  Result<Exit> run(Call& call) override {
    const int ways =
        static_cast<int>(!words_.empty()) + static_cast<int>(!row_.empty()) + static_cast<int>(rows_.has_value());
    if (ways > 1 || words_.size() > 1) return usage("one thing is inspected at a time.");
    if (raw_ && words_.empty()) return usage("which record?", "nomic inspect I --raw");
    NOMIC_ASSIGN(auto folder, call.session.find_ledger(call.settings.ledger));
    if (folder == "-" || is_file(folder)) {
      return usage("inspect shows what lies in a ledger's folder, and this is a file.",
                   "take it in: nomic import FILE; docs/format.md says what its bytes are");
    }
    if (call.session.is_database(folder)) {
      return usage("inspect shows what lies in a ledger's folder, and this is a database.",
                   "the server's tools show what it keeps (psql); nomic store check says whether it keeps it well");
    }
    NOMIC_ASSIGN(auto inside, ledger::Inspection::open(folder, call.session.trust_of(folder)));
    Status done = !words_.empty() ? record(call, *inside)
                  : !row_.empty() ? row(call, *inside)
                  : rows_         ? keys(call, *inside)
                                  : overview(call, *inside);
    if (!done) return done.error();
    return Exit::DONE;
  }

 private:
  static Result<Table> table_of(const std::string& typed) {
    for (const auto& [name, table] : TABLE_NAMES) {
      if (typed == name) return table;
    }
    return usage(fmt::format("there is no table {}.", in_quotes(typed)), "catalog, records, tiles, snapshots or index");
  }

  void print(Call& call, const std::vector<ledger::Seen>& seen) {
    v1::InspectView view;
    for (const ledger::Seen& each : seen) {
      auto& shown = *view.add_seen();
      shown.set_depth(count32(each.depth));
      shown.set_name(each.name);
      shown.set_value(each.value);
      shown.set_hex(ledger::hex_of(each.bytes));
    }
    if (!call.out.is_text()) {
      call.out.json(view);
      return;
    }
    for (const auto& each : view.seen()) {
      std::string line = std::string(2 * each.depth(), ' ') + each.name();
      if (!each.value().empty()) line += "  " + on_one_line(each.value());
      call.out.text(line + "\n");
      if (!each.hex().empty()) call.out.text(fmt::format("{}{}\n", std::string(2 * each.depth() + 4, ' '), each.hex()));
    }
  }

  // The game by its name or the first digits of its identity, as far as the catalog can be read; else the only one.
  Result<std::string> game(const Call& call, ledger::Inspection& inside) const {
    std::vector<std::string> found;
    auto done = inside.rows(Table::CATALOG, "G", [&](std::string_view key, std::string_view value) {
      const std::string id(key.substr(1));
      const std::string& asked = call.settings.game;
      // The name is the first field of the row.
      const bool named = value.substr(0, 1) == "\x0A" && value.size() > 2 && value.substr(2).starts_with(asked);
      if (asked.empty() || named || ledger::hex_of(id).starts_with(asked)) found.push_back(id);
      return true;
    });
    if (!done) return failure_of(done.error());
    if (found.size() == 1) return found[0];
    return usage(found.empty() ? "the catalog names no such game." : "the catalog names several games.",
                 "name one with --game NAME, or take the row: nomic inspect --rows records");
  }

  Status record(Call& call, ledger::Inspection& inside) {
    NOMIC_ASSIGN(auto index, parse_record(words_[0], "a record's number"));
    NOMIC_ASSIGN(auto id, game(call, inside));
    std::string key = id;
    for (int shift = 56; shift >= 0; shift -= 8)
      key += static_cast<char>(index.value >> static_cast<unsigned>(shift) & 0xFFU);
    NOMIC_ASSIGN(auto bytes, inside.row(Table::RECORDS, key));
    if (!bytes) return usage(fmt::format("there is no record #{} of that game.", index.value));
    if (raw_) {
      call.out.raw(*bytes);
    } else {
      print(call, ledger::inspect_record(*bytes));
    }
    return ledger::Done{};
  }

  Status row(Call& call, ledger::Inspection& inside) {
    NOMIC_ASSIGN(auto table, table_of(row_[0]));
    const auto key = ledger::from_hex_digits(row_[1]);
    if (!key) return usage(fmt::format("{} is no key: two hex digits a byte.", in_quotes(row_[1])));
    NOMIC_ASSIGN(auto value, inside.row(table, *key));
    if (!value) return refused(fmt::format("the table {} has no row of that key.", row_[0]));
    print(call, ledger::inspect_row(table, *key, *value));
    return ledger::Done{};
  }

  Status keys(Call& call, ledger::Inspection& inside) {
    NOMIC_ASSIGN(auto table, table_of(*rows_));
    auto done = inside.rows(table, "", [&](std::string_view key, std::string_view value) {
      call.out.raw(fmt::format("{} {}\n", ledger::hex_of(key), value.size()));
      return !call.out.reader_left();
    });
    if (!done) return failure_of(done.error());
    return ledger::Done{};
  }

  // The mark, and how many rows of what kind there are, as far as they can be read.
  void add_counts(ledger::Inspection& inside, std::vector<ledger::Seen>& seen) {
    for (const auto& [name, table] : TABLE_NAMES) {
      std::map<char, std::uint64_t> kinds;
      std::uint64_t bytes = 0;
      auto done = inside.rows(table, "",
                              [&, in_catalog = table == Table::CATALOG](std::string_view key, std::string_view value) {
                                ++kinds[in_catalog && !key.empty() ? key.front() : '-'];
                                bytes += value.size();
                                return true;
                              });
      std::uint64_t count = 0;
      for (const auto& [kind, of_kind] : kinds) count += of_kind;
      seen.push_back({0,
                      std::string(name),
                      fmt::format("{} rows, {} bytes{}", count, bytes, done ? "" : "; then: " + done.error().what),
                      {}});
      if (table != Table::CATALOG) continue;
      for (const auto& [kind, of_kind] : kinds) {
        seen.push_back({1, fmt::format("kind {}", kind), std::to_string(of_kind), {}});
      }
    }
  }

  Status overview(Call& call, ledger::Inspection& inside) {
    NOMIC_ASSIGN(auto mark, inside.mark());
    std::vector<ledger::Seen> seen =
        mark ? ledger::inspect_mark(*mark) : std::vector<ledger::Seen>{{0, "mark", "missing", {}}};
    add_counts(inside, seen);
    auto done = inside.rows(Table::CATALOG, "G", [&](std::string_view key, std::string_view value) {
      for (ledger::Seen& each : ledger::inspect_row(Table::CATALOG, key, value)) seen.push_back(std::move(each));
      return true;
    });
    if (!done) seen.push_back({0, "unreadable", done.error().what, {}});
    print(call, seen);
    return ledger::Done{};
  }

  std::vector<std::string> words_;
  std::vector<std::string> row_;
  std::optional<std::string> rows_;
  bool raw_ = false;
};

}  // namespace

const CommandSpec INSPECT = {
    "inspect",
    "Check",
    "[I [--raw]] | --rows TABLE | --row TABLE KEY",
    "Shows what is stored, as it is: bytes, and what they say as far as they can be read.",
    "Without an argument the mark, the tables and the games' entries; a record with its three messages, field by "
    "field; or any row. Nothing is checked, and nothing that cannot be read is an end: it is shown in hex. "
    "docs/format.md says what should be there.",
    "nomic init Ann Bob Cleo\n"
    "nomic inspect\n"
    "nomic inspect 0\n"
    "nomic inspect 0 --raw > record.bin",
    make_command<Inspect>,
};

}  // namespace nomic::tools
