// Signed notes: C2SP's own examples, and a table of what is no note.
#include "nomic/ledger/note.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "ledger/support/world.h"
#include "nomic/ledger/base/base64.h"

namespace nomic::ledger {
namespace {

// The example of C2SP signed-note, with its verifier key.
constexpr const char* EXAMPLE_KEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k";
constexpr const char* EXAMPLE_SIGNATURE =
    "\xE2\x80\x94 example.com/foo "
    "Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n";

std::string example() {
  return std::string("This is an example message.\n\n") + EXAMPLE_SIGNATURE;
}

TEST(Note, VerifiesTheExampleOfItsSpecification) {
  const auto key = VerifierKey::parse(EXAMPLE_KEY);
  ASSERT_OK(key);
  EXPECT_EQ(key->name, "example.com/foo");
  EXPECT_EQ(key->id(), 0x530d903aU);
  EXPECT_EQ(key->text(), EXAMPLE_KEY);
  const auto note = Note::parse(example());
  ASSERT_OK(note);
  EXPECT_EQ(note->text, "This is an example message.\n");
  EXPECT_EQ(note->encode(), example());
  const auto good = verify_note(*note, {*key});
  ASSERT_OK(good);
  ASSERT_EQ(good->size(), 1U);
  EXPECT_EQ(good->front().key, *key);
}

TEST(Note, SignsAndCosigns) {
  const PrivateKey log = PrivateKey::generate();
  const PrivateKey witness = PrivateKey::generate();
  Note note{"one line\n\nafter an empty one\n", {}};
  note.add(sign_note(note.text, "log.example", log));
  note.add(cosign_note(note.text, "witness.example/w1", witness, 1679315147));
  const auto again = Note::parse(note.encode());
  ASSERT_OK(again);
  EXPECT_EQ(again->text, note.text);
  EXPECT_EQ(again->signatures, note.signatures);
  EXPECT_EQ(again->signatures[1].bytes.size(), 72U);
  const VerifierKey log_key{"log.example", KeyType::ED25519, log.public_key()};
  const VerifierKey witness_key{"witness.example/w1", KeyType::COSIGNATURE, witness.public_key()};
  const auto good = verify_note(*again, {log_key, witness_key});
  ASSERT_OK(good);
  ASSERT_EQ(good->size(), 2U);
  EXPECT_EQ((*good)[0].time, 0U);
  EXPECT_EQ((*good)[1].time, 1679315147U);
  EXPECT_EQ(cosigned_message("x\n", 7), "cosignature/v1\ntime 7\nx\n");
  // A key that signs again replaces what it said.
  Note twice = *again;
  twice.add(cosign_note(note.text, "witness.example/w1", witness, 1679315148));
  EXPECT_EQ(twice.signatures.size(), 2U);
  EXPECT_EQ(verify_note(twice, {witness_key})->front().time, 1679315148U);
}

TEST(Note, AKeysTypeIsPartOfItsID) {
  const auto key = VerifierKey::parse(EXAMPLE_KEY);
  ASSERT_OK(key);
  EXPECT_NE(key_id(key->name, KeyType::COSIGNATURE, key->key), key->id());
  EXPECT_NE(key_id("example.com/bar", KeyType::ED25519, key->key), key->id());
}

struct BadNote {
  const char* name;
  std::string bytes;
};

TEST(Note, OnlyOneFormIsRead) {
  const std::string text = "text\n";
  const std::string line = EXAMPLE_SIGNATURE;
  const std::string many = [&] {
    std::string lines;
    for (std::size_t i = 0; i <= MAX_NOTE_SIGNATURES; ++i) lines += line;
    return lines;
  }();
  const BadNote bad[] = {
      {"nothing", ""},
      {"only a newline", "\n"},
      {"no signature", text + "\n"},
      {"no empty line", text + line},
      {"the empty line comes after", text + line + "\n"},
      {"CR and LF", "text\r\n\r\n" + line},
      {"CR in the text", "te\rxt\n\n" + line},
      {"a tab", "te\txt\n\n" + line},
      {"a zero", std::string("te\0xt\n\n", 7) + line},
      {"no UTF-8", "te\xFFxt\n\n" + line},
      {"a cut last line", text + "\n" + line.substr(0, line.size() - 1)},
      {"bytes after", text + "\n" + line + "x"},
      {"a line after", text + "\n" + line + "x\n"},
      {"an empty line after", text + "\n" + line + "\n"},
      {"a hyphen for a dash", text + "\n- example.com/foo Uw2QOg==\n"},
      {"an en dash", text + "\n\xE2\x80\x93 example.com/foo AAAAAAA=\n"},
      {"no space after the dash", text + "\n\xE2\x80\x94" + "example.com/foo AAAAAAA=\n"},
      {"no name", text + "\n\xE2\x80\x94  AAAAAAA=\n"},
      {"no signature after the name", text + "\n\xE2\x80\x94 name\n"},
      {"an empty signature", text + "\n\xE2\x80\x94 name \n"},
      {"a plus in the name", text + "\n\xE2\x80\x94 na+me AAAAAAA=\n"},
      {"a Unicode space in the name", text + "\n\xE2\x80\x94 na\xE2\x80\x89me AAAAAAA=\n"},
      {"no base64", text + "\n\xE2\x80\x94 name AAAA*AA=\n"},
      {"base64 with a space", text + "\n\xE2\x80\x94 name AAAAAAA= \n"},
      {"base64 with bits that say nothing", text + "\n\xE2\x80\x94 name AAAAAAB=\n"},
      {"base64 without its padding", text + "\n\xE2\x80\x94 name AAAAAAA\n"},
      {"an ID and nothing else", text + "\n\xE2\x80\x94 name AAAAAA==\n"},
      {"too many signatures", text + "\n" + many},
      {"too long", std::string(MAX_NOTE_BYTES, 'x') + "\n\n" + line},
  };
  for (const BadNote& each : bad) {
    SCOPED_TRACE(each.name);
    EXPECT_REFUSED(Note::parse(each.bytes), BAD_NOTE);
  }
  EXPECT_OK(Note::parse(text + "\n\xE2\x80\x94 name AAAAAAA=\n"));
  EXPECT_OK(Note::parse("a\n\nb\n\n" + line));
  std::string sixteen = text + "\n";
  for (int i = 0; i < 16; ++i) sixteen += line;
  EXPECT_OK(Note::parse(sixteen));
}

TEST(Note, SignaturesAreJudgedByWhoIsKnown) {
  const PrivateKey ann = PrivateKey::generate();
  const PrivateKey bob = PrivateKey::generate();
  const VerifierKey ann_key{"ann", KeyType::ED25519, ann.public_key()};
  const VerifierKey bob_key{"bob", KeyType::ED25519, bob.public_key()};
  const VerifierKey ann_witness{"ann", KeyType::COSIGNATURE, ann.public_key()};
  const std::string text = "text\n";
  const NoteSignature good = sign_note(text, "ann", ann);
  const auto verified = [&](const std::vector<NoteSignature>& signatures, const std::vector<VerifierKey>& known) {
    return verify_note({text, signatures}, known);
  };
  EXPECT_OK(verified({good}, {ann_key}));
  EXPECT_OK(verified({sign_note(text, "bob", bob), good}, {ann_key}));
  // A stranger's signature, right or wrong, under a known name or a known ID, says nothing.
  NoteSignature stranger = good;
  stranger.id ^= 1U;
  stranger.bytes[0] ^= 1;
  EXPECT_OK(verified({stranger, good}, {ann_key}));
  NoteSignature other_name = good;
  other_name.name = "eve";
  EXPECT_OK(verified({other_name, other_name, good}, {ann_key}));
  EXPECT_REFUSED(verified({stranger, other_name}, {ann_key}), BAD_SIGNATURE);
  EXPECT_REFUSED(verified({good}, {bob_key}), BAD_SIGNATURE);
  EXPECT_REFUSED(verified({good}, {}), BAD_SIGNATURE);
  EXPECT_REFUSED(verified({good}, {ann_witness}), BAD_SIGNATURE);
  // A known key's must hold, each.
  NoteSignature forged = good;
  forged.bytes[10] ^= 1;
  EXPECT_REFUSED(verified({forged}, {ann_key}), BAD_SIGNATURE);
  EXPECT_REFUSED(verified({forged, sign_note(text, "bob", bob)}, {ann_key, bob_key}), BAD_SIGNATURE);
  EXPECT_REFUSED(verified({good, good}, {ann_key}), BAD_SIGNATURE);
  EXPECT_REFUSED(verified({sign_note("other\n", "ann", ann)}, {ann_key}), BAD_SIGNATURE);
  NoteSignature longer = good;
  longer.bytes += '\0';
  EXPECT_REFUSED(verified({longer}, {ann_key}), BAD_SIGNATURE);
  // Of a cosignature the time is signed too, and is no more than 2^63 - 1.
  NoteSignature cosigned = cosign_note(text, "ann", ann, 1000);
  EXPECT_OK(verified({cosigned}, {ann_witness}));
  cosigned.bytes[7] ^= 1;
  EXPECT_REFUSED(verified({cosigned}, {ann_witness}), BAD_SIGNATURE);
  EXPECT_REFUSED(verified({cosign_note(text, "ann", ann, std::uint64_t{1} << 63U)}, {ann_witness}), BAD_SIGNATURE);
  NoteSignature without_time = good;
  without_time.id = ann_witness.id();
  EXPECT_REFUSED(verified({without_time}, {ann_witness}), BAD_SIGNATURE);
}

TEST(Note, VerifierKeysAreReadInOneForm) {
  const std::string key = EXAMPLE_KEY;
  const std::string small_order = base64(std::string(1, '\x01') + std::string(32, '\0'));
  for (const std::string& bad :
       {std::string(), std::string("example.com/foo"), std::string("example.com/foo+530d903a"), key.substr(3) + "+",
        "+" + key.substr(key.find('+') + 1), std::string("example.com/foo+530D903A") + key.substr(key.rfind('+')),
        std::string("example.com/foo+530d903b") + key.substr(key.rfind('+')), "x" + key, key + "=", key + " ",
        key.substr(0, key.size() - 4),
        std::string("example.com/foo+530d903a+BukyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"),
        std::string("a b+530d903a+") + key.substr(key.rfind('+') + 1), "a+00000000+" + small_order}) {
    SCOPED_TRACE(bad);
    EXPECT_REFUSED(VerifierKey::parse(bad), BAD_KEY);
  }
}

}  // namespace
}  // namespace nomic::ledger
