// nomic init: founds a game.
#include <fmt/format.h>

#include <algorithm>

#include "cli/json.h"
#include "cli/suggest.h"
#include "commands/all.h"
#include "nomic/replay/edition.h"
#include "nomic/replay/text.h"
#include "nomic/v1/view.pb.h"
#include "nomic/words/listing.h"
#include "nomic/words/shell_word.h"
#include "nomic/words/terminal_text.h"
#include "shared/move_command.h"
#include "shared/page_source.h"
#include "shared/request_digest.h"
#include "shared/text_source.h"
#include "shared/verifier_key.h"

namespace nomic::tools {
namespace {

constexpr const char* DEFAULT_EDITION = "1990";
constexpr const char* DEFAULT_NAME = "nomic";
constexpr std::size_t NONCE_BYTES = 16;

// "NAME=VALUE" for one of the players. Names may hold a = themselves, so every place is tried.
Status assign(const std::vector<std::string>& players, const std::string& typed, const std::string& option,
              std::vector<std::string>& values) {
  for (std::size_t at = typed.find('='); at != std::string::npos; at = typed.find('=', at + 1)) {
    const std::string name = replay::fold(typed.substr(0, at));
    for (std::size_t i = 0; i < players.size(); ++i) {
      if (replay::fold(players[i]) == name) {
        values[i] = typed.substr(at + 1);
        return ledger::Done{};
      }
    }
  }
  const std::size_t at = typed.find('=');
  if (at == std::string::npos) {
    return usage(fmt::format("{} names no player and value.", in_quotes(typed)),
                 fmt::format("write: {} 'NAME=VALUE'", option));
  }
  return usage(fmt::format("{} names no player of this game.", in_quotes(typed.substr(0, at))),
               did_you_mean(typed.substr(0, at), players));
}

Failure name_taken(const std::string& name) {
  return refused(fmt::format("the ledger holds a game {} already", in_quotes(name)),
                 "give the new game another name with --game NAME, or its own ledger with --ledger DIR");
}

class Init : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.words("PLAYER...", "The players, in seating order: two at least.", players_);
    arguments.option("--edition", "EDITION", "The Initial Set: 1990 (unless said otherwise) or 1982.", edition_);
    arguments.option("--mode", "MODE", "table (unless said otherwise) or mail.", mode_);
    arguments.list("--surname", "NAME=SURNAME", "A player's surname, where it is not the last word of the name.",
                   surnames_);
    arguments.list("--team", "NAME=TEAM", "A player's team.", teams_);
    arguments.option("--rules", "PAGE",
                     "Other rules than the built-in ones: a published page of rules (text, Markdown, HTML), a "
                     "folder with a file a rule, or a ruleset file.",
                     rules_);
    arguments.option("--lang", "CODE",
                     "The rules' language, or several (en,ja), the authoritative one first. Built in: en, es, it, "
                     "ja, nl.",
                     lang_);
    arguments.option("--signing", "WHETHER",
                     "required: every move must be signed. optional (unless said otherwise): only who has a key must "
                     "sign.",
                     signing_);
    arguments.list("--player-key", "NAME=KEY", "A player's first key: the verifier key that nomic key new prints.",
                   player_keys_);
    page_.declare(arguments);
    arguments.section("For every move", false);
    declare_request_id(arguments, request_id_);
    arguments.flag("--dry-run", "Says what would happen, and founds nothing.", dry_run_);
  }

  Result<Exit> run(Call& call) override {
    auto founding = found_what(call);
    if (!founding) return founding.error();
    // What no ledger could accept leaves no folder behind.
    const auto nowhere = ledger::Ledger::in_memory();
    auto tried = replay::Game::found(*nowhere, *founding);
    if (!tried) return failure_of(tried.error());

    const std::string folder = call.session.founding_folder(call.settings.ledger);
    if (dry_run_) {
      auto there = call.session.ledger(folder, ledger::Access::READ);
      if (there && (*there)->find(founding->name)) return name_taken(founding->name);
      call.out.note("a dry run: nothing was founded");
      print(call, *founding, *tried, folder);
      return Exit::DONE;
    }
    auto ledger = call.session.ledger_to_found_in(folder);
    if (!ledger) return ledger.error();
    auto founded = replay::Game::found(**ledger, *founding);
    if (!founded) {
      if (founded.error().ledger && founded.error().ledger->code == ledger::ErrorCode::GAME_NAME_TAKEN) {
        return name_taken(founding->name);
      }
      return failure_of(founded.error());
    }
    call.recorded = founded->first.value + founded->count - 1;
    print(call, *founding, *founded, folder);
    return Exit::DONE;
  }

 private:
  Result<v1::Ruleset> ruleset(Call& call, RequestParts& asked) {
    std::vector<std::string> langs;
    if (lang_) {
      auto read = read_langs(*lang_);
      if (!read) return read.error();
      langs = std::move(*read);
    }
    if (!rules_) {
      auto edition = replay::edition(edition_.value_or(DEFAULT_EDITION), langs);
      if (!edition) return failure_of(edition.error());
      return std::move(*edition);
    }
    std::string bytes;
    auto imported = page_.read(call, *rules_, langs, edition_.value_or(""), &bytes);
    if (!imported) return imported.error();
    asked.add("rules", bytes);
    if (is_from_page(*imported)) {
      tell(*imported);
      return std::move(imported->ruleset);
    }
    return arranged(std::move(imported->ruleset), langs);
  }

  // A ruleset file's texts in the languages asked for, the first authoritative.
  static Result<v1::Ruleset> arranged(v1::Ruleset ruleset, const std::vector<std::string>& langs) {
    if (langs.empty()) return ruleset;
    for (v1::RuleBody& rule : *ruleset.mutable_rules()) {
      v1::RuleBody chosen = rule;
      chosen.clear_texts();
      for (const std::string& lang : langs) {
        for (const v1::Text& text : rule.texts()) {
          const std::string& is = text.lang().empty() ? ruleset.authoritative_lang() : text.lang();
          if (is == lang) *chosen.add_texts() = text;
        }
      }
      // A rule in none of them keeps its own: no rule is lost.
      if (!chosen.texts().empty()) rule = std::move(chosen);
    }
    const bool there = std::any_of(ruleset.rules().begin(), ruleset.rules().end(), [&](const v1::RuleBody& rule) {
      return rule.texts(0).lang() == langs.front() ||
             (rule.texts(0).lang().empty() && ruleset.authoritative_lang() == langs.front());
    });
    if (!there) return usage(fmt::format("no rule of the ruleset has a text in {}.", in_quotes(langs.front())));
    ruleset.set_authoritative_lang(langs.front());
    return ruleset;
  }

  // What whoever founds a game on a page should know first; the whole report is `rules import`'s.
  void tell(const replay::Imported& imported) {
    const replay::ImportReport& report = imported.report;
    if (!report.doubts.empty() || !report.slips.empty()) {
      warnings_.push_back(fmt::format("of the page, {} were inferred and {} found; see them: nomic rules import {}",
                                      counted(report.doubts.size(), "thing"), counted(report.slips.size(), "slip"),
                                      as_shell_word(*rules_)));
    }
    for (const replay::Slip& slip : report.slips) {
      if (slip.parameter.empty() || slip.lang != imported.ruleset.authoritative_lang()) continue;
      warnings_.push_back(fmt::format("rule {}: {}. {} {}", slip.rule, slip.what,
                                      slip.followed ? "The game follows the page:" : "--follow-page would set",
                                      slip.parameter));
    }
    if (!imported.ruleset.prevailing_lang().empty()) {
      warnings_.push_back(fmt::format("the page says that its {} original prevails in doubt, and does not contain it",
                                      imported.ruleset.prevailing_lang()));
    }
  }

  static std::string counted(std::size_t number, std::string_view thing) {
    return fmt::format("{} {}{}", number, thing, number == 1 ? "" : "s");
  }

  Result<std::vector<v1::PlayerNames>> players() {
    std::vector<std::string> surnames(players_.size());
    std::vector<std::string> teams(players_.size());
    for (const std::string& typed : surnames_) {
      if (auto assigned = assign(players_, typed, "--surname", surnames); !assigned) return assigned.error();
    }
    for (const std::string& typed : teams_) {
      if (auto assigned = assign(players_, typed, "--team", teams); !assigned) return assigned.error();
    }
    std::vector<v1::PlayerNames> players;
    for (std::size_t i = 0; i < players_.size(); ++i) {
      auto names = replay::player_names(players_[i], surnames[i], teams[i]);
      if (!names) return failure_of(names.error());
      players.push_back(std::move(*names));
    }
    return players;
  }

  // The players' first keys, in seating order; empty where nobody has one.
  Result<std::vector<replay::FirstKey>> first_keys() const {
    std::vector<replay::FirstKey> keys;
    if (player_keys_.empty()) return keys;
    std::vector<std::string> typed(players_.size());
    for (const std::string& one : player_keys_) {
      if (auto assigned = assign(players_, one, "--player-key", typed); !assigned) return assigned.error();
    }
    keys.resize(players_.size());
    for (std::size_t i = 0; i < typed.size(); ++i) {
      if (typed[i].empty()) continue;
      auto key = parse_verifier_key(typed[i]);
      if (!key) return key.error();
      const std::string raw = key->key.raw();
      const bool taken =
          std::any_of(keys.begin(), keys.end(), [&](const auto& other) { return other.public_key == raw; });
      if (taken) return usage("two players are given one key.", "every key speaks for one player");
      keys[i] = {raw, key->name};
    }
    return keys;
  }

  Result<replay::Founding> found_what(Call& call) {
    RequestParts asked;
    asked.add("command", "init");
    for (const std::string& player : players_) asked.add("word", player);
    for (const auto& [name, value] : call.arguments.asked()) asked.add(name, value);

    replay::Founding founding;
    founding.name = call.settings.game.empty() ? DEFAULT_NAME : call.settings.game;
    if (!is_utf8(founding.name)) return usage("the game's name is not UTF-8.");
    asked.add("game", founding.name);
    if (mode_ && *mode_ != "table" && *mode_ != "mail") return unknown_word("mode", *mode_, {"table", "mail"});
    founding.mode = mode_ && *mode_ == "mail" ? v1::MAIL : v1::TABLE;
    auto rules = ruleset(call, asked);
    if (!rules) return rules.error();
    founding.ruleset = std::move(*rules);
    founding.lang = founding.ruleset.authoritative_lang();
    if (founding.lang.empty()) founding.lang = "en";
    auto seated = players();
    if (!seated) return seated.error();
    founding.players = std::move(*seated);
    if (signing_ && *signing_ != "required" && *signing_ != "optional") {
      return unknown_word("choice for --signing", *signing_, {"required", "optional"});
    }
    founding.signatures_required = signing_ == "required";
    auto keys = first_keys();
    if (!keys) return keys.error();
    founding.keys = std::move(*keys);
    founding.nonce = ledger::random_bytes(NONCE_BYTES);
    founding.now = call.io.now();
    if (request_id_) founding.request = {*request_id_, asked.digest()};
    return founding;
  }

  [[nodiscard]] std::vector<std::string> warnings_of(const replay::Founding& founding) const {
    std::vector<std::string> warnings = warnings_;
    if (founding.players.size() != 2) return warnings;
    // Rule 212 asks all the other players to agree: of two, that is one.
    warnings.emplace_back(
        "in a game of two, a Judgment is overruled by the one other player alone: the mover is \"all the other "
        "players\" "
        "(rule 212). A third player can still join before the first proposal.");
    return warnings;
  }

  void print(Call& call, const replay::Founding& founding, const ledger::Appended& founded,
             const std::string& folder) const {
    v1::FoundedView view;
    view.set_game(founded.game.hash.hex());
    view.set_name(founding.name);
    view.set_size(founded.count);
    view.set_ledger(as_utf8(folder));
    for (const v1::PlayerNames& player : founding.players) view.add_players(player.name());
    view.set_edition(founding.ruleset.edition());
    view.set_mode(founding.mode == v1::MAIL ? "mail" : "table");
    view.set_hash(founded.head_hash.hex());
    for (const std::string& warning : warnings_of(founding)) view.add_warnings(warning);

    if (call.out.is_text()) {
      std::vector<std::string> names(view.players().begin(), view.players().end());
      const std::string rules = view.edition().empty() ? "of your own" : "of the edition of " + view.edition();
      call.out.text(fmt::format("The game {} is founded in {}: {} rules {}, played {}, by {}.\n",
                                in_quotes(view.name()), in_quotes(folder), founding.ruleset.rules_size(), rules,
                                founding.mode == v1::MAIL ? "by mail or computer" : "at a table", listed(names)));
      call.out.text(fmt::format("Its records are #0 to #{}; its identity is {}.\n", view.size() - 1, view.game()));
    } else {
      call.out.json(view);
    }
    for (const std::string& warning : view.warnings()) call.out.note(warning);
  }

  std::vector<std::string> players_;
  std::optional<std::string> edition_;
  std::optional<std::string> mode_;
  std::vector<std::string> surnames_;
  std::vector<std::string> teams_;
  std::optional<std::string> rules_;
  std::optional<std::string> lang_;
  std::optional<std::string> signing_;
  std::vector<std::string> player_keys_;
  PageOptions page_;
  std::vector<std::string> warnings_;
  std::optional<std::string> request_id_;
  bool dry_run_ = false;
};

}  // namespace

const CommandSpec INIT = {
    "init",
    "Found a game",
    "[--edition 1990|1982] [--mode table|mail] [--signing required|optional] [--game NAME] PLAYER...",
    "Founds a game.",
    "The ledger is the folder of --ledger or NOMIC_LEDGER, else .nomic here; it is made if there is none, and may hold "
    "several "
    "games.",
    "nomic init Ann Bob Cleo\n"
    "nomic init --game letters --mode mail 'Ann Lee' 'Bob van Dam' Cleo --surname 'Bob van Dam=van Dam'\n"
    "nomic init --ledger old --edition 1982 Ann Bob Cleo Dora --team Ann=red --team Cleo=red\n"
    "nomic init --ledger japanese --lang ja,en Aiko Botan Chie",
    make_command<Init>,
};

}  // namespace nomic::tools
