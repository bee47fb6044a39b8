// What of a session is about servers.
#include "served_ledgers.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cli/session.h"
#include "cli/version.h"
#include "nomic/client/server_address.h"
#include "nomic/ledger/address.h"
#include "nomic/ledger/hash.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

constexpr std::size_t DIGITS = 32;

// As a header may bear it.
bool is_token(const std::string& token) {
  return std::all_of(token.begin(), token.end(), [](char c) { return c > ' ' && c < '\x7f'; });
}

std::string version() {
  return std::string(program_version());
}

}  // namespace

Failure only_moves_there(const Mirror& mirror) {
  return usage(
      fmt::format("{} is a server's: from here nothing but moves is recorded there.", on_one_line(mirror.named())),
      "do it where the ledger is");
}

Status must_be_unserved(const std::string& folder) {
  // A database is written by as many as like.
  if (ledger::is_database_address(folder)) return ledger::Done{};
  NOMIC_ASSIGN(auto server, GameServer::of_folder(folder, version()));
  if (!server) return ledger::Done{};
  return Failure{
      Exit::UNAVAILABLE,
      fmt::format("the ledger {} is served by process {}, which alone writes it", in_quotes(folder), server->process()),
      "moves go through it, and this does not: end the server (nomic serve) first, and repeat", "IN_USE"};
}

// The copy of an address is where its name says, in the user's cache: two commands find the same.
Result<std::string> Session::mirror_of(const std::string& named) {
  NOMIC_ASSIGN(auto address, ServerAddress::parse(named));
  const auto cache = io_.env("XDG_CACHE_HOME");
  const auto home = io_.env("HOME");
  // The XDG specification has relative paths ignored.
  std::string base;
  if (cache && cache->starts_with('/')) {
    base = *cache;
  } else if (home && home->starts_with('/')) {
    base = *home + "/.cache";
  } else {
    return usage(
        "there is no place for a copy of what the server keeps: neither XDG_CACHE_HOME nor HOME names a folder.",
        "set one of them");
  }
  const std::string folder =
      fmt::format("{}/nomic/servers/{}", base, ledger::sha256(address.text()).hex().substr(0, DIGITS));
  const std::string token = io_.env("NOMIC_TOKEN").value_or("");
  if (!is_token(token)) return usage("NOMIC_TOKEN is no token: it has characters that none has.", "set it anew");
  if (!token.empty() && !address.is_private()) {
    return usage("a token is not sent over http://: whoever carries it there could read it.",
                 "name the server by https://, or unset NOMIC_TOKEN");
  }
  if (!mirrors_.contains(folder)) {
    mirrors_.emplace(folder, Mirror(io_, named, folder, GameServer::at(address, version(), token)));
  }
  named_.insert_or_assign(folder, named);
  return folder;
}

Mirror* Session::mirror_at(const std::string& folder) {
  const auto found = mirrors_.find(folder);
  return found == mirrors_.end() ? nullptr : &found->second;
}

const std::string* Session::mirrored(const std::string& folder) const {
  const auto found = mirrors_.find(folder);
  return found == mirrors_.end() ? nullptr : &found->second.named();
}

std::string Session::name_at(const std::string& folder, const std::string& game) const {
  const auto found = mirrors_.find(folder);
  return found == mirrors_.end() ? game : found->second.name_of(game);
}

Status Session::look(Mirror& mirror, const std::string& game) {
  const auto warn = [&](const std::string& sentence) { io_.err(fmt::format("warning: {}\n", sentence)); };
  return mirror.look(
      game, options(), [&] { opened_.erase(mirror.folder()); }, warn);
}

// What this user has seen may be in the memory before it is in the copy: another command of theirs, or the server
// itself, was faster.
std::function<ledger::Status(const ledger::GameId&, std::uint64_t)> Session::catching_up(Mirror& mirror) {
  return [this, &mirror](const ledger::GameId& game, std::uint64_t size) -> ledger::Status {
    auto done = mirror.catch_up(game, size, options());
    if (done) return ledger::Done{};
    const Failure& failure = done.error();
    using Code = ledger::ErrorCode;
    const Code code = failure.exit == Exit::DAMAGED ? Code::ROLLED_BACK : Code::UNREACHABLE;
    return ledger::Error{code, failure.what, failure.hint, {}};
  };
}

void Session::close(const std::string& folder) {
  opened_.erase(folder);
  if (Mirror* mirror = mirror_at(folder)) mirror->forget();
}

void Session::begin_command() {
  for (auto& [folder, mirror] : mirrors_) mirror.forget();
  std::erase_if(opened_, [this](const auto& each) {
    const auto& [folder, opened] = each;
    return !opened.mark.empty() && opened.mark != mark_of(folder);
  });
}

Result<GameServer*> Session::keeper(const std::string& folder) {
  if (Mirror* mirror = mirror_at(folder)) return &mirror->server();
  const auto open = opened_.find(folder);
  if (open != opened_.end() && (open->second.file || open->second.access == ledger::Access::WRITE)) {
    return static_cast<GameServer*>(nullptr);
  }
  if (is_database(folder)) return static_cast<GameServer*>(nullptr);
  NOMIC_ASSIGN(auto found, GameServer::of_folder(folder, version()));
  keeper_ = std::move(found);
  return keeper_.get();
}

}  // namespace nomic::tools
