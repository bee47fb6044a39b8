#include "play/proposing_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>

#include "cli/ask.h"
#include "cli/editor.h"
#include "cli/io.h"
#include "nomic/ledger/whole_file.h"
#include "nomic/views/failure.h"
#include "nomic/views/meaning.h"
#include "nomic/words/remarks.h"
#include "nomic/words/shell_word.h"
#include "nomic/words/terminal_text.h"
#include "play/edit_request.h"
#include "shared/text_source.h"

namespace nomic::tools {
namespace {

// Files in which what somebody wrote is kept until it is recorded: ~/.local/state/nomic/edit (or below XDG_STATE_HOME),
// which only they can read; without such a place the folder for temporary files.

// Puts another text into it.
Status write_kept_file(const std::string& path, const std::string& text);

// If it is there.
void remove_kept_file(const std::string& path);

namespace fs = std::filesystem;

Failure unwritable(const std::string& path, int error) {
  return {Exit::UNAVAILABLE, fmt::format("the file {} cannot be written: {}", in_quotes(path), std::strerror(error)),
          "give the text: --text TEXT or --file FILE"};
}

// The XDG specification has relative paths ignored.
std::string folder_for_edits(const Io& io) {
  const auto state = io.env("XDG_STATE_HOME");
  const auto home = io.env("HOME");
  fs::path folder;
  if (state && state->starts_with('/')) {
    folder = *state;
  } else if (home && home->starts_with('/')) {
    folder = fs::path(*home) / ".local" / "state";
  }
  std::error_code error;
  if (!folder.empty()) {
    folder = folder / "nomic" / "edit";
    const bool is_made = ledger::make_folders(folder.string(), ledger::FileMode::SECRET).ok();
    if (is_made) fs::permissions(folder, fs::perms::owner_all, error);
    if (is_made && !error) return folder.string();
  }
  error.clear();
  folder = fs::temp_directory_path(error);
  return error ? std::string("/tmp") : folder.string();
}

// Makes a file that holds the text, under a name of its own that ends in .txt: its path.
Result<std::string> make_kept_file(const Io& io, const std::string& text) {
  constexpr std::string_view ENDING = ".txt";
  const std::string folder = folder_for_edits(io);
  ledger::remove_left_in(folder, [](std::string_view name) { return name.starts_with("rule-"); });
  std::string path = folder + "/rule-XXXXXX" + std::string(ENDING);
  const int descriptor = ::mkstemps(path.data(), static_cast<int>(ENDING.size()));
  if (descriptor < 0) return unwritable(path, errno);
  ::close(descriptor);
  if (auto done = write_kept_file(path, text); !done) {
    remove_kept_file(path);
    return done.error();
  }
  return path;
}

// In the place of whatever stands there by then: an editor may have left a link, which is not followed.
Status write_kept_file(const std::string& path, const std::string& text) {
  const int error = ledger::put_whole(path, text, ledger::WholeFile::Place::TAKEN, ledger::WholeFile::Sync::NO,
                                      ledger::FileMode::SECRET);
  if (error != 0) return unwritable(path, error);
  return ledger::Done{};
}

void remove_kept_file(const std::string& path) {
  std::error_code ignored;
  fs::remove(path, ignored);
}

// What a text says until there is one: whether it may be proposed does not hang on it.
constexpr const char* ANY_TEXT = "-";

bool is_one_rule(const v1::Request& request) {
  if (request.has_revise() && request.revise().changes().empty()) return true;
  const auto& changes = request.has_revise() ? request.revise().changes() : request.propose().changes();
  if (changes.size() != 1) return false;
  const v1::Request::Kind kind = changes[0].kind();
  return kind == v1::Request::ENACT || kind == v1::Request::AMEND ||
         (request.has_revise() && kind == v1::Request::KIND_UNSPECIFIED);
}

bool is_empty(const EditFile& file) {
  for (const v1::Text& text : file.texts) {
    if (!text.text().empty()) return false;
  }
  return true;
}

// What refuses it whatever is written: better said before anybody writes.
Status may_be_made(Service& service, v1::Request request, const Means& means) {
  if (request.contest()) return ledger::Done{};
  request.set_dry_run(true);
  request.clear_request_id();
  auto& changes = request.has_revise() ? *request.mutable_revise()->mutable_changes()
                                       : *request.mutable_propose()->mutable_changes();
  if (changes.empty()) changes.Add();
  if (changes[0].texts().empty() && !changes[0].text_unknown()) changes[0].add_texts()->set_text(ANY_TEXT);
  auto tried = service.submit(request, means);
  if (tried) return ledger::Done{};
  Failure failure = failure_of(tried.error());
  // What is wrong with words is shown where they are written.
  if (failure.exit == Exit::USAGE) return ledger::Done{};
  return failure;
}

// Nobody waits for the ledger while somebody writes.
void let_go(Call& call) {
  if (auto folder = call.session.find_ledger(call.settings.ledger)) call.session.close(*folder);
}

// An editor may take the file away.
bool is_there(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_regular_file(path, error);
}

std::string command_for(const v1::Request& request) {
  if (!request.has_revise()) {
    const v1::Request::Change& change = request.propose().changes(0);
    return change.kind() == v1::Request::ENACT ? "nomic propose enact"
                                               : fmt::format("nomic propose amend {}", change.rule());
  }
  return request.revise().has_proposal() ? fmt::format("nomic revise {}", request.revise().proposal()) : "nomic revise";
}

}  // namespace

void RuleEditing::declare(Arguments& arguments) {
  arguments.section("In an editor");
  arguments.flag("--edit",
                 "Opens the rule, its provisions and what they mean in an editor: NOMIC_EDITOR, or the configured one, "
                 "VISUAL or EDITOR.",
                 edit_);
  arguments.option("--edited", "FILE", "A file that --edit left, taken as it is; with --edit it is opened again.",
                   edited_);
}

Result<RuleEditing::Start> RuleEditing::begin(Call& call, const v1::Request& request, const Means& means) const {
  NOMIC_ASSIGN(auto service, call.service(ledger::Access::READ));
  NOMIC_ASSIGN(auto game, call.game(ledger::Access::READ));
  NOMIC_ASSIGN(auto present, or_failure(present_rule(*game, request)));
  if (present && present->kind == v1::Request::KIND_UNSPECIFIED) {
    return usage("what is proposed has no text of its own.", "--edit writes an enactment or an amendment");
  }
  NOMIC_TRY(may_be_made(service, request, means));
  Start start{std::move(present), service.game().head().size, {}};
  start.file = file_of(request, start.present);
  return start;
}

// The first text of the file.
Result<std::string> RuleEditing::written(Call& call, const Start& start, v1::Request& request) {
  if (edited_) {
    auto text = read_file(call, *edited_);
    if (text) path_ = path_in(call.io, *edited_);
    return text;
  }
  const std::string text = print_edit_file(start.file, head_of_file(request, start.present), help_of_file(start.file));
  NOMIC_ASSIGN(auto path, make_kept_file(call.io, text));
  path_ = std::move(path);
  is_ours_ = true;
  return text;
}

Failure RuleEditing::kept(Failure failure) const {
  if (path_.empty()) return failure;
  const std::string where =
      is_there(path_) ? fmt::format("what you wrote is kept: {} --edit --edited {}", go_on_, as_shell_word(path_))
                      : std::string("what you wrote is not kept: the editor has left no file");
  failure.hint = failure.hint.empty() ? where : fmt::format("{}\n  {}", failure.hint, where);
  return failure;
}

Failure RuleEditing::dropped(Failure failure) {
  if (is_ours_) remove_kept_file(path_);
  path_.clear();
  return failure;
}

Status RuleEditing::open_file(Call& call, const std::string& text, std::size_t line) {
  auto editor = editor_wanted(call.io, call.settings.editor);
  if (!editor) return dropped(editor.error());
  auto done = edit_file(call.io, *editor, path_, line);
  if (done) return done;
  auto saved = read_file(call, path_);
  // As it was made here: whoever comes back loses nothing.
  const bool nothing_written = saved && *saved == text && is_ours_ && line == 0;
  return nothing_written ? dropped(done.error()) : kept(done.error());
}

Status RuleEditing::loop(Call& call, const Start& start, v1::Request& request, const Means& means) {
  NOMIC_ASSIGN(auto text, written(call, start, request));
  // An editor that nobody sits at may write the same for ever, or something else each time.
  constexpr int ALONE = 10;
  std::string saved_before;
  int rounds = 0;
  for (std::size_t line = 0;;) {
    std::string saved = text;
    if (edit_) {
      NOMIC_TRY(open_file(call, text, line));
      auto read = read_file(call, path_);
      if (!read) return kept(read.error());
      saved = *std::move(read);
    }
    auto file = read_edit_file(saved);
    if (file && is_empty(*file)) return dropped(usage("the text is empty: nothing was done"));
    const bool as_it_is = file && start.present && says_the_same(*file, file_of(v1::Request(), start.present));
    if (as_it_is) return dropped(usage("nothing was changed: nothing was done"));
    std::optional<EditFault> fault;
    v1::Request asked = request;
    if (!file) fault = file.error();
    if (!fault) fault = put_file(*file, start.present, asked);
    if (!fault) {
      auto service = call.service(ledger::Access::READ);
      if (!service) return kept(service.error());
      auto event = service->would_record(asked, means);
      if (event) {
        request = std::move(asked);
        return ledger::Done{};
      }
      const Failure failure = failure_of(event.error());
      if (failure.exit != Exit::USAGE) return kept(failure);
      fault = EditFault{0, failure.what, failure.hint};
    }
    const bool same_again = line != 0 && (saved == text || saved == saved_before);
    if (!edit_ || same_again || (++rounds == ALONE && !somebody_to_ask(call))) {
      const std::string where = fault->line == 0 ? "" : fmt::format("line {} of {}: ", fault->line, in_quotes(path_));
      return kept(usage(where + fault->what, fault->hint));
    }
    let_go(call);
    saved_before = saved;
    text = with_fault(saved, *fault, help_of_file(file ? *file : EditFile()));
    if (auto done = write_kept_file(path_, text); !done) return kept(done.error());
    line = line_of_fault(text);
  }
}

// The head is looked at again: what somebody began with may have become another meanwhile.
Status RuleEditing::is_still_so(Call& call, const Start& start, const v1::Request& asked) const {
  auto game = call.game(ledger::Access::READ);
  if (!game) return kept(game.error());
  const std::uint64_t size = (*game)->head().size;
  if (size == start.size) return ledger::Done{};
  auto now = or_failure(present_rule(**game, asked));
  if (!now) return kept(now.error());
  const bool same =
      now->has_value() == start.present.has_value() && (!start.present || (*now)->version == start.present->version);
  if (!same) {
    return kept({Exit::UNAVAILABLE,
                 fmt::format("the game went on to #{} meanwhile, and what you began with is another by now", size - 1),
                 fmt::format("see what has changed: nomic log --since {}", start.size)});
  }
  call.out.note(fmt::format("the game went on to #{} meanwhile", size - 1));
  return ledger::Done{};
}

Status RuleEditing::write(Call& call, v1::Request& request, Means& means) {
  if (edit_ && call.in_play)
    return usage("a line of a play opens no editor.", "give the text: --text TEXT or --file FILE");
  if (!is_one_rule(request)) {
    return usage("--edit writes one rule.",
                 "for example: nomic propose enact --edit, or: nomic propose amend 206 --edit");
  }
  const v1::Request asked = request;
  go_on_ = command_for(asked);
  NOMIC_ASSIGN(auto start, begin(call, asked, means));
  if (edit_) let_go(call);
  NOMIC_TRY(loop(call, start, request, means));
  NOMIC_TRY(is_still_so(call, start, asked));
  means.now = call.io.now();
  return ledger::Done{};
}

Result<Exit> RuleEditing::settle(Call& call, Result<Exit> done, bool recorded) const {
  if (path_.empty()) return done;
  if (!done) return done.error().hint.find(path_) != std::string::npos ? done : kept(done.error());
  if (recorded && is_ours_) remove_kept_file(path_);
  if (!recorded && is_there(path_)) call.out.note(fmt::format("what you wrote is kept in {}", on_one_line(path_)));
  return done;
}

Result<Exit> ProposingCommand::run(Call& call) {
  auto done = MoveCommand::run(call);
  return editing_.settle(call, std::move(done), call.recorded.has_value());
}

Status ProposingCommand::complete(Call& call, Means& means) {
  return editing_.asked() ? editing_.write(call, request_, means) : Status(ledger::Done{});
}

std::optional<v1::MeaningView> ProposingCommand::meaning(Service& service, const Means& means) {
  auto event = service.would_record(request_, means);
  if (!event) return std::nullopt;
  auto view = meaning_of(service.game().engine().state(), service.game().history(), *event);
  return view ? std::optional(*std::move(view)) : std::nullopt;
}

// Tried first: what would be refused is told as ever, without a question.
Result<std::optional<Question>> ProposingCommand::question(Call& call, Service& service, const Means& means) {
  if (!somebody_to_ask(call)) return std::optional<Question>();
  v1::Request trial = request_;
  trial.set_dry_run(true);
  auto tried = service.submit(trial, means);
  if (!tried || tried->receipt.repeated_request) return std::optional<Question>();
  prepare_meaning(service, means);
  tell_meaning(call);
  call.out.flush();
  const bool revises = request_.has_revise();
  std::string words;
  for (const replay::Remark& warning : tried->receipt.warnings) {
    if (!replay::is_grave(warning)) continue;
    std::string sentence = words_of(warning);
    if (sentence[0] >= 'a' && sentence[0] <= 'z') sentence[0] = static_cast<char>(sentence[0] - 'a' + 'A');
    words += sentence + ".\n";
  }
  if (words.empty()) return std::optional<Question>();
  return std::optional(revises ? Question{words + "Revise it so all the same?", "nothing was revised"}
                               : Question{words + "Propose it all the same?", "nothing was proposed"});
}

}  // namespace nomic::tools
