#include "nomic/ledger/key.h"

#include <fmt/format.h>
#include <openssl/bn.h>

#include <cassert>
#include <cstdlib>
#include <cstring>

#include "nomic/ledger/base/errors.h"
#include "nomic/ledger/keys/key_secret.h"

namespace nomic::ledger {
namespace {

const unsigned char* unsigned_of(std::string_view bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

Error no_key(std::string why) {
  return fail(ErrorCode::BAD_KEY, "this is no Ed25519 key: " + std::move(why),
              "ask its owner for the key again, as it was made");
}

// The field of the curve: the integers modulo 2^255 - 19.
constexpr const char* PRIME = "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed";
// The curve's constant, -121665/121666.
constexpr const char* CURVE_D = "52036cee2b6ffe738cc740797779e89800700a4d4141d8ab75eb4dca135978a3";
// The points whose order divides 8, by their y: of order 1, 2, 4, and twice 8. (The sign of x makes eight of them.)
constexpr std::array<const char*, 5> SMALL_ORDER = {
    "01",
    "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffec",
    "00",
    "05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826",
    "7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7",
};

struct FreeNumber {
  void operator()(BIGNUM* number) const { BN_free(number); }
};
using Number = std::unique_ptr<BIGNUM, FreeNumber>;

Number number_of(const char* hex) {
  BIGNUM* number = nullptr;
  if (BN_hex2bn(&number, hex) == 0) std::abort();
  return Number(number);
}

// Arithmetic of the field, one to a thread: the numbers of the curve are read once.
class Field {
 public:
  Field() {
    for (std::size_t i = 0; i < SMALL_ORDER.size(); ++i) small_[i] = number_of(SMALL_ORDER[i]);
  }
  ~Field() { BN_CTX_free(context_); }
  Field(const Field&) = delete;
  Field& operator=(const Field&) = delete;

  [[nodiscard]] bool holds(const BIGNUM* y) const { return BN_cmp(y, prime_.get()) < 0; }

  [[nodiscard]] bool is_of_small_order(const BIGNUM* y) const {
    for (const Number& small : small_) {
      if (BN_cmp(y, small.get()) == 0) return true;
    }
    return false;
  }

  // Whether a point of the curve has this y: x^2 = (y^2 - 1) / (d y^2 + 1) must be a square, and so must the product.
  [[nodiscard]] bool is_on_curve(const BIGNUM* y) {
    const Number square(BN_new());
    const Number below(BN_new());
    bool done = BN_mod_sqr(square.get(), y, prime_.get(), context_) == 1;
    done = done && BN_mod_mul(below.get(), square.get(), d_.get(), prime_.get(), context_) == 1;
    done = done && BN_add_word(below.get(), 1) == 1;
    done = done && BN_mod_sub(square.get(), square.get(), BN_value_one(), prime_.get(), context_) == 1;
    done = done && BN_mod_mul(square.get(), square.get(), below.get(), prime_.get(), context_) == 1;
    if (!done) std::abort();
    return BN_kronecker(square.get(), prime_.get(), context_) == 1;
  }

 private:
  BN_CTX* context_ = BN_CTX_new();
  Number prime_ = number_of(PRIME);
  Number d_ = number_of(CURVE_D);
  std::array<Number, SMALL_ORDER.size()> small_;
};

// One context a thread, so that a signature allocates little.
EVP_MD_CTX* signature_context() {
  struct Owner {
    EVP_MD_CTX* context = EVP_MD_CTX_new();
    Owner() {
      if (context == nullptr) std::abort();
    }
    Owner(const Owner&) = delete;
    Owner& operator=(const Owner&) = delete;
    ~Owner() { EVP_MD_CTX_free(context); }
  };
  thread_local const Owner OWNER;
  EVP_MD_CTX_reset(OWNER.context);
  return OWNER.context;
}

}  // namespace

Result<PublicKey> PublicKey::from_raw(std::string_view raw) {
  if (raw.size() != SIZE) return no_key(fmt::format("it has {} bytes, not 32", raw.size()));
  // A game has few keys and many signatures: those that were looked at last need not be again.
  thread_local std::array<std::optional<PublicKey>, 64> known;
  std::optional<PublicKey>& last = known.at(static_cast<std::uint8_t>(raw.front()) % known.size());
  if (last && last->raw() == raw) return *last;
  std::array<unsigned char, SIZE> y_bytes{};
  std::memcpy(y_bytes.data(), raw.data(), SIZE);
  y_bytes.back() &= 0x7FU;  // the uppermost bit is the sign of x
  const Number y(BN_lebin2bn(y_bytes.data(), SIZE, nullptr));
  thread_local Field field;
  if (!field.holds(y.get())) return no_key("it is not written in its one form (RFC 8032, section 5.1.3)");
  if (field.is_of_small_order(y.get())) {
    return no_key("it is of small order: one signature under it would hold for every message");
  }
  if (!field.is_on_curve(y.get())) return no_key("it is no point of the curve");
  PublicKey key;
  std::memcpy(key.bytes.data(), raw.data(), SIZE);
  last = key;
  return key;
}

bool verifies(const PublicKey& key, std::string_view message, std::string_view signature) {
  if (signature.size() != SIGNATURE_BYTES) return false;
  const KeyPointer open(EVP_PKEY_new_raw_public_key_ex(nullptr, "ED25519", nullptr, key.bytes.data(), PublicKey::SIZE));
  if (open == nullptr) std::abort();
  EVP_MD_CTX* context = signature_context();
  if (EVP_DigestVerifyInit_ex(context, nullptr, nullptr, nullptr, nullptr, open.get(), nullptr) != 1) std::abort();
  // OpenSSL refuses an S that is not reduced.
  const bool good =
      EVP_DigestVerify(context, unsigned_of(signature), signature.size(), unsigned_of(message), message.size()) == 1;
  EVP_MD_CTX_reset(context);
  return good;
}

PrivateKey::PrivateKey(std::unique_ptr<Secret> secret) : secret_(std::move(secret)) {}
PrivateKey::PrivateKey(PrivateKey&& other) noexcept = default;
PrivateKey& PrivateKey::operator=(PrivateKey&& other) noexcept = default;
PrivateKey::~PrivateKey() = default;

PrivateKey PrivateKey::generate() {
  KeyPointer key(EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519"));
  PublicKey half;
  std::size_t size = PublicKey::SIZE;
  if (key == nullptr || EVP_PKEY_get_raw_public_key(key.get(), half.bytes.data(), &size) != 1) std::abort();
  return PrivateKey(std::make_unique<Secret>(Secret{std::move(key), half}));
}

const PublicKey& PrivateKey::public_key() const {
  assert(secret_ != nullptr);
  return secret_->half;
}

std::string PrivateKey::sign(std::string_view message) const {
  assert(secret_ != nullptr);
  std::string signature(SIGNATURE_BYTES, '\0');
  std::size_t size = signature.size();
  EVP_MD_CTX* context = signature_context();
  const bool begun =
      EVP_DigestSignInit_ex(context, nullptr, nullptr, nullptr, nullptr, secret_->key.get(), nullptr) == 1;
  if (!begun || EVP_DigestSign(context, reinterpret_cast<unsigned char*>(signature.data()), &size, unsigned_of(message),
                               message.size()) != 1) {
    std::abort();
  }
  // The context would go on holding the secret.
  EVP_MD_CTX_reset(context);
  return signature;
}

}  // namespace nomic::ledger
