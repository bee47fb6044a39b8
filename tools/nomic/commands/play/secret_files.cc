#include "play/secret_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "nomic/ledger/whole_file.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t HEX_DIGITS = 2 * ledger::Hash::SIZE;

// Closes itself.
class SecretFile {
 public:
  explicit SecretFile(int fd) : fd_(fd) {}
  ~SecretFile() {
    if (fd_ >= 0) ::close(fd_);
  }
  SecretFile(const SecretFile&) = delete;
  SecretFile& operator=(const SecretFile&) = delete;
  [[nodiscard]] int fd() const { return fd_; }

 private:
  int fd_;
};

using Code = ledger::ErrorCode;

ledger::Error not_kept(const std::string& what) {
  return {Code::IO_FAILED,
          what + ": nothing was recorded",
          "make room for it there, or name another file with --secret-file",
          {}};
}

}  // namespace

std::optional<std::string> secret_file(const Io& io, const ledger::GameId& game, const ledger::Hash& commitment) {
  const auto state = io.env("XDG_STATE_HOME");
  const auto home = io.env("HOME");
  std::string folder;
  // The XDG specification has relative paths ignored.
  if (state && state->starts_with('/')) {
    folder = *state;
  } else if (home && home->starts_with('/')) {
    folder = *home + "/.local/state";
  } else {
    return std::nullopt;
  }
  return fmt::format("{}/nomic/secrets/{}/{}", folder, game.hash.hex(), commitment.hex());
}

ledger::Status keep_secret(const std::string& file, const ledger::Hash& secret) {
  using ledger::WholeFile;
  // A crash must not lose the secret with its folder.
  const std::string folder = fs::path(file).parent_path().string();
  if (auto made = ledger::make_folders(folder, ledger::FileMode::SECRET, WholeFile::Sync::YES); !made) {
    return not_kept(made.error().what);
  }
  const int error = ledger::put_whole(file, secret.hex() + "\n", WholeFile::Place::FREE, WholeFile::Sync::YES,
                                      ledger::FileMode::SECRET);
  if (error == 0) return ledger::Done{};
  if (error != EEXIST) {
    return not_kept(fmt::format("cannot write {}: {}", in_quotes(file), std::generic_category().message(error)));
  }
  return ledger::Error{
      Code::BAD_INPUT,
      fmt::format("there is a file {} already, and a secret is never written over one", in_quotes(file)),
      "name another with --secret-file",
      {}};
}

ledger::Result<std::optional<ledger::Hash>> kept_secret(const std::string& file) {
  const SecretFile held(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (held.fd() < 0) {
    if (errno == ENOENT || errno == ENOTDIR) return std::optional<ledger::Hash>{};
    const int number = errno;
    return ledger::Error{Code::BAD_INPUT,
                         fmt::format("cannot read {}: {}", in_quotes(file), std::generic_category().message(number)),
                         {},
                         {}};
  }
  std::array<char, HEX_DIGITS + 2> content{};
  const ::ssize_t count = ::read(held.fd(), content.data(), content.size());
  std::string_view held_there(content.data(), count > 0 ? static_cast<std::size_t>(count) : 0);
  if (held_there.ends_with('\n')) held_there.remove_suffix(1);
  auto secret = ledger::Hash::from_hex(held_there);
  if (!secret) {
    return ledger::Error{Code::DAMAGED,
                         fmt::format("{} holds no secret: it would be 64 hex digits", in_quotes(file)),
                         "look for the file that `nomic roll --commit` named",
                         {}};
  }
  return std::optional<ledger::Hash>(*secret);
}

std::optional<std::string> SecretFiles::file_for(const ledger::Hash& commitment) const {
  return named_ ? path_in(call_.io, *named_) : secret_file(call_.io, game_, commitment);
}

ledger::Status SecretFiles::keep(const ledger::Hash& commitment, const ledger::Hash& secret) {
  const auto file = file_for(commitment);
  if (!file) {
    return ledger::Error{
        Code::BAD_INPUT, "there is no folder to keep the secret in", "set HOME, or say where with --secret-file", {}};
  }
  NOMIC_TRY(keep_secret(*file, secret));
  call_.out.note(fmt::format("the secret is kept in {} until it is revealed: lose it, and the throw goes on without it",
                             on_one_line(*file)));
  return ledger::Done{};
}

ledger::Result<ledger::Hash> SecretFiles::find(const std::string& player, const ledger::Hash& commitment) {
  const auto file = file_for(commitment);
  if (!file) {
    return ledger::Error{
        Code::BAD_INPUT, "there is no folder in which the secret was kept", "say where with --secret-file", {}};
  }
  NOMIC_ASSIGN(auto kept, kept_secret(*file));
  if (kept.has_value()) return *kept;
  return ledger::Error{
      Code::BAD_INPUT,
      fmt::format("the secret that {} has committed to is not here: there is no file {}", on_one_line(player),
                  on_one_line(*file)),
      "say where it is with --secret-file. If it is lost, the throw goes on as the rules have it: nomic "
      "status says when, nomic show-rules how",
      {}};
}

}  // namespace nomic::tools
