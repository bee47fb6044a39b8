#include "nomic/ledger/key.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "ledger/support/world.h"
#include "nomic/ledger/hash.h"

namespace nomic::ledger {
namespace {

std::string from_hex(std::string_view hex) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
  }
  return bytes;
}

std::string base64_of(const std::string& bytes) {
  static constexpr std::string_view DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      group = group << 8U | (i + j < bytes.size() ? static_cast<std::uint8_t>(bytes[i + j]) : 0U);
    }
    for (std::size_t j = 0; j < 4; ++j) {
      text += i + j > bytes.size() ? '=' : DIGITS[group >> (18 - 6 * j) & 63U];
    }
  }
  return text;
}

// A key file of that seed, written by hand: RFC 8410, section 7.
std::string pem_of(const std::string& seed_hex) {
  return "-----BEGIN PRIVATE KEY-----\n" + base64_of(from_hex("302e020100300506032b657004220420" + seed_hex)) +
         "\n-----END PRIVATE KEY-----\n";
}

AskPassword no_password() {
  return [] { return std::optional<std::string>{}; };
}
AskPassword password(const std::string& word) {
  return [word] { return std::optional<std::string>{word}; };
}

// What a command of the shell prints, and its status.
struct Ran {
  int status = 0;
  std::string out;
};
Ran shell(const std::string& command) {
  Ran ran;
  FILE* pipe = ::popen((command + " 2>&1").c_str(), "r");
  std::array<char, 4096> buffer{};
  while (const std::size_t got = ::fread(buffer.data(), 1, buffer.size(), pipe)) ran.out.append(buffer.data(), got);
  ran.status = ::pclose(pipe);
  return ran;
}

class Key : public ::testing::Test {
 protected:
  std::string spilled(const std::string& name, const std::string& content, mode_t mode = 0600) {
    const std::string path = temp_.path(name);
    test::spill(path, content);
    EXPECT_EQ(::chmod(path.c_str(), mode), 0);
    return path;
  }
  test::TempFolder temp_;
};

struct Vector {
  const char* seed;
  const char* key;
  const char* message;
  const char* signature;
};

// RFC 8032, section 7.1.
constexpr std::array<Vector, 3> VECTORS = {{
    {"9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
     "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
     "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe246"
     "5"
     "5141438e7a100b"},
    {"4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
     "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
     "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb"
     "0"
     "0d291612bb0c00"},
    {"c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
     "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
     "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc"
     "0"
     "27beceea1ec40a"},
}};

TEST_F(Key, SignsAndVerifiesAsTheRfcSays) {
  for (const Vector& vector : VECTORS) {
    const auto key = PrivateKey::load(spilled(vector.key, pem_of(vector.seed)), no_password());
    ASSERT_OK(key);
    EXPECT_EQ(key->public_key().raw(), from_hex(vector.key));
    EXPECT_EQ(key->sign(from_hex(vector.message)), from_hex(vector.signature));
    const auto half = PublicKey::from_raw(from_hex(vector.key));
    ASSERT_OK(half);
    EXPECT_TRUE(verifies(*half, from_hex(vector.message), from_hex(vector.signature)));
    EXPECT_FALSE(verifies(*half, from_hex(vector.message) + "x", from_hex(vector.signature)));
    EXPECT_FALSE(verifies(*half, from_hex(vector.message), from_hex(vector.signature).substr(0, 63)));
    EXPECT_FALSE(verifies(*half, from_hex(vector.message), from_hex(vector.signature) + std::string(1, '\0')));
    EXPECT_FALSE(verifies(*half, from_hex(vector.message), ""));
  }
}

TEST_F(Key, EveryFlippedBitOfASignatureIsFound) {
  const auto half = PublicKey::from_raw(from_hex(VECTORS[1].key));
  ASSERT_OK(half);
  const std::string good = from_hex(VECTORS[1].signature);
  for (std::size_t bit = 0; bit < 8 * good.size(); ++bit) {
    std::string bad = good;
    bad[bit / 8] = static_cast<char>(static_cast<unsigned char>(bad[bit / 8]) ^ (1U << (bit % 8)));
    EXPECT_FALSE(verifies(*half, from_hex(VECTORS[1].message), bad)) << bit;
  }
}

// S + L, where L is the order of the group, fulfils the same equation: RFC 8032, section 5.1.7 refuses it.
TEST_F(Key, ASignatureWhoseSIsNotReducedIsRefused) {
  const std::string order = from_hex("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010");
  for (const Vector& vector : VECTORS) {
    std::string signature = from_hex(vector.signature);
    unsigned carry = 0;
    for (std::size_t i = 0; i < 32; ++i) {
      carry += static_cast<std::uint8_t>(signature[32 + i]) + static_cast<std::uint8_t>(order[i]);
      signature[32 + i] = static_cast<char>(carry & 255U);
      carry >>= 8U;
    }
    ASSERT_EQ(carry, 0U);
    EXPECT_FALSE(verifies(*PublicKey::from_raw(from_hex(vector.key)), from_hex(vector.message), signature));
  }
}

// Every encoding, canonical or not, of the eight points whose order divides 8. Worked out in Python from the curve's
// equation.
TEST_F(Key, EveryKeyOfSmallOrderIsRefused) {
  const std::vector<std::string> encodings = {
      "0100000000000000000000000000000000000000000000000000000000000000",
      "0100000000000000000000000000000000000000000000000000000000000080",
      "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
      "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
      "0000000000000000000000000000000000000000000000000000000000000000",
      "0000000000000000000000000000000000000000000000000000000000000080",
      "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
      "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
      "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
      "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
      "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
      "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
      "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
      "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
  };
  for (const std::string& encoding : encodings) EXPECT_REFUSED(PublicKey::from_raw(from_hex(encoding)), BAD_KEY);
}

// y + p fits in 255 bits for y below 19: two spellings of one point.
TEST_F(Key, AKeyThatIsNotInItsOneFormIsRefused) {
  for (unsigned low = 0xED; low <= 0xFF; ++low) {
    for (const char* top : {"7f", "ff"}) {
      const std::string raw = from_hex(fmt::format("{:02x}{}{}", low, std::string(60, 'f'), top));
      EXPECT_REFUSED(PublicKey::from_raw(raw), BAD_KEY);
    }
  }
}

TEST_F(Key, WhatIsNoPointIsRefused) {
  // Of y = 2 to 9 these are no points: (y^2-1)/(dy^2+1) is no square (worked out in Python).
  for (const char* y : {"02", "07", "08"})
    EXPECT_REFUSED(PublicKey::from_raw(from_hex(y) + std::string(31, '\0')), BAD_KEY);
  for (const char* y : {"03", "04", "05", "06", "09"})
    EXPECT_OK(PublicKey::from_raw(from_hex(y) + std::string(31, '\0')));
  for (const std::size_t size : {0U, 31U, 33U}) EXPECT_REFUSED(PublicKey::from_raw(std::string(size, 3)), BAD_KEY);
}

TEST_F(Key, MadeSavedAndLoadedIsTheSame) {
  const PrivateKey made = PrivateKey::generate();
  EXPECT_NE(made.public_key(), PrivateKey::generate().public_key());
  EXPECT_OK(PublicKey::from_raw(made.public_key().raw()));
  const std::string path = temp_.path("ann.key");
  ASSERT_OK(made.save(path, {}));
  struct stat about {};
  ASSERT_EQ(::stat(path.c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 07777U, 0600U);
  const auto loaded = PrivateKey::load(path, no_password());
  ASSERT_OK(loaded);
  EXPECT_EQ(loaded->public_key(), made.public_key());
  EXPECT_EQ(loaded->sign("hello"), made.sign("hello"));
  EXPECT_TRUE(verifies(made.public_key(), "hello", loaded->sign("hello")));
}

TEST_F(Key, EncryptedIsReadWithItsPasswordAlone) {
  const PrivateKey made = PrivateKey::generate();
  const std::string path = temp_.path("ann.key");
  ASSERT_OK(made.save(path, "open sesame"));
  EXPECT_EQ(test::slurp(path).find("BEGIN PRIVATE KEY"), std::string::npos);
  EXPECT_REFUSED(PrivateKey::load(path, no_password()), BAD_KEY);
  EXPECT_REFUSED(PrivateKey::load(path, {}), BAD_KEY);
  EXPECT_REFUSED(PrivateKey::load(path, password("open sesam")), BAD_KEY);
  EXPECT_REFUSED(PrivateKey::load(path, password("")), BAD_KEY);
  EXPECT_REFUSED(PrivateKey::load(path, password(std::string(1025, 'x'))), BAD_KEY);
  const auto loaded = PrivateKey::load(path, password("open sesame"));
  ASSERT_OK(loaded);
  EXPECT_EQ(loaded->public_key(), made.public_key());
  const std::string asn1 = shell("openssl asn1parse -in " + path).out;
  EXPECT_NE(asn1.find("scrypt"), std::string::npos) << asn1;
  EXPECT_NE(asn1.find("aes-256-cbc"), std::string::npos) << asn1;
  EXPECT_REFUSED(made.save(temp_.path("empty.key"), ""), BAD_KEY);
  EXPECT_FALSE(std::filesystem::exists(temp_.path("empty.key")));
}

TEST_F(Key, IsNeverWrittenOverAnything) {
  const PrivateKey made = PrivateKey::generate();
  const std::string path = spilled("ann.key", "something");
  EXPECT_REFUSED(made.save(path, {}), BAD_KEY);
  EXPECT_EQ(test::slurp(path), "something");
  const std::string link = temp_.path("link");
  ASSERT_EQ(::symlink(temp_.path("nowhere").c_str(), link.c_str()), 0);
  EXPECT_REFUSED(made.save(link, {}), BAD_KEY);
  EXPECT_FALSE(std::filesystem::exists(temp_.path("nowhere")));
  EXPECT_REFUSED(made.save(temp_.path("no/such/folder.key"), {}), IO_FAILED);
}

TEST_F(Key, IsNotReadWhereOthersCanReadItToo) {
  const std::string pem = pem_of(VECTORS[0].seed);
  for (const mode_t mode : {0640U, 0604U, 0644U, 0660U, 0602U, 0610U, 0666U}) {
    SCOPED_TRACE(mode);
    EXPECT_REFUSED(PrivateKey::load(spilled("open.key", pem, mode), no_password()), BAD_KEY);
  }
  for (const mode_t mode : {0600U, 0400U, 0700U}) {
    SCOPED_TRACE(mode);
    EXPECT_OK(PrivateKey::load(spilled("good.key", pem, mode), no_password()));
  }
}

TEST_F(Key, IsNotReadThroughALinkNorFromWhatIsNoFile) {
  const std::string path = spilled("ann.key", pem_of(VECTORS[0].seed));
  ASSERT_EQ(::symlink(path.c_str(), temp_.path("link").c_str()), 0);
  ASSERT_EQ(::mkfifo(temp_.path("pipe").c_str(), 0600), 0);
  EXPECT_REFUSED(PrivateKey::load(temp_.path("link"), no_password()), BAD_KEY);
  EXPECT_REFUSED(PrivateKey::load(temp_.path("pipe"), no_password()), BAD_KEY);
  EXPECT_REFUSED(PrivateKey::load(temp_.path(), no_password()), BAD_KEY);
  EXPECT_REFUSED(PrivateKey::load(temp_.path("missing"), no_password()), BAD_KEY);
}

TEST_F(Key, AnotherKindOfFileIsRefused) {
  const std::string good = pem_of(VECTORS[0].seed);
  const std::vector<std::string> bad = {
      "",
      "hello\n",
      good.substr(0, good.size() / 2),
      good.substr(good.find('\n')),
      "-----BEGIN PRIVATE KEY-----\n\n-----END PRIVATE KEY-----\n",
      "-----BEGIN PRIVATE KEY-----\n" + base64_of("nonsense") + "\n-----END PRIVATE KEY-----\n",
      "-----BEGIN PUBLIC KEY-----\n" + base64_of(from_hex("302a300506032b6570032100") + from_hex(VECTORS[0].key)) +
          "\n-----END PUBLIC KEY-----\n",
      // A byte behind the structure, and a seed that is too short.
      "-----BEGIN PRIVATE KEY-----\n" +
          base64_of(from_hex(std::string("302e020100300506032b657004220420") + VECTORS[0].seed) + "x") +
          "\n-----END PRIVATE KEY-----\n",
      "-----BEGIN PRIVATE KEY-----\n" + base64_of(from_hex("300e020100300506032b65700402ffff")) +
          "\n-----END PRIVATE KEY-----\n",
      "-----BEGIN ENCRYPTED PRIVATE KEY-----\n" + base64_of("nonsense") + "\n-----END ENCRYPTED PRIVATE KEY-----\n",
      std::string(20000, 'x'),
  };
  for (const std::string& content : bad) {
    SCOPED_TRACE(content);
    EXPECT_REFUSED(PrivateKey::load(spilled("bad.key", content), password("x")), BAD_KEY);
  }
  for (const char* type :
       {"x25519", "ed448", "rsa -pkeyopt rsa_keygen_bits:1024", "ec -pkeyopt ec_paramgen_curve:P-256"}) {
    const std::string path = temp_.path("other.key");
    const Ran made =
        shell(fmt::format("openssl genpkey -quiet -algorithm {} -out {} || openssl genpkey -algorithm {} -out {}", type,
                          path, type, path));
    ASSERT_EQ(made.status, 0) << made.out;
    ASSERT_EQ(::chmod(path.c_str(), 0600), 0);
    SCOPED_TRACE(type);
    EXPECT_REFUSED(PrivateKey::load(path, no_password()), BAD_KEY);
  }
}

TEST_F(Key, OpensslReadsOursAndVerifiesWhatItSigns) {
  const PrivateKey made = PrivateKey::generate();
  const std::string plain = temp_.path("plain.key");
  const std::string sealed = temp_.path("sealed.key");
  ASSERT_OK(made.save(plain, {}));
  ASSERT_OK(made.save(sealed, "sesame"));
  for (const std::string& from : {plain + " -passin pass:", sealed + " -passin pass:sesame"}) {
    const Ran ran = shell(
        fmt::format("openssl pkey -in {} -pubout -outform DER | tail -c 32 | od -An -v -tx1 | tr -d ' \\n'", from));
    EXPECT_EQ(from_hex(ran.out), made.public_key().raw()) << ran.out;
  }
  test::spill(temp_.path("message"), "a move");
  test::spill(temp_.path("signature"), made.sign("a move"));
  const Ran ran = shell(fmt::format("openssl pkeyutl -verify -inkey {} -rawin -in {} -sigfile {}", plain,
                                    temp_.path("message"), temp_.path("signature")));
  EXPECT_EQ(ran.status, 0) << ran.out;
}

TEST_F(Key, OpensslsKeysAreReadAndItsSignaturesVerify) {
  const std::string plain = temp_.path("plain.key");
  const std::string sealed = temp_.path("sealed.key");
  ASSERT_EQ(shell("umask 077; openssl genpkey -algorithm ed25519 -out " + plain).status, 0);
  ASSERT_EQ(
      shell(fmt::format("umask 077; openssl pkcs8 -topk8 -in {} -out {} -passout pass:sesame", plain, sealed)).status,
      0);
  const auto key = PrivateKey::load(plain, no_password());
  ASSERT_OK(key);
  const auto same = PrivateKey::load(sealed, password("sesame"));
  ASSERT_OK(same);
  EXPECT_EQ(key->public_key(), same->public_key());
  test::spill(temp_.path("message"), "a move");
  ASSERT_EQ(shell(fmt::format("openssl pkeyutl -sign -inkey {} -rawin -in {} -out {}", plain, temp_.path("message"),
                              temp_.path("signature")))
                .status,
            0);
  EXPECT_TRUE(verifies(key->public_key(), "a move", test::slurp(temp_.path("signature"))));
}

}  // namespace
}  // namespace nomic::ledger
