#include "nomic/ledger/note.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "nomic/ledger/base/base64.h"
#include "nomic/ledger/base/bytes.h"
#include "nomic/ledger/base/errors.h"
#include "nomic/ledger/base/utf8.h"
#include "nomic/ledger/hash.h"

namespace nomic::ledger {
namespace {

constexpr std::string_view DASH = "\xE2\x80\x94 ";
constexpr std::size_t ID_BYTES = 4;
constexpr std::size_t TIME_BYTES = 8;

// Every space of Unicode beyond ASCII, in UTF-8.
constexpr std::array<std::string_view, 18> SPACES = {
    "\xC2\x85",     "\xC2\xA0",     "\xE1\x9A\x80", "\xE2\x80\x80", "\xE2\x80\x81", "\xE2\x80\x82",
    "\xE2\x80\x83", "\xE2\x80\x84", "\xE2\x80\x85", "\xE2\x80\x86", "\xE2\x80\x87", "\xE2\x80\x88",
    "\xE2\x80\x89", "\xE2\x80\x8A", "\xE2\x80\xA8", "\xE2\x80\xA9", "\xE2\x80\xAF", "\xE2\x81\x9F"};
constexpr std::string_view IDEOGRAPHIC_SPACE = "\xE3\x80\x80";

Error bad_note(std::string what) {
  return fail(ErrorCode::BAD_NOTE, std::move(what), "have the note sent again, as a file");
}

std::string big_endian32(std::uint32_t number) {
  return big_endian(number).substr(4);
}

std::uint32_t from_big_endian32(std::string_view four_bytes) {
  return static_cast<std::uint32_t>(from_big_endian(std::string(4, '\0').append(four_bytes)));
}

std::string line_of(const NoteSignature& signature) {
  return fmt::format("{}{} {}\n", DASH, signature.name, base64(big_endian32(signature.id) + signature.bytes));
}

bool is_same_key(const NoteSignature& one, const NoteSignature& other) {
  return one.name == other.name && one.id == other.id;
}

Result<NoteSignature> parse_line(std::string_view line) {
  if (!line.starts_with(DASH)) return bad_note("a line after the empty one is not a signature");
  line.remove_prefix(DASH.size());
  const std::size_t space = line.find(' ');
  if (space == std::string_view::npos || !is_key_name(line.substr(0, space))) {
    return bad_note("a signature's line does not name its key");
  }
  const auto bytes = from_base64(line.substr(space + 1));
  if (!bytes || bytes->size() <= ID_BYTES) {
    return bad_note(
        fmt::format("the signature of {} is not base64 of a key ID and a signature", line.substr(0, space)));
  }
  return NoteSignature{std::string(line.substr(0, space)),
                       from_big_endian32(std::string_view(*bytes).substr(0, ID_BYTES)), bytes->substr(ID_BYTES)};
}

// The time of a cosignature and whether it holds; of another signature time 0.
struct Checked {
  bool good = false;
  std::uint64_t time = 0;
};

Checked check_one(const NoteSignature& signature, const VerifierKey& key, std::string_view text) {
  if (key.type == KeyType::ED25519) return {verifies(key.key, text, signature.bytes), 0};
  if (signature.bytes.size() != TIME_BYTES + SIGNATURE_BYTES) return {};
  const std::uint64_t time = from_big_endian(std::string_view(signature.bytes).substr(0, TIME_BYTES));
  if (time > static_cast<std::uint64_t>(INT64_MAX)) return {};
  return {verifies(key.key, cosigned_message(text, time), signature.bytes.substr(TIME_BYTES)), time};
}

}  // namespace

bool is_key_name(std::string_view name) {
  if (name.empty() || !is_utf8(name)) return false;
  for (const char c : name) {
    const auto byte = static_cast<std::uint8_t>(c);
    if (byte <= 0x20 || byte == 0x7F || c == '+') return false;
  }
  if (name.find(IDEOGRAPHIC_SPACE) != std::string_view::npos) return false;
  return std::none_of(SPACES.begin(), SPACES.end(),
                      [&](std::string_view space) { return name.find(space) != std::string_view::npos; });
}

std::uint32_t key_id(std::string_view name, KeyType type, const PublicKey& key) {
  const Hash hash = sha256(fmt::format("{}\n{}{}", name, static_cast<char>(type), key.raw()));
  return from_big_endian32(hash.raw().substr(0, ID_BYTES));
}

std::string VerifierKey::text() const {
  return fmt::format("{}+{:08x}+{}", name, id(), base64(static_cast<char>(type) + key.raw()));
}

Result<VerifierKey> VerifierKey::parse(std::string_view text) {
  const auto bad = [&](std::string_view why) {
    return fail(ErrorCode::BAD_KEY, fmt::format("'{}' is no verifier key: {}", text.substr(0, 80), why),
                "one looks like name+<8 hex digits>+<base64>, as `nomic key show` prints it");
  };
  const std::size_t first = text.find('+');
  const std::size_t second = first == std::string_view::npos ? first : text.find('+', first + 1);
  if (second == std::string_view::npos) return bad("it is not three parts joined by '+'");
  VerifierKey parsed;
  parsed.name = text.substr(0, first);
  if (!is_key_name(parsed.name)) return bad("its name is empty or has spaces");
  const auto bytes = from_base64(text.substr(second + 1));
  if (!bytes || bytes->empty()) return bad("its last part is not base64");
  const auto type = static_cast<KeyType>(bytes->front());
  if (type != KeyType::ED25519 && type != KeyType::COSIGNATURE) {
    return bad(fmt::format("its type is {:#04x}; known are 0x01 (Ed25519) and 0x04 (cosignatures by Ed25519)",
                           static_cast<std::uint8_t>(bytes->front())));
  }
  parsed.type = type;
  auto key = PublicKey::from_raw(std::string_view(*bytes).substr(1));
  if (!key) return bad(key.error().what);
  parsed.key = *key;
  if (text.substr(first + 1, second - first - 1) != fmt::format("{:08x}", parsed.id())) {
    return bad("its ID is not that of its name and key");
  }
  return parsed;
}

std::string Note::encode() const {
  std::string bytes = text + "\n";
  for (const NoteSignature& each : signatures) bytes += line_of(each);
  return bytes;
}

std::vector<NoteSignature> Note::by(const std::vector<VerifierKey>& keys) const {
  std::vector<NoteSignature> found;
  for (const NoteSignature& each : signatures) {
    const bool known = std::any_of(
        keys.begin(), keys.end(), [&](const VerifierKey& key) { return key.name == each.name && key.id() == each.id; });
    if (known) found.push_back(each);
  }
  return found;
}

void Note::add(NoteSignature signature) {
  const auto same = std::find_if(signatures.begin(), signatures.end(),
                                 [&](const NoteSignature& each) { return is_same_key(each, signature); });
  const auto at = static_cast<std::size_t>(same - signatures.begin());
  std::vector<NoteSignature> others;
  for (NoteSignature& each : signatures) {
    if (!is_same_key(each, signature)) others.push_back(std::move(each));
  }
  signatures = {std::move(signature)};
  add_unverified(others);
  // Into its place among those for which there was room.
  const std::size_t place = std::min(at, signatures.size() - 1);
  std::rotate(signatures.begin(), signatures.begin() + 1, signatures.begin() + static_cast<std::ptrdiff_t>(place) + 1);
}

void Note::put_first(const std::vector<NoteSignature>& verified) {
  const std::vector<NoteSignature> before = std::exchange(signatures, {});
  add_unverified(verified);
  add_unverified(before);
}

void Note::add_unverified(const std::vector<NoteSignature>& others) {
  std::size_t size = encode().size();
  for (const NoteSignature& each : others) {
    if (signatures.size() == MAX_NOTE_SIGNATURES) return;
    const bool signed_already = std::any_of(signatures.begin(), signatures.end(),
                                            [&](const NoteSignature& one) { return is_same_key(one, each); });
    const std::size_t line = line_of(each).size();
    if (signed_already || size + line > MAX_NOTE_BYTES) continue;
    size += line;
    signatures.push_back(each);
  }
}

Result<Note> Note::parse(std::string_view bytes) {
  if (bytes.size() > MAX_NOTE_BYTES) return bad_note(fmt::format("a note of over {} bytes", MAX_NOTE_BYTES));
  if (!is_utf8(bytes)) return bad_note("the note is not UTF-8");
  const auto control =
      std::find_if(bytes.begin(), bytes.end(), [](char c) { return static_cast<std::uint8_t>(c) < 0x20 && c != '\n'; });
  if (control != bytes.end()) {
    return bad_note(*control == '\r' ? "the note's lines end in CR and LF; a note's lines end in LF alone"
                                     : "the note holds a control character");
  }
  const std::size_t split = bytes.rfind("\n\n");
  if (split == std::string_view::npos) return bad_note("the note has no empty line between text and signatures");
  if (bytes.back() != '\n') return bad_note("the note's last line does not end");
  Note note;
  note.text = bytes.substr(0, split + 1);
  std::string_view rest = bytes.substr(split + 2);
  if (rest.empty()) return bad_note("the note has no signature");
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    NOMIC_ASSIGN(auto signature, parse_line(rest.substr(0, end)));
    if (note.signatures.size() == MAX_NOTE_SIGNATURES) {
      return bad_note(fmt::format("the note has over {} signatures", MAX_NOTE_SIGNATURES));
    }
    note.signatures.push_back(std::move(signature));
    rest.remove_prefix(end + 1);
  }
  return note;
}

Result<std::vector<GoodSignature>> verify_note(const Note& note, const std::vector<VerifierKey>& known) {
  const auto bad = [](const NoteSignature& each, std::string_view why) {
    return fail(ErrorCode::BAD_SIGNATURE, fmt::format("the signature of {} ({:08x}) {}", each.name, each.id, why),
                "have the note sent again; if it stays so, somebody altered it");
  };
  std::vector<GoodSignature> good;
  for (const NoteSignature& each : note.signatures) {
    const auto key = std::find_if(known.begin(), known.end(),
                                  [&](const VerifierKey& one) { return one.name == each.name && one.id() == each.id; });
    if (key == known.end()) continue;
    const Checked checked = check_one(each, *key, note.text);
    if (!checked.good) return bad(each, "does not verify");
    const bool twice = std::any_of(good.begin(), good.end(), [&](const GoodSignature& one) { return one.key == *key; });
    if (twice) return bad(each, "comes twice");
    good.push_back({*key, checked.time});
  }
  if (good.empty()) {
    return fail(ErrorCode::BAD_SIGNATURE, "no key that you know has signed the note",
                "name the keys that you trust, with their names as they stand in the note");
  }
  return good;
}

std::string cosigned_message(std::string_view text, std::uint64_t time) {
  return fmt::format("cosignature/v1\ntime {}\n{}", time, text);
}

NoteSignature sign_note(std::string_view text, std::string_view name, const PrivateKey& key) {
  return {std::string(name), key_id(name, KeyType::ED25519, key.public_key()), key.sign(text)};
}

NoteSignature cosign_note(std::string_view text, std::string_view name, const PrivateKey& key, std::uint64_t time) {
  return {std::string(name), key_id(name, KeyType::COSIGNATURE, key.public_key()),
          big_endian(time) + key.sign(cosigned_message(text, time))};
}

}  // namespace nomic::ledger
