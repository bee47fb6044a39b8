// Signed notes (C2SP signed-note), in which transparency logs sign what they say.
//
//     example.com/log                       text, ending in a newline
//     42
//     ...
//                                           an empty line
//     — example.com/log Az3grl...           a line a signature: a dash, the key's name, base64 of key ID and signature
//
//     auto note = Note::parse(bytes);                        // BAD_NOTE: not in the one form that notes have
//     auto good = verify_note(*note, known);                 // whose signatures hold; the text counts for nothing
//     before note->add(sign_note(note->text, "witness.example/w1", key));
//
// Two types of signature. ED25519 (0x01) signs the text. COSIGNATURE (0x04, C2SP tlog-cosignature) signs a time with
// it: "cosignature/v1", "time T", then the text; it is what witnesses of a checkpoint put under it.
//
// A key is known by its name and by its ID, the first four bytes of SHA-256(name || 0x0A || type || key). Whom to know
// is configured by the verifier, as verifier keys: "name+<8 hex of the ID>+base64(type || key)". Signatures of keys
// that are not known are ignored; a bad one of a known key rejects the note, and so does a second one of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/ledger/key.h"
#include "nomic/ledger/result.h"

namespace nomic::ledger {

inline constexpr std::size_t MAX_NOTE_BYTES = std::size_t{1} << 18U;
inline constexpr std::size_t MAX_NOTE_SIGNATURES = 64;

enum class KeyType : std::uint8_t { ED25519 = 0x01, COSIGNATURE = 0x04 };

// Whether a key may bear this name: not empty, UTF-8 without spaces, control characters or '+'.
bool is_key_name(std::string_view name);

// The ID of a key of this name, type and public half.
std::uint32_t key_id(std::string_view name, KeyType type, const PublicKey& key);

// A key that a verifier knows.
struct VerifierKey {
  std::string name;
  KeyType type = KeyType::ED25519;
  PublicKey key;

  [[nodiscard]] std::uint32_t id() const { return key_id(name, type, key); }
  [[nodiscard]] std::string text() const;
  friend bool operator==(const VerifierKey&, const VerifierKey&) = default;

  // BAD_KEY: malformed, of another type, or with an ID that is not its own.
  static Result<VerifierKey> parse(std::string_view text);
};

struct NoteSignature {
  std::string name;
  std::uint32_t id = 0;
  std::string bytes;  // what follows the ID

  friend bool operator==(const NoteSignature&, const NoteSignature&) = default;
};

struct Note {
  std::string text;  // ends in a newline
  std::vector<NoteSignature> signatures;

  // The note as it is written.
  [[nodiscard]] std::string encode() const;
  // Those of its signatures that bear the name and ID of one of these keys, as they stand.
  [[nodiscard]] std::vector<NoteSignature> by(const std::vector<VerifierKey>& keys) const;
  // Adds a signature, in place of older ones of the same key. Where the note would be beyond its limits, the last of
  // the others are left out.
  void add(NoteSignature signature);
  // Puts signatures that were verified ahead of all others, in place of older ones of the same keys; what is beyond the
  // limits then is left out. So a note can be filled up by anybody without losing what counts.
  void put_first(const std::vector<NoteSignature>& verified);
  // Adds those that nobody verified, at the end, as far as there is room. Where a key of that name and ID has signed
  // already its signature stays, since the new one may be anybody's.
  void add_unverified(const std::vector<NoteSignature>& others);

  // BAD_NOTE: no UTF-8, control characters (CR among them), no empty line, a malformed line of signature, bytes after
  // the last one, none or more than 64 of them, over 256 KiB.
  static Result<Note> parse(std::string_view bytes);
};

// A signature that holds.
struct GoodSignature {
  VerifierKey key;
  std::uint64_t time = 0;  // seconds since 1970, as a cosignature says; 0 of others
};

// The signatures of known keys, in the order of the note. BAD_SIGNATURE: one of a known key is wrong, or comes twice,
// or no known key has signed.
Result<std::vector<GoodSignature>> verify_note(const Note& note, const std::vector<VerifierKey>& known);

NoteSignature sign_note(std::string_view text, std::string_view name, const PrivateKey& key);
NoteSignature cosign_note(std::string_view text, std::string_view name, const PrivateKey& key, std::uint64_t time);

// What a cosignature signs.
std::string cosigned_message(std::string_view text, std::uint64_t time);

}  // namespace nomic::ledger
