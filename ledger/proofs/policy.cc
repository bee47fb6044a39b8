#include "nomic/ledger/policy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "nomic/ledger/base/errors.h"

namespace nomic::ledger {
namespace {

constexpr std::size_t MAX_POLICY_BYTES = std::size_t{1} << 18U;
// Of logs, and of witnesses and groups together: more than C2SP asks for.
constexpr std::size_t MAX_POLICY_NAMES = 1024;

std::vector<std::string_view> words_of_line(std::string_view line) {
  constexpr std::string_view BLANKS = " \t";
  std::vector<std::string_view> words;
  while (true) {
    const std::size_t begin = line.find_first_not_of(BLANKS);
    if (begin == std::string_view::npos) return words;
    line.remove_prefix(begin);
    const std::size_t end = std::min(line.find_first_of(BLANKS), line.size());
    words.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
}

bool is_policy_byte(char c) {
  const auto byte = static_cast<std::uint8_t>(c);
  return byte == '\t' || byte == '\n' || (byte >= 0x20 && byte != 0x7F);
}

bool has_signed(const VerifierKey& key, const std::vector<GoodSignature>& good) {
  return std::any_of(good.begin(), good.end(), [&](const GoodSignature& each) { return each.key == key; });
}

}  // namespace

// Reads a policy line by line.
class Policy::Reader {
 public:
  Result<Policy> read(std::string_view text) {
    if (text.size() > MAX_POLICY_BYTES) return bad("it is over 256 KiB");
    if (!std::all_of(text.begin(), text.end(), is_policy_byte)) return bad("it holds control characters, or CR and LF");
    while (!text.empty()) {
      ++line_;
      const std::size_t end = text.find('\n');
      if (end == std::string_view::npos) return bad("its last line does not end");
      NOMIC_TRY(read_line(words_of_line(text.substr(0, end))));
      text.remove_prefix(end + 1);
    }
    if (!quorum_said_) return bad("it has no line 'quorum'; 'quorum none' asks for no witness");
    return std::move(policy_);
  }

  Error bad(std::string_view why) const {
    return fail(ErrorCode::BAD_NOTE, fmt::format("line {} of the policy: {}", line_, why),
                "a policy has lines: log KEY, witness NAME KEY, group NAME all|any|K NAME..., quorum NAME|none");
  }

  Status add_log(const VerifierKey& key) {
    if (key.type != KeyType::ED25519) return bad("a log signs with a key of type 0x01");
    if (twice(policy_.logs_, key)) return bad("the key of a log stands there twice");
    if (policy_.logs_.size() == MAX_POLICY_NAMES) return bad("too many logs");
    policy_.logs_.push_back(key);
    return Done{};
  }
  Status add_witness(std::string_view name, const VerifierKey& key) {
    if (key.type != KeyType::COSIGNATURE) return bad("a witness cosigns with a key of type 0x04");
    if (twice(witnesses_, key)) return bad("the key of a witness stands there twice");
    witnesses_.push_back(key);
    return add_member({std::string(name), key, {}, 0});
  }
  Status add_group(std::string_view name, std::string_view threshold, const std::vector<std::string_view>& names) {
    Member group{std::string(name), {}, {}, 0};
    group.members.reserve(names.size());
    for (const std::string_view each : names) {
      const auto number = find(each);
      if (!number) return bad(fmt::format("'{}' is not defined above", each));
      if (std::find(group.members.begin(), group.members.end(), *number) != group.members.end()) {
        return bad(fmt::format("'{}' is a member twice", each));
      }
      // Or a witness would count more than once.
      if (taken_[*number]) return bad(fmt::format("'{}' is a member of another group already", each));
      group.members.push_back(*number);
    }
    if (group.members.empty()) return bad("a group has a member at least");
    group.least = group.members.size();
    if (threshold == "any") {
      group.least = 1;
    } else if (threshold != "all") {
      const auto [end, error] = std::from_chars(threshold.data(), threshold.data() + threshold.size(), group.least);
      if (error != std::errc() || end != threshold.data() + threshold.size() || group.least == 0 ||
          group.least > group.members.size() || std::to_string(group.least) != threshold) {
        return bad(fmt::format("'{}' is not all, any or a number from 1 to {}", threshold, group.members.size()));
      }
    }
    for (const std::size_t each : group.members) taken_[each] = true;
    return add_member(std::move(group));
  }
  Status set_quorum(std::string_view name) {
    if (quorum_said_) return bad("there is one line 'quorum' already");
    quorum_said_ = true;
    if (name == "none") return Done{};
    const auto number = find(name);
    if (!number) return bad(fmt::format("'{}' is not defined above", name));
    policy_.quorum_ = {*number};
    return Done{};
  }
  Policy& policy() { return policy_; }

 private:
  Status read_line(const std::vector<std::string_view>& words) {
    if (words.empty() || words[0].starts_with('#')) return Done{};
    if (words[0] == "quorum") return words.size() == 2 ? set_quorum(words[1]) : bad("'quorum' takes one name");
    if (words[0] == "group") {
      if (words.size() < 4) return bad("'group' takes a name, how many, and whom");
      return add_group(words[1], words[2], {words.begin() + 3, words.end()});
    }
    const bool log = words[0] == "log";
    if (!log && words[0] != "witness") return bad(fmt::format("'{}' is not known", words[0]));
    const std::size_t key_at = log ? 1 : 2;
    if (words.size() != key_at + 1 && words.size() != key_at + 2) {
      return bad(log ? "'log' takes a key, and perhaps an address"
                     : "'witness' takes a name, a key, perhaps an address");
    }
    auto key = VerifierKey::parse(words[key_at]);
    if (!key) return bad(key.error().what);
    return log ? add_log(*key) : add_witness(words[1], *key);
  }

  // Names and types apart, a key is the same if its public half is.
  static bool twice(const std::vector<VerifierKey>& keys, const VerifierKey& key) {
    return std::any_of(keys.begin(), keys.end(), [&](const VerifierKey& each) { return each.key == key.key; });
  }
  [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const {
    for (std::size_t i = 0; i < policy_.members_.size(); ++i) {
      if (policy_.members_[i].name == name) return i;
    }
    return std::nullopt;
  }
  Status add_member(Member member) {
    if (member.name == "none") return bad("'none' is no name for a witness or group");
    if (find(member.name)) return bad(fmt::format("'{}' is defined twice", member.name));
    if (policy_.members_.size() == MAX_POLICY_NAMES) return bad("too many witnesses and groups");
    policy_.members_.push_back(std::move(member));
    taken_.push_back(false);
    return Done{};
  }

  Policy policy_;
  std::vector<VerifierKey> witnesses_;
  std::vector<bool> taken_;  // whether a member is in a group
  std::size_t line_ = 0;
  bool quorum_said_ = false;
};

Result<Policy> Policy::parse(std::string_view text) {
  return Reader().read(text);
}

Result<Policy> Policy::of(const std::vector<VerifierKey>& keys) {
  Reader reader;
  std::vector<std::string> names;
  names.reserve(keys.size());
  for (const VerifierKey& key : keys) {
    const bool log = key.type == KeyType::ED25519;
    if (!log) names.push_back(key.text());
    if (auto added = log ? reader.add_log(key) : reader.add_witness(names.back(), key); !added) {
      return fail(ErrorCode::BAD_NOTE, fmt::format("the key of {} is given twice", key.name), "give each key once");
    }
  }
  if (keys.empty()) return fail(ErrorCode::BAD_NOTE, "no key is given by which the note could be good");
  if (!names.empty()) {
    const std::vector<std::string_view> all(names.begin(), names.end());
    NOMIC_TRY(reader.add_group("every one", "all", all));
    NOMIC_TRY(reader.set_quorum("every one"));
  }
  reader.policy().all_logs_ = true;
  return std::move(reader.policy());
}

std::vector<VerifierKey> Policy::keys() const {
  std::vector<VerifierKey> all = logs_;
  for (const Member& each : members_) {
    if (each.least == 0) all.push_back(each.key);
  }
  return all;
}

Result<std::vector<GoodSignature>> Policy::check(const CheckpointNote& note) const {
  const auto missing = [](std::string what, std::string hint) {
    return fail(ErrorCode::BAD_SIGNATURE, std::move(what), std::move(hint));
  };
  NOMIC_ASSIGN(auto good, verify_note(note.note, keys()));
  const std::string& origin = note.checkpoint.origin;
  const auto holds = [&](const VerifierKey& log) { return log.name == origin && has_signed(log, good); };
  const bool logged = all_logs_ ? std::all_of(logs_.begin(), logs_.end(), holds)
                                : logs_.empty() || std::any_of(logs_.begin(), logs_.end(), holds);
  if (!logged) {
    return missing(fmt::format("no log that you trust has signed the checkpoint under its origin, '{}'", origin),
                   "a log's key bears the origin as its name");
  }
  // Members come after those that they are made of.
  std::vector<bool> cosigned(members_.size());
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const Member& each = members_[i];
    const auto there =
        std::count_if(each.members.begin(), each.members.end(), [&](std::size_t member) { return cosigned[member]; });
    cosigned[i] = each.least == 0 ? has_signed(each.key, good) : static_cast<std::size_t>(there) >= each.least;
  }
  for (const std::size_t each : quorum_) {
    if (cosigned[each]) continue;
    std::vector<std::string> lacking;
    for (std::size_t i = 0; i < members_.size(); ++i) {
      if (members_[i].least == 0 && !cosigned[i]) lacking.push_back(members_[i].key.name);
    }
    return missing(fmt::format("too few witnesses have cosigned the checkpoint: {} have not", fmt::join(lacking, ", ")),
                   "have it cosigned: nomic checkpoint sign");
  }
  return good;
}

}  // namespace nomic::ledger
