#include "check/checkpoint_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include "nomic/replay/point.h"
#include "nomic/service/view_values.h"
#include "nomic/words/listing.h"
#include "nomic/words/terminal_text.h"
#include "shared/bundle_files.h"
#include "shared/text_source.h"

namespace nomic::tools {
namespace {

// A file that the user names for the purpose and that cannot be read is wrong usage, whatever is wrong with it.
Failure as_usage(const ledger::Error& error, const std::string& file) {
  return usage(fmt::format("{}: {}", in_quotes(file), error.what), error.hint);
}

std::string time_text(std::uint64_t seconds) {
  // What witnesses can say is longer than our calendar.
  constexpr std::uint64_t LAST = 253402300799;
  if (seconds > LAST) return fmt::format("second {}", seconds);
  return replay::print_time(static_cast<std::int64_t>(seconds) * 1'000'000);
}

}  // namespace

void TrustOptions::declare(Arguments& arguments) {
  arguments.section("Whom you trust");
  arguments.list("--vkey", "KEY", "A verifier key. Every key that is given must have signed. Repeatable.", keys_);
  arguments.option("--policy", "FILE", "A file of logs, witnesses and a quorum, in place of single keys.",
                   policy_file_);
}

Result<ledger::Policy> TrustOptions::policy(const Call& call) const {
  if (policy_file_ && !keys_.empty())
    return usage("whom you trust is said in two ways.", "--vkey KEY... or --policy FILE");
  if (policy_file_) {
    NOMIC_ASSIGN(auto text, read_file(call, *policy_file_));
    auto policy = ledger::Policy::parse(text);
    if (!policy) return as_usage(policy.error(), *policy_file_);
    return *std::move(policy);
  }
  if (keys_.empty()) return usage("whose signatures do you trust?", "--vkey KEY..., or --policy FILE");
  std::vector<ledger::VerifierKey> keys;
  keys.reserve(keys_.size());
  for (const std::string& typed : keys_) {
    NOMIC_ASSIGN(auto key, ledger::VerifierKey::parse(typed));
    keys.push_back(std::move(key));
  }
  auto policy = ledger::Policy::of(keys);
  if (!policy) return usage(policy.error().what, policy.error().hint);
  return *std::move(policy);
}

void SigningKeyOptions::declare(Arguments& arguments) {
  arguments.section("The key");
  arguments.option("--key", "FILE", "The key to sign with. Else NOMIC_KEY.", key_);
  arguments.option("--password-file", "FILE", "A file whose first line is the key's password.", password_file_);
}

Result<std::string> SigningKeyOptions::file(const Call& call) const {
  if (key_) return path_in(call.io, *key_);
  if (auto named = call.io.env("NOMIC_KEY"); named && !named->empty()) return path_in(call.io, *named);
  return usage("with which key is it signed?", "--key FILE; nomic key new FILE makes one");
}

Result<ledger::PrivateKey> SigningKeyOptions::load(const Call& call) const {
  NOMIC_ASSIGN(auto path, file(call));
  std::optional<std::string> password;
  if (password_file_) {
    NOMIC_ASSIGN(auto text, read_file(call, *password_file_));
    password = text.substr(0, text.find('\n'));
  }
  auto key = ledger::PrivateKey::load(path, [&] { return password; });
  if (!key) return failure_of(key.error());
  return *std::move(key);
}

Result<ReadNote> read_note(const Call& call, const std::string& path) {
  NOMIC_ASSIGN(auto bytes, read_file(call, path));
  auto claimed = ledger::CheckpointNote::parse(bytes);
  if (!claimed) {
    Failure failure = failure_of(claimed.error());
    failure.what = fmt::format("{}: {}", in_quotes(path), failure.what);
    return failure;
  }
  return ReadNote{std::move(bytes), *std::move(claimed)};
}

Result<std::optional<LocalGame>> local_game(const Call& call, const std::string& origin, ledger::Access access) {
  auto folder = call.session.find_ledger(call.settings.ledger);
  if (!folder) {
    // Without a ledger a note can be judged all the same.
    if (call.settings.ledger.empty() && !call.io.env("NOMIC_LEDGER")) return std::optional<LocalGame>{};
    return folder.error();
  }
  auto ledger = call.session.ledger(*folder, access);
  if (!ledger) return ledger.error();
  if (!call.settings.game.empty()) {
    NOMIC_ASSIGN(auto head, (*ledger)->find(call.settings.game));
    return std::optional<LocalGame>{{*folder, *ledger, std::move(head)}};
  }
  NOMIC_ASSIGN(auto games, (*ledger)->games());
  for (ledger::Head& head : games) {
    LocalGame game{*folder, *ledger, std::move(head)};
    if (origin == ledger::default_origin(game.head.game.hash)) return std::optional<LocalGame>{std::move(game)};
    NOMIC_ASSIGN(auto note, kept_note(*game.ledger, game.head, 0, false));
    if (note && note->checkpoint.origin == origin) return std::optional<LocalGame>{std::move(game)};
  }
  return std::optional<LocalGame>{};
}

Status write_whole(const Call& call, const std::string& path, bool force, std::string_view bytes) {
  NOMIC_ASSIGN(auto output, BundleOutput::open(call, path, force));
  if (const int error = output->write()(bytes); error != 0 && !output->reader_left()) {
    return Failure{Exit::UNAVAILABLE,
                   fmt::format("the file {} cannot be written: {}", in_quotes(path), std::strerror(error)), ""};
  }
  return output->finish();
}

v1::CheckpointView::Signature signature_view(const ledger::GoodSignature& signature) {
  v1::CheckpointView::Signature view;
  view.set_name(signature.key.name);
  view.set_key_id(fmt::format("{:08x}", signature.key.id()));
  const bool witness = signature.key.type == ledger::KeyType::COSIGNATURE;
  view.set_role(witness ? "WITNESS" : "LOG");
  if (witness) view.set_time(time_text(signature.time));
  return view;
}

std::string signers_text(const std::vector<ledger::GoodSignature>& good) {
  std::vector<std::string> names;
  names.reserve(good.size());
  for (const ledger::GoodSignature& each : good) {
    const bool witness = each.key.type == ledger::KeyType::COSIGNATURE;
    names.push_back(witness ? fmt::format("witness {} ({})", each.key.name, time_text(each.time)) : each.key.name);
  }
  return listed(names);
}

bool is_false(const ledger::Error& error) {
  return error.code == ledger::ErrorCode::BAD_NOTE || error.code == ledger::ErrorCode::BAD_SIGNATURE ||
         error.code == ledger::ErrorCode::BAD_PROOF;
}

}  // namespace nomic::tools
