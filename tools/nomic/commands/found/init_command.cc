// nomic init: founds a game.
#include <fmt/format.h>

#include <algorithm>

#include "cli/file_time.h"
#include "commands/all.h"
#include "nomic/replay/edition.h"
#include "nomic/replay/point.h"
#include "nomic/replay/text.h"
#include "nomic/service/found_request.h"
#include "nomic/v1/view.pb.h"
#include "nomic/views/json.h"
#include "nomic/views/rule_asked.h"
#include "nomic/views/suggest.h"
#include "nomic/words/afterwards_words.h"
#include "nomic/words/listing.h"
#include "nomic/words/remarks.h"
#include "nomic/words/shell_word.h"
#include "nomic/words/terminal_text.h"
#include "shared/folder_to_make.h"
#include "shared/move_command.h"
#include "shared/page_source.h"
#include "shared/text_source.h"

namespace nomic::tools {
namespace {

constexpr const char* DEFAULT_EDITION = "1990";
constexpr const char* DEFAULT_NAME = "nomic";
// 2100-01-01: clocks that were never set, or lost their battery, stand there or later. A game that has records is
// asked.
constexpr std::int64_t LATEST_PLAUSIBLE = 4'102'444'800'000'000;

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
    arguments.may_be_empty();
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
                     "ja, nl. Unless said: the language of the settings, else en.",
                     lang_);
    arguments.option("--signing", "WHETHER",
                     "required: every move must be signed. optional (unless said otherwise): only who has a key must "
                     "sign.",
                     signing_);
    arguments.list("--player-key", "NAME=KEY", "A player's first key: the verifier key that nomic key new prints.",
                   player_keys_);
    arguments.flag("--retrospective",
                   "The game is recorded afterwards: every move says when it happened, with --occurred-at.",
                   retrospective_);
    arguments.option("--zone", "ZONE", "With it: the zone of days without a time of day: Asia/Tokyo. Else UTC.", zone_);
    arguments.option("--occurred-at", "TIME", "With it: when the game was founded. Else with its first move.",
                     occurred_at_);
    arguments.flag("--alike", "Players' names that look alike are meant.", alike_);
    page_.declare(arguments);
    arguments.section("For every move");
    declare_request_id(arguments, request_id_);
    arguments.flag("--dry-run", "Says what would happen, and founds nothing.", dry_run_);
  }

  Result<Exit> run(Call& call) override {
    NOMIC_ASSIGN(auto founding, found_what(call));
    // What no ledger could accept leaves no folder behind.
    const auto nowhere = ledger::Ledger::in_memory();
    NOMIC_ASSIGN(auto tried, replay::Game::found(*nowhere, founding));

    NOMIC_ASSIGN(const auto place, call.session.founding_folder(call.settings.ledger));
    const std::string& folder = place;
    NOMIC_TRY(check_folder_to_make(call.settings.ledger.empty() ? folder : call.settings.ledger, folder));
    if (dry_run_) {
      auto there = call.session.ledger(folder, ledger::Access::READ);
      if (there && (*there)->find(founding.name)) return name_taken(founding.name);
      call.out.note("a dry run: nothing was founded");
      print(call, founding, tried, folder);
      return Exit::DONE;
    }
    auto ledger = call.session.ledger_to_found_in(folder);
    if (!ledger) return ledger.error();
    auto founded = replay::Game::found(**ledger, founding);
    if (!founded) {
      if (founded.error().ledger && founded.error().ledger->code == ledger::ErrorCode::GAME_NAME_TAKEN) {
        return name_taken(founding.name);
      }
      return failure_of(founded.error());
    }
    call.recorded = founded->first.value + founded->count - 1;
    print(call, founding, *founded, folder);
    return Exit::DONE;
  }

 private:
  // The language of the settings, where the edition is built in in it; else none, which is the edition's own.
  static std::vector<std::string> configured_langs(const Call& call, const std::string& edition) {
    const std::string& wanted = call.settings.language;
    const auto built_in = replay::edition_languages(edition);
    if (std::find(built_in.begin(), built_in.end(), wanted) == built_in.end() || wanted == built_in.front()) return {};
    call.out.note(
        fmt::format("the rules are in {}, the language of your settings (nomic config language); --lang "
                    "says another",
                    wanted));
    return {wanted};
  }

  // The rules of a page or a ruleset file, else the edition's.
  Status read_rules(Call& call, v1::FoundRequest& request) {
    std::vector<std::string> langs;
    if (lang_) {
      NOMIC_ASSIGN(auto read, read_langs(*lang_));
      langs = std::move(read);
    }
    if (!rules_) {
      request.set_edition(edition_.value_or(DEFAULT_EDITION));
      if (!lang_ && !call.in_play) langs = configured_langs(call, request.edition());
      request.mutable_langs()->Add(langs.begin(), langs.end());
      return ledger::Done{};
    }
    std::string bytes;
    const FileTime time(call.io, size_of_files(call.io, {*rules_}));
    NOMIC_ASSIGN(auto imported, page_.read(call, *rules_, langs, edition_.value_or(""), &bytes));
    if (imported.unplayable) return failure_of(*imported.unplayable);
    // A page has been read in the languages asked for.
    if (is_from_page(imported)) {
      tell(imported);
    } else {
      request.mutable_langs()->Add(langs.begin(), langs.end());
    }
    *request.mutable_ruleset() = std::move(imported.ruleset);
    return ledger::Done{};
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
      warnings_.push_back(fmt::format("rule {}: {}. {} {}", slip.rule, words_of(slip.what),
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

  Status read_players(v1::FoundRequest& request) const {
    std::vector<std::string> surnames(players_.size());
    std::vector<std::string> teams(players_.size());
    std::vector<std::string> keys(players_.size());
    const auto assign_all = [&](const std::vector<std::string>& typed, const std::string& option,
                                std::vector<std::string>& values) -> Status {
      for (const std::string& one : typed) NOMIC_TRY(assign(players_, one, option, values));
      return ledger::Done{};
    };
    NOMIC_TRY(assign_all(surnames_, "--surname", surnames));
    NOMIC_TRY(assign_all(teams_, "--team", teams));
    NOMIC_TRY(assign_all(player_keys_, "--player-key", keys));
    for (std::size_t i = 0; i < players_.size(); ++i) {
      v1::FoundRequest::Player& player = *request.add_players();
      player.set_name(players_[i]);
      player.set_surname(surnames[i]);
      player.set_team(teams[i]);
      player.set_key(keys[i]);
    }
    return ledger::Done{};
  }

  Result<replay::Founding> found_what(Call& call) {
    v1::FoundRequest request;
    request.set_name(call.settings.game.empty() ? DEFAULT_NAME : call.settings.game);
    if (mode_ && *mode_ != "table" && *mode_ != "mail") return unknown_word("mode", *mode_, {"table", "mail"});
    request.set_mode(mode_ && *mode_ == "mail" ? v1::MAIL : v1::TABLE);
    NOMIC_TRY(read_rules(call, request));
    NOMIC_TRY(read_players(request));
    if (signing_ && *signing_ != "required" && *signing_ != "optional") {
      return unknown_word("choice for --signing", *signing_, {"required", "optional"});
    }
    request.set_signatures_required(signing_ == "required");
    request.set_request_id(request_id_);
    request.set_alike(alike_);
    if (!retrospective_ && (zone_ || occurred_at_)) {
      return usage(fmt::format("{} is for a game that is recorded afterwards.", zone_ ? "--zone" : "--occurred-at"),
                   "found it with --retrospective");
    }
    request.set_retrospective(retrospective_);
    request.set_zone(zone_.value_or(""));
    request.set_occurred_at(occurred_at_.value_or(""));
    return or_failure(founding_of(request, {.now = call.io.now()}));
  }

  [[nodiscard]] std::vector<std::string> warnings_of(const replay::Founding& founding) const {
    std::vector<std::string> warnings = warnings_;
    if (founding.now > LATEST_PLAUSIBLE) {
      warnings.push_back(
          fmt::format("by this clock it is {}: if that is wrong, set the clock and found the game anew, "
                      "since no record of it can bear an earlier time",
                      replay::print_time(founding.now)));
    }
    if (founding.retrospective) warnings.push_back(afterwards_words(0));
    if (founding.players.size() != 2) return warnings;
    // Rule 212 asks all the other players to agree: of two, that is one.
    warnings.emplace_back(
        "in a game of two, a Judgment is overruled by the one other player alone: the mover is \"all the other "
        "players\" (rule 212). A third player can still join before the first proposal.");
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
  bool retrospective_ = false;
  std::optional<std::string> zone_;
  std::optional<std::string> occurred_at_;
  bool alike_ = false;
  PageOptions page_;
  std::vector<std::string> warnings_;
  std::string request_id_;
  bool dry_run_ = false;
};

}  // namespace

const CommandSpec INIT = {
    "init",
    "Found a game",
    "[--edition 1990|1982] [--mode table|mail] [--signing required|optional] [--game NAME] PLAYER...",
    "Founds a game.",
    "The ledger is the folder of --ledger or NOMIC_LEDGER, else .nomic here; it is made if there is none, and may hold "
    "several games.\n"
    "A game that was played before is founded with --retrospective. Its clock is then --occurred-at, which every move "
    "takes, until `nomic live`.",
    "nomic init Ann Bob Cleo\n"
    "nomic init --game letters --mode mail 'Ann Lee' 'Bob van Dam' Cleo --surname 'Bob van Dam=van Dam'\n"
    "nomic init --ledger old --edition 1982 Ann Bob Cleo Dora --team Ann=red --team Cleo=red\n"
    "nomic init --ledger japanese --lang ja,en Aiko Botan Chie\n"
    "nomic init --ledger played-in-2012 --retrospective --zone Europe/Rome Ann Bob Cleo",
    make_command<Init>,
};

}  // namespace nomic::tools
