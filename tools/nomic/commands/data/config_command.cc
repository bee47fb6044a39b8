// nomic config: what need not be typed every time.
#include <fmt/format.h>

#include "cli/config.h"
#include "cli/file_ledger.h"
#include "cli/run.h"
#include "commands/all.h"
#include "nomic/service/view_values.h"
#include "nomic/v1/config_view.pb.h"
#include "nomic/views/json.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

constexpr const char* ALIAS_PREFIX = "alias.";

class ConfigCommand : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.words("[KEY [VALUE]]", "player, language, pager, editor, color or alias.NAME, and what it is to be.",
                    words_);
    arguments.may_be_empty();
    arguments.flag("--here", "In the ledger's own file, for everybody who uses this folder: player, language, color.",
                   here_);
    arguments.flag("--unset", "Takes the setting out of the file.", unset_);
  }

  Result<Exit> run(Call& call) override {
    const std::size_t most = unset_ ? 1 : 2;
    if (words_.size() > most || (unset_ && words_.empty())) {
      return usage(unset_ ? "which setting is to be taken out?" : "a setting has one value.",
                   unset_ ? "for example: nomic config --unset player" : "a value of several words is put in quotes.");
    }
    NOMIC_TRY(read_files(call));
    if (words_.empty()) return list(call);
    if (words_.size() == 1 && !unset_) return show(call);
    return write(call);
  }

 private:
  Status read_files(Call& call) {
    NOMIC_ASSIGN(auto user, read_config(ConfigOf::USER, user_config_path(call.io)));
    ConfigFile own{ConfigOf::LEDGER, {}};
    auto folder = call.session.find_ledger(call.settings.ledger);
    const bool is_database = folder && call.session.is_database(*folder);
    if (is_database || (folder && (*folder == "-" || is_file(*folder)))) {
      // Neither a file nor a database has settings of its own.
      if (here_ && is_database) {
        return usage(fmt::format("{} is a database: it has no settings.", in_quotes(*folder)),
                     "a user's own: nomic config KEY VALUE");
      }
      if (here_) {
        return usage(fmt::format("{} is a file and no ledger: it has no settings.", in_quotes(call.settings.ledger)),
                     "a user's own: nomic config KEY VALUE; a ledger's: take the file in with nomic import");
      }
    } else if (folder) {
      NOMIC_ASSIGN(auto read, read_config(ConfigOf::LEDGER, ledger_config_path(*folder)));
      own = std::move(read);
    } else if (here_) {
      return folder.error();
    }
    config_ = Config(std::move(user), std::move(own));
    return ledger::Done{};
  }

  Result<Exit> list(Call& call) const {
    v1::ConfigView view;
    view.set_user_file(as_utf8(config_.user().path));
    view.set_ledger_file(as_utf8(config_.of_ledger().path));
    for (const ConfigFile* file : {&config_.user(), &config_.of_ledger()}) {
      if (here_ && file->whose != ConfigOf::LEDGER) continue;
      for (const ConfigLine& line : file->lines) *view.add_settings() = setting_view(*file, line);
    }
    if (!call.out.is_text()) {
      call.out.json(view);
      return Exit::DONE;
    }
    for (const auto& setting : view.settings()) {
      call.out.exact(fmt::format(
          "{} = {}{}\n", on_one_line(setting.key()), on_one_line(setting.value()),
          dim(fmt::format("    # {}:{}{}", on_one_line(setting.file()), setting.line(), why_not(setting)))));
    }
    if (view.settings().empty()) {
      call.out.text("Nothing is set. For example: nomic config player Ann\n");
    }
    return Exit::DONE;
  }

  [[nodiscard]] v1::ConfigView::Setting setting_view(const ConfigFile& file, const ConfigLine& line) const {
    v1::ConfigView::Setting setting;
    setting.set_key(as_utf8(line.key));
    setting.set_value(as_utf8(line.value));
    setting.set_file(as_utf8(file.path));
    setting.set_line(count32(line.line));
    setting.set_in_force(config_.line_of(line.key) == &line);
    if (!setting.in_force()) setting.set_why_not(may_say(file.whose, line.key) ? "OVERRIDDEN" : "NOT_HERE");
    return setting;
  }

  static std::string why_not(const v1::ConfigView::Setting& setting) {
    if (setting.why_not() == "OVERRIDDEN") return ", which another prevails over";
    return setting.why_not() == "NOT_HERE" ? ", where it does not count: a ledger runs no programs" : "";
  }

  // What counts, and nothing else, for scripts; 1 where nothing is set.
  Result<Exit> show(Call& call) const {
    const ConfigLine* line = config_.line_of(words_[0]);
    if (line == nullptr) {
      // A key that there is has a value that is no fault of it.
      NOMIC_TRY(check_setting(words_[0], sample_of(words_[0])));
      return Exit::DIFFERENT;
    }
    if (call.out.is_text()) {
      call.out.exact(line->value + "\n");
      return Exit::DONE;
    }
    v1::ConfigView view;
    view.set_user_file(as_utf8(config_.user().path));
    view.set_ledger_file(as_utf8(config_.of_ledger().path));
    for (const ConfigFile* file : {&config_.user(), &config_.of_ledger()}) {
      for (const ConfigLine& each : file->lines) {
        if (&each == line) *view.add_settings() = setting_view(*file, each);
      }
    }
    call.out.json(view);
    return Exit::DONE;
  }

  static std::string_view sample_of(std::string_view key) {
    if (key == "color") return "auto";
    return key == "language" ? "en" : "status";
  }

  Result<Exit> write(Call& call) const {
    if (call.in_play) {
      return usage("a play does not change settings.",
                   "a play may come from anywhere, and a setting can run programs: set it outside the play");
    }
    const std::string& key = words_[0];
    const ConfigFile& file = here_ ? config_.of_ledger() : config_.user();
    const std::string_view value = unset_ ? sample_of(key) : std::string_view(words_[1]);
    NOMIC_TRY(check_setting(key, value));
    if (value.find('\n') != std::string_view::npos) return usage("a setting is one line.", "leave the line break out");
    if (!may_say(file.whose, key)) {
      return usage(fmt::format("a ledger's own file does not say {}.", on_one_line(key)),
                   "a folder may come from anywhere, and must not run programs: leave out --here");
    }
    if (const std::string name = key.starts_with(ALIAS_PREFIX) ? key.substr(std::string_view(ALIAS_PREFIX).size()) : "";
        find_command(call.runner.commands(), name) != nullptr) {
      return usage(fmt::format("{} is a command, and stays one.", name), "give the alias another name");
    }
    if (file.path.empty()) {
      return usage("nobody says where your settings are kept.", "set HOME, or XDG_CONFIG_HOME");
    }
    NOMIC_TRY(write_setting(file, key, unset_ ? std::nullopt : std::optional(words_[1])));
    return Exit::DONE;
  }

  std::vector<std::string> words_;
  bool here_ = false;
  bool unset_ = false;
  Config config_;
};

}  // namespace

const CommandSpec CONFIG = {
    "config",
    "Move data",
    "[KEY [VALUE]] [--here] [--unset]",
    "Shows or sets what need not be typed every time: who moves, language, pager, editor, colour, aliases.",
    "A user's settings stand in ~/.config/nomic/config, a line each: player = Ann. player is who moves, language the "
    "one in which games are founded and show-rules shows texts that have it, color as --color has it, pager what long "
    "answers are shown with (empty: nothing), editor what --edit opens, and alias.NAME what nomic NAME stands for. "
    "What is typed prevails over the environment (NOMIC_PLAYER, NO_COLOR, NOMIC_PAGER, NOMIC_EDITOR), that over the "
    "ledger's own file, and that over the user's.\n"
    "With --here it is the file config in the ledger's folder. It may say player, language and color only: a folder "
    "may "
    "come from anywhere, and must not run programs. Nothing in it is part of a game.\n"
    "A line of a play is never an alias. nomic config KEY prints what counts, and ends with status 1 where nothing is "
    "set.",
    "nomic init Ann Bob Cleo && nomic config player Ann\n"
    "nomic propose repeal 209\n"
    "nomic config alias.mine 'log --player Ann --limit 5' && nomic mine\n"
    "nomic config --here color never && nomic config",
    make_command<ConfigCommand>,
};

}  // namespace nomic::tools
