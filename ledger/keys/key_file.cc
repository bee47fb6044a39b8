// Key files: PKCS#8 in PEM, which every tool that knows Ed25519 reads (openssl pkey), private to their owner.
#include <fcntl.h>
#include <fmt/format.h>
#include <openssl/crypto.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/x509.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <limits>
#include <vector>

#include "nomic/ledger/base/errors.h"
#include "nomic/ledger/files/files.h"
#include "nomic/ledger/keys/key_secret.h"
#include "nomic/ledger/whole_file.h"

namespace nomic::ledger {
namespace {

constexpr std::size_t KEY_FILE_LIMIT = 16384;
constexpr std::size_t PASSWORD_LIMIT = 1024;
// What OpenSSL's own command uses: 16 MB and some 50 ms a guess, where its default without -scrypt is 2,048 rounds.
constexpr std::uint64_t SCRYPT_N = 16384;
constexpr std::uint64_t SCRYPT_R = 8;
constexpr std::uint64_t SCRYPT_P = 1;

struct FreeInfo {
  void operator()(PKCS8_PRIV_KEY_INFO* info) const { PKCS8_PRIV_KEY_INFO_free(info); }
};
struct FreeSealed {
  void operator()(X509_SIG* sealed) const { X509_SIG_free(sealed); }
};
using InfoPointer = std::unique_ptr<PKCS8_PRIV_KEY_INFO, FreeInfo>;
using SealedPointer = std::unique_ptr<X509_SIG, FreeSealed>;

Error bad_key(std::string what, std::string hint) {
  return fail(ErrorCode::BAD_KEY, std::move(what), std::move(hint));
}

Error no_key_file(const std::string& path, std::string_view why) {
  return bad_key(fmt::format("{} is no key file: {}", path, why),
                 "a key file is Ed25519 in PKCS#8 PEM, as `nomic key new` writes it");
}

// A secret in memory, wiped when it goes.
class Wiped {
 public:
  explicit Wiped(std::string text) : text_(std::move(text)) {}
  ~Wiped() { OPENSSL_cleanse(text_.data(), text_.size()); }
  Wiped(const Wiped&) = delete;
  Wiped& operator=(const Wiped&) = delete;
  std::string& operator*() { return text_; }
  [[nodiscard]] std::size_t size() const { return text_.size(); }
  [[nodiscard]] const char* data() const { return text_.data(); }

 private:
  std::string text_;
};

// The one block of a PEM file.
struct Pem {
  char* name = nullptr;
  char* header = nullptr;
  unsigned char* bytes = nullptr;
  long size = 0;

  Pem() = default;
  ~Pem() {
    OPENSSL_free(name);
    OPENSSL_free(header);
    OPENSSL_clear_free(bytes, static_cast<std::size_t>(size));
  }
  Pem(const Pem&) = delete;
  Pem& operator=(const Pem&) = delete;
  [[nodiscard]] bool is(std::string_view what) const { return name != nullptr && what == name; }
};

Status check_private(int fd, const std::string& path) {
  struct stat about {};
  if (::fstat(fd, &about) != 0) return system_error(errno, "look at", path);
  if (!S_ISREG(about.st_mode))
    return bad_key(fmt::format("{} is not a file", path), "name the file that holds the key");
  if ((about.st_mode & 077U) != 0) {
    return bad_key(fmt::format("the key file {} is open to others (mode {:04o})", path, about.st_mode & 07777U),
                   fmt::format("chmod 600 {}; and if others could read it, make a new key", path));
  }
  if (static_cast<std::uint64_t>(about.st_size) > KEY_FILE_LIMIT) {
    return no_key_file(path, fmt::format("it has {} bytes, more than any key", about.st_size));
  }
  return Done{};
}

Status read_private(const std::string& path, std::string& content) {
  const FileHandle file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  if (!file.is_open()) {
    if (errno == ELOOP) {
      return bad_key(fmt::format("{} is a link, and a key is never read through one", path), "name the file itself");
    }
    const int number = errno;
    return bad_key(fmt::format("cannot read the key file {}: {}", path, system_message(number)),
                   number == ENOENT ? "nomic key new FILE makes one" : "");
  }
  NOMIC_TRY(check_private(file.fd(), path));
  content.resize(KEY_FILE_LIMIT);
  std::size_t got = 0;
  while (got < content.size()) {
    const ssize_t count = ::read(file.fd(), content.data() + got, content.size() - got);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return system_error(errno, "read", path);
    if (count == 0) break;
    got += static_cast<std::size_t>(count);
  }
  OPENSSL_cleanse(content.data() + got, content.size() - got);
  content.resize(got);
  return Done{};
}

Result<InfoPointer> unseal(const Pem& pem, const std::string& path, const AskPassword& ask) {
  const unsigned char* at = pem.bytes;
  const SealedPointer sealed(d2i_X509_SIG(nullptr, &at, pem.size));
  if (sealed == nullptr || at != pem.bytes + pem.size) return no_key_file(path, "its contents cannot be read");
  std::optional<std::string> typed;
  if (ask) typed = ask();
  if (!typed) {
    return bad_key(fmt::format("the key file {} is encrypted, and no password was given", path),
                   "give it with --password-file, or at a terminal");
  }
  const Wiped password(*std::move(typed));
  if (password.size() > PASSWORD_LIMIT) return bad_key("the password is longer than 1,024 bytes", "");
  InfoPointer info(PKCS8_decrypt(sealed.get(), password.data(), static_cast<int>(password.size())));
  if (info == nullptr) {
    return bad_key(fmt::format("this is not the password of the key file {}", path),
                   "try again; without its password the key is lost, and can only be revoked");
  }
  return info;
}

Result<InfoPointer> info_of(const Pem& pem, const std::string& path, const AskPassword& ask) {
  if (pem.header != nullptr && *pem.header != '\0') return no_key_file(path, "it is encrypted in an old way");
  if (pem.is("ENCRYPTED PRIVATE KEY")) return unseal(pem, path, ask);
  if (!pem.is("PRIVATE KEY")) return no_key_file(path, fmt::format("it holds a \"{}\"", pem.name));
  const unsigned char* at = pem.bytes;
  InfoPointer info(d2i_PKCS8_PRIV_KEY_INFO(nullptr, &at, pem.size));
  if (info == nullptr || at != pem.bytes + pem.size) return no_key_file(path, "its contents cannot be read");
  return info;
}

// The key encrypted: AES-256-CBC under a key that scrypt makes of the password.
SealedPointer seal(PKCS8_PRIV_KEY_INFO* info, const std::string& password) {
  X509_ALGOR* algorithm = PKCS5_pbe2_set_scrypt(EVP_aes_256_cbc(), nullptr, 16, nullptr, SCRYPT_N, SCRYPT_R, SCRYPT_P);
  if (algorithm == nullptr) std::abort();
  SealedPointer sealed(PKCS8_set0_pbe(password.data(), static_cast<int>(password.size()), info, algorithm));
  if (sealed == nullptr) std::abort();
  return sealed;
}

// Never over what is there, nor through a link; and a key that was not written whole has no name.
Status write_new_key(const std::string& path, std::string_view content) {
  const int error = put_whole(path, content, WholeFile::Place::FREE, WholeFile::Sync::YES, FileMode::SECRET);
  if (error == EEXIST) {
    return bad_key(fmt::format("there is something at {} already, and a key is never written over", path),
                   "choose another name for the new key");
  }
  if (error != 0) return system_error(error, "write", path);
  return Done{};
}

}  // namespace

Result<PrivateKey> PrivateKey::load(const std::string& path, const AskPassword& ask) {
  Wiped content({});
  NOMIC_TRY(read_private(path, *content));
  const BioPointer bio(BIO_new_mem_buf(content.data(), static_cast<int>(content.size())));
  Pem pem;
  if (bio == nullptr || PEM_read_bio(bio.get(), &pem.name, &pem.header, &pem.bytes, &pem.size) != 1) {
    return no_key_file(path, "it is not PEM");
  }
  NOMIC_ASSIGN(auto info, info_of(pem, path, ask));
  KeyPointer key(EVP_PKCS82PKEY(info.get()));
  if (key == nullptr || EVP_PKEY_is_a(key.get(), "ED25519") != 1) {
    return no_key_file(path, key == nullptr ? "it holds a key of an unknown type" : "its key is of another type");
  }
  PublicKey half;
  std::size_t size = PublicKey::SIZE;
  if (EVP_PKEY_get_raw_public_key(key.get(), half.bytes.data(), &size) != 1) std::abort();
  return PrivateKey(std::make_unique<Secret>(Secret{std::move(key), half}));
}

Status PrivateKey::save(const std::string& path, const std::optional<std::string>& password) const {
  if (password && password->empty()) return bad_key("the password is empty", "give one, or write the key without any");
  if (password && password->size() > PASSWORD_LIMIT) return bad_key("the password is longer than 1,024 bytes", "");
  const InfoPointer info(EVP_PKEY2PKCS8(secret_->key.get()));
  const BioPointer bio(BIO_new(BIO_s_secmem()));
  if (info == nullptr || bio == nullptr) std::abort();
  const int written = password ? PEM_write_bio_PKCS8(bio.get(), seal(info.get(), *password).get())
                               : PEM_write_bio_PKCS8_PRIV_KEY_INFO(bio.get(), info.get());
  char* text = nullptr;
  const long size = BIO_get_mem_data(bio.get(), &text);
  if (written != 1 || size <= 0) std::abort();
  return write_new_key(path, {text, static_cast<std::size_t>(size)});
}

}  // namespace nomic::ledger
