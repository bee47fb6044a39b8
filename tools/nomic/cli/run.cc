#include "cli/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <new>
#include <system_error>
#include <utility>

#include "cli/file_time.h"
#include "cli/help_text.h"
#include "cli/ledger_word.h"
#include "cli/pager.h"
#include "cli/unknown_command.h"
#include "cli/version.h"
#include "nomic/client/server_address.h"
#include "nomic/ledger/address.h"
#include "nomic/views/typed_numbers.h"
#include "nomic/words/shell_word.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

Format format_of(const Settings& settings) {
  if (settings.format == "json") return Format::JSON;
  if (settings.format == "jsonl") return Format::JSONL;
  return Format::TEXT;
}

bool wants_colour(const Io& io, const Settings& settings) {
  if (settings.color == "always") return true;
  if (settings.color == "never" || !io.out_is_terminal) return false;
  const auto no_color = io.env("NO_COLOR");
  const auto terminal = io.env("TERM");
  return !(no_color && !no_color->empty()) && !(terminal && *terminal == "dumb");
}

// How long a play's answers may wait, and how much of what is recorded.
constexpr std::chrono::milliseconds HELD_AT_MOST{100};
constexpr std::uint64_t HELD_BYTES = std::uint64_t{1} << 20U;

// By the headings under which help lists the commands; help itself stands under none.
bool only_looks(const CommandSpec& spec) {
  return spec.group == "Look" || spec.group == "Check" || spec.group.empty();
}

// What stands where a file would: by its looks one that is not there, or a player, or a number. What people mean by
// these is listed with the command: "scores NAME", "log N".
Failure no_such_file(const CommandList& commands, std::string_view command, const std::string& typed) {
  if (typed.find_first_of("./") != std::string::npos) {
    return usage(fmt::format("there is no file {}.", in_quotes(typed)),
                 fmt::format("give the path of a bundle, or leave it out to ask the ledger: nomic {}", command));
  }
  const std::string meant = fmt::format("{} {}", command, looks_like_number(typed) ? "N" : "NAME");
  const auto known =
      std::find_if(commands.meant.begin(), commands.meant.end(), [&](const Meant& each) { return each.word == meant; });
  return usage(fmt::format("{} is one word too many: there is no file of that name.", in_quotes(typed)),
               known != commands.meant.end() ? std::string(known->hint) : fmt::format("see: nomic {} --help", command));
}

// Of a name that nobody in the game has and nobody typed, where it stands.
Failure with_hint_at_name(std::string_view name, std::string_view stands_in, Failure failure) {
  if (failure.what.find(in_quotes(name)) == std::string::npos) return failure;
  failure.hint +=
      fmt::format("{}the name stands in {}; --as NAME goes before it", failure.hint.empty() ? "" : "; ", stands_in);
  return failure;
}

}  // namespace

Runner::Runner(const Io& io, const CommandList& commands)
    // What is lost when somebody is waited for is told before the line that waits.
    : gate_(io, [this] { static_cast<void>(settle()); }), io_(gate_.io()), commands_(commands), session_(io_) {}

Output Runner::output_for(const Settings& settings, const Io& io) const {
  return {io, format_of(settings), wants_colour(io_, settings), line_};
}

std::string Runner::pager_for(const Settings& settings) const {
  return in_play_ || settings.no_pager ? std::string() : pager_wanted(io_, settings.pager);
}

void Runner::begin_play(const Settings& defaults, bool input_taken) {
  defaults_ = defaults;
  in_play_ = true;
  input_taken_ = input_taken;
  session_.keeps_open();
  if (input_taken) session_.input_is_taken();
}

Ending Runner::execute_line(std::uint64_t number, const std::vector<std::string>& args) {
  line_ = number;
  session_.forget_lost();
  Ending ending = execute(args);
  const bool waits_long = std::chrono::steady_clock::now() - held_since_ >= HELD_AT_MOST;
  if (gate_.is_closed() && (waits_long || session_.group_bytes() >= HELD_BYTES)) static_cast<void>(settle());
  return ending;
}

void Runner::hold() {
  held_to_ = line_;
  if (gate_.is_closed()) return;
  held_from_ = line_;
  held_since_ = std::chrono::steady_clock::now();
  gate_.close();
  session_.begin_groups();
}

Status Runner::settle() {
  if (!gate_.is_closed()) return ledger::Done{};
  Status done = session_.end_groups();
  if (done) {
    done = gate_.open();
  } else {
    gate_.drop();
  }
  if (!done) lost_ = LostLines{held_from_, held_to_, done.error()};
  return done;
}

std::optional<LostLines> Runner::lost_lines() {
  return std::exchange(lost_, std::nullopt);
}

// Errors repeat what was typed, or stands in the environment: an address of a database among it without its password.
Ending Runner::execute(const std::vector<std::string>& args) {
  Ending ending = execute_as_typed(args);
  if (!ending.failure) return ending;
  const auto take_out = [&](const std::string& word) {
    ending.failure->what = ledger::without_passwords(std::move(ending.failure->what), word);
    ending.failure->hint = ledger::without_passwords(std::move(ending.failure->hint), word);
  };
  for (const std::string& each : args) take_out(each);
  take_out(io_.env("NOMIC_LEDGER").value_or(""));
  return ending;
}

Ending Runner::execute_as_typed(const std::vector<std::string>& args) {
  gate_.look_at_terminal();
  Settings settings = defaults_;
  if (settings.game.empty()) settings.game = io_.env("NOMIC_GAME").value_or("");
  if (settings.as.empty()) settings.as = io_.env("NOMIC_PLAYER").value_or("");

  session_.begin_command();
  Arguments before;
  bool version_asked = false;
  declare_common(before, settings);
  before.flag("--version", "Says which version this is.", version_asked);
  before.option("--as", "NAME", "Who moves.", [&settings](const std::string& typed) -> Status {
    settings.as = typed;
    return ledger::Done{};
  });
  // Most lines of a play begin with the command: nothing is to be read before it.
  const bool options_first = !args.empty() && args[0].starts_with('-');
  auto words = options_first ? before.parse_options_before(args) : Result<std::vector<std::string>>(args);
  if (!words) return {words.error().exit, words.error()};
  if (before.help_asked()) {
    const bool of_command = !words->empty() && find_command(commands_, words->front()) != nullptr;
    *words = of_command ? std::vector<std::string>{words->front(), "--help"} : std::vector<std::string>{};
  }

  auto result = [&]() -> Result<Exit> {
    if (words->empty()) return run_bare(settings, version_asked);
    words = without_alias(std::move(*words), settings);
    if (!words) return words.error();
    const CommandSpec* spec = find_command(commands_, words->front());
    if (spec == nullptr) return unknown_command(commands_, words->front());
    // A play holds the ledger under its own name, not under those of its lines.
    if (!in_play_) session_.command_is(fmt::format("nomic {}", spec->name));
    return run_command(*spec, {words->begin() + 1, words->end()}, settings);
  }();
  if (!result) return {result.error().exit, result.error()};
  return {*result, std::nullopt};
}

Result<Exit> Runner::run_bare(Settings settings, bool version_asked) {
  static_cast<void>(configure(settings));  // help is given whatever is wrong with it
  const PagedIo paged(io_, pager_for(settings));
  Output out = output_for(settings, paged.io());
  if (!version_asked) {
    out.text(program_help(commands_, out.wrap_width()));
  } else if (const v1::VersionView view = version_view(commands_.commit, commands_.parts); out.is_text()) {
    out.text(version_text(view));
  } else {
    out.json(view);
  }
  NOMIC_TRY(out.finish());
  return Exit::DONE;
}

Result<Exit> Runner::contest(const std::vector<std::string>& args, const Settings& settings) {
  const CommandSpec* spec = find_command(commands_, args.front());
  if (spec == nullptr) return unknown_command(commands_, args.front());
  return run_command(*spec, {args.begin() + 1, args.end()}, settings, true);
}

Status Runner::take_file(std::string_view name, const Command& command, Settings& settings) const {
  NOMIC_ASSIGN(auto file, command.file_asked());
  if (file.empty()) return ledger::Done{};
  NOMIC_TRY(check_ledger_word(io_, file));
  std::error_code error;
  if (file != "-" && !is_url(file) && !std::filesystem::exists(path_in(io_, file), error)) {
    return no_such_file(commands_, name, file);
  }
  // In a play the ledger is the play's.
  if (!settings.ledger.empty() && settings.ledger != defaults_.ledger) {
    return usage(
        fmt::format("the file {} and the ledger {} are both asked.", in_quotes(file), in_quotes(settings.ledger)),
        "name one of them");
  }
  settings.ledger = file;
  return ledger::Done{};
}

Failure Runner::with_hint_at_file(const CommandSpec& spec, const std::vector<std::string>& args,
                                  const Settings& settings, Failure failure) const {
  if (failure.exit != Exit::USAGE || spec.group != "Look" || !settings.ledger.empty()) return failure;
  auto file = args.begin();
  // What follows an option is its value, as in -o FILE.
  while (file != args.end() && (file->starts_with('-') || (file != args.begin() && std::prev(file)->starts_with('-')) ||
                                !is_file(path_in(io_, *file)))) {
    ++file;
  }
  if (file != args.end()) {
    failure.hint = fmt::format("to look into the file: nomic {} ... --ledger {}", spec.name, as_shell_word(*file));
  }
  return failure;
}

Result<Exit> Runner::carry_out(const std::vector<std::string>& args, const Settings& settings) {
  const CommandSpec* spec = find_command(commands_, args.front());
  if (spec == nullptr) return unknown_command(commands_, args.front());
  return run_command(*spec, {args.begin() + 1, args.end()}, settings);
}

Result<Exit> Runner::run_command(const CommandSpec& spec, const std::vector<std::string>& args, Settings settings,
                                 bool contested) {
  const std::unique_ptr<Command> command = spec.make();
  if (contested && !command->contest()) {
    return usage(fmt::format("{} records no move: there is nothing to contest.", spec.name),
                 "for example: nomic contest vote for 301 --as NAME");
  }
  Arguments arguments;
  command->declare(arguments);
  declare_common(arguments, settings);
  if (auto parsed = arguments.parse(args); !parsed) {
    Failure failure = parsed.error();
    if (failure.hint.empty()) failure.hint = fmt::format("see: nomic {} --help", spec.name);
    return failure;
  }

  if (auto taken = take_file(spec.name, *command, settings); !taken && !arguments.help_asked()) return taken.error();
  if (settings.format == "md" && !command->knows_markdown() && !arguments.help_asked()) {
    return usage(fmt::format("{} does not answer in Markdown.", spec.name), "--format text, json or jsonl");
  }

  // Help is given whatever is wrong with the configuration.
  if (auto configured = configure(settings); !configured && !arguments.help_asked()) return configured.error();
  const bool pages = arguments.help_asked() || (only_looks(spec) && command->is_paged());
  const PagedIo paged(io_, pages ? pager_for(settings) : std::string());
  Output out = output_for(settings, paged.io());
  if (arguments.help_asked()) {
    out.exact(command_help(spec, out.wrap_width()));
    NOMIC_TRY(out.finish());
    return Exit::DONE;
  }
  session_.asks_for(settings.game);
  Call call{paged.io(), session_, out, settings, arguments, *this, in_play_, input_taken_, std::nullopt};
  const bool may_hold = may_hold_;
  if (in_play_) {
    may_hold_ = may_hold && command->may_wait();
    if (may_hold_) {
      hold();
    } else if (auto settled = settle(); !settled) {
      may_hold_ = may_hold;
      return settled.error();
    }
  }
  session_.begin_command(only_looks(spec) && command->ends() && !in_play_);
  auto result = command->run(call);
  session_.end_command();
  may_hold_ = may_hold;
  auto written = out.finish();
  for (const SaidOfFile& said : session_.unsaid()) {
    out.note(said.note);
    for (const std::string& each : said.warnings) out.warning(each);
  }
  if (!result && result.error().code == "UNKNOWN_PLAYER" && !settings.as.empty()) {
    const bool typed = std::find(args.begin(), args.end(), settings.as) != args.end();
    auto configured = config(settings.ledger);
    if (!typed && io_.env("NOMIC_PLAYER") == settings.as)
      return with_hint_at_name(settings.as, "NOMIC_PLAYER", result.error());
    if (!typed && configured && (*configured)->value_of("player") == settings.as)
      return with_hint_at_name(settings.as, "nomic config player", result.error());
  }
  if (!result) return with_hint_at_file(spec, args, settings, result.error());
  if (!written) {
    Failure failure = written.error();
    if (call.recorded) failure.hint = fmt::format("the move was recorded all the same: it is #{}", *call.recorded);
    return failure;
  }
  if (const auto unkept = session_.unkept_memory()) {
    out.warning(fmt::format(
        "how far the game reached could not be remembered, so a rollback may go unnoticed later: {}", unkept->what));
  }
  return result;
}

namespace {

// The last --format of the whole command line, whether or not it could be read: what a play's lines say is theirs.
bool asks_for_json(const std::vector<std::string>& args) {
  constexpr std::string_view OPTION = "--format";
  std::string_view format;
  for (std::size_t i = 0; i < args.size(); ++i) {
    const std::string_view word = args[i];
    if (word == OPTION && i + 1 < args.size()) format = args[i + 1];
    if (word.starts_with(OPTION) && word.substr(OPTION.size()).starts_with('='))
      format = word.substr(OPTION.size() + 1);
  }
  return format == "json" || format == "jsonl";
}

}  // namespace

namespace {

constexpr const char* MORE_MEANS =
    "give the program more of it: see ulimit; if it was a move, nomic log shows whether it is recorded";

Ending lacking(const char* what) {
  if (auto of_file = FileTime::memory_given_up()) return {Exit::UNAVAILABLE, *std::move(of_file)};
  return {Exit::UNAVAILABLE,
          Failure{Exit::UNAVAILABLE, fmt::format("there is not enough memory: {}", what), MORE_MEANS}};
}

// Memory and threads that cannot be had are no fault of the ledger's, and none of the program's; whatever else is
// thrown is one of the program's.
Ending ending_of(Runner& runner, const std::vector<std::string>& args) {
  try {
    return runner.execute(args);
  } catch (const std::bad_alloc& thrown) {
    return lacking(thrown.what());
  } catch (const replay::WorkGivenUp& why) {
    return {Exit::UNAVAILABLE, FileTime::given_up(why)};
  } catch (const std::system_error& thrown) {
    if (thrown.code() != std::errc::resource_unavailable_try_again && thrown.code() != std::errc::not_enough_memory) {
      throw;
    }
    return lacking(thrown.what());
  }
}

}  // namespace

int run(const std::vector<std::string>& args, const Io& io, const CommandList& commands) {
  Io own = io;
  const bool in_json = asks_for_json(args);
  own.given_up = in_json ? FileTime::given_up_in_json() : Output::for_error(io, lines_of(FileTime::given_up()));
  Runner runner(own, commands);
  const Ending outcome = ending_of(runner, args);
  if (outcome.failure) {
    io.err(in_json ? json_of(*outcome.failure) : Output::for_error(io, lines_of(*outcome.failure)));
  }
  return static_cast<int>(outcome.exit);
}

}  // namespace nomic::tools
