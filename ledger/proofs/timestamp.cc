#include "nomic/ledger/timestamp.h"

#include <fmt/format.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ts.h>
#include <openssl/x509v3.h>

#include <charconv>
#include <cstdlib>
#include <ctime>
#include <memory>

#include "nomic/ledger/base/errors.h"

namespace nomic::ledger {
namespace {

constexpr int NONCE_BYTES = 8;

template <auto FREE>
struct Freed {
  template <class T>
  void operator()(T* held) const {
    FREE(held);
  }
};
using TimeRequest = std::unique_ptr<TS_REQ, Freed<TS_REQ_free>>;
using TimeResponse = std::unique_ptr<TS_RESP, Freed<TS_RESP_free>>;
using Bio = std::unique_ptr<BIO, Freed<BIO_free>>;
using Certificate = std::unique_ptr<X509, Freed<X509_free>>;
using Certificates = std::unique_ptr<X509_STORE, Freed<X509_STORE_free>>;
using BigNumber = std::unique_ptr<BIGNUM, Freed<BN_free>>;
using Asn1Number = std::unique_ptr<ASN1_INTEGER, Freed<ASN1_INTEGER_free>>;
using Imprint = std::unique_ptr<TS_MSG_IMPRINT, Freed<TS_MSG_IMPRINT_free>>;
using Algorithm = std::unique_ptr<X509_ALGOR, Freed<X509_ALGOR_free>>;
using Checking = std::unique_ptr<TS_VERIFY_CTX, Freed<TS_VERIFY_CTX_free>>;

Error bad_stamp(std::string what) {
  return fail(ErrorCode::BAD_NOTE, std::move(what), "ask the authority again: nomic checkpoint stamp-request");
}

// What OpenSSL said last, in its words; nothing is left in its queue.
std::string openssl_says() {
  const unsigned long code = ERR_peek_last_error();
  const char* reason = ERR_reason_error_string(code);
  const char* data = nullptr;
  int flags = 0;
  ERR_peek_last_error_all(nullptr, nullptr, nullptr, &data, &flags);
  std::string words = reason == nullptr ? "no reason given" : reason;
  if (data != nullptr && (flags & ERR_TXT_STRING) != 0 && *data != '\0') words += fmt::format(" ({})", data);
  ERR_clear_error();
  return words;
}

const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

TimeResponse parse_response(std::string_view response) {
  if (response.empty() || response.size() > MAX_TIME_STAMP_BYTES) return nullptr;
  const unsigned char* at = bytes_of(response);
  TimeResponse parsed(d2i_TS_RESP(nullptr, &at, static_cast<long>(response.size())));
  ERR_clear_error();
  if (parsed && at != bytes_of(response) + response.size()) return nullptr;
  return parsed;
}

std::string hex_of(const ASN1_INTEGER* number) {
  const BigNumber value(ASN1_INTEGER_to_BN(number, nullptr));
  char* digits = value ? BN_bn2hex(value.get()) : nullptr;
  std::string text = digits == nullptr ? "" : digits;
  OPENSSL_free(digits);
  return text;
}

std::optional<std::int64_t> seconds_of(const ASN1_GENERALIZEDTIME* time) {
  std::tm parts{};
  if (time == nullptr || ASN1_TIME_to_tm(time, &parts) != 1) return std::nullopt;
  return static_cast<std::int64_t>(::timegm(&parts));
}

// Whether the stamp is over these bytes by SHA-256.
bool is_imprint_of(TS_TST_INFO* info, std::string_view bytes) {
  TS_MSG_IMPRINT* imprint = TS_TST_INFO_get_msg_imprint(info);
  if (imprint == nullptr) return false;
  const ASN1_OBJECT* algorithm = nullptr;
  X509_ALGOR_get0(&algorithm, nullptr, nullptr, TS_MSG_IMPRINT_get_algo(imprint));
  const ASN1_OCTET_STRING* digest = TS_MSG_IMPRINT_get_msg(imprint);
  const std::string_view claimed(reinterpret_cast<const char*>(ASN1_STRING_get0_data(digest)),
                                 static_cast<std::size_t>(ASN1_STRING_length(digest)));
  return OBJ_obj2nid(algorithm) == NID_sha256 && claimed == sha256(bytes).raw();
}

Status check_nonce(const TS_TST_INFO* info, const std::string& request) {
  const unsigned char* at = bytes_of(request);
  const TimeRequest asked(d2i_TS_REQ(nullptr, &at, static_cast<long>(request.size())));
  ERR_clear_error();
  if (!asked || at != bytes_of(request) + request.size()) return bad_stamp("the request is no time-stamp request");
  const ASN1_INTEGER* due = TS_REQ_get_nonce(asked.get());
  const ASN1_INTEGER* claimed = TS_TST_INFO_get_nonce(info);
  if (due == nullptr) return Done{};
  if (claimed != nullptr && ASN1_INTEGER_cmp(due, claimed) == 0) return Done{};
  return bad_stamp("the time stamp answers another request: its nonce is not the one that was sent");
}

Result<TimeStamp> read_parsed(TS_RESP* response, std::string_view bytes, const std::optional<std::string>& request) {
  const long status = ASN1_INTEGER_get(TS_STATUS_INFO_get0_status(TS_RESP_get_status_info(response)));
  if (status != TS_STATUS_GRANTED && status != TS_STATUS_GRANTED_WITH_MODS) {
    return bad_stamp(fmt::format("the authority granted no time stamp: its status is {}", status));
  }
  TS_TST_INFO* info = TS_RESP_get_tst_info(response);
  if (info == nullptr) return bad_stamp("the response holds no time stamp");
  if (!is_imprint_of(info, bytes)) return bad_stamp("the time stamp is over other bytes than this note");
  if (request) {
    NOMIC_TRY(check_nonce(info, *request));
  }
  const auto seconds = seconds_of(TS_TST_INFO_get_time(info));
  if (!seconds) return bad_stamp("the time stamp's time cannot be read");
  return TimeStamp{{*seconds * 1'000'000}, hex_of(TS_TST_INFO_get_serial(info)), ""};
}

Result<Certificates> certificates_of(std::string_view pem) {
  Certificates store(X509_STORE_new());
  const Bio file(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
  if (!store || !file) std::abort();
  std::size_t count = 0;
  while (const Certificate each{PEM_read_bio_X509(file.get(), nullptr, nullptr, nullptr)}) {
    if (X509_STORE_add_cert(store.get(), each.get()) == 1) ++count;
  }
  ERR_clear_error();
  if (count == 0) {
    return fail(ErrorCode::BAD_KEY, "the file of authorities holds no certificate",
                "name a PEM file with the certificates that you trust to stamp");
  }
  return store;
}

// Who signed, as the token's own certificates tell; verified before.
std::string signer_of(TS_RESP* response) {
  STACK_OF(X509)* signers = PKCS7_get0_signers(TS_RESP_get_token(response), nullptr, 0);
  std::string name;
  if (signers != nullptr && sk_X509_num(signers) > 0) {
    const Bio text(BIO_new(BIO_s_mem()));
    X509_NAME_print_ex(text.get(), X509_get_subject_name(sk_X509_value(signers, 0)), 0, XN_FLAG_RFC2253);
    char* data = nullptr;
    const long length = BIO_get_mem_data(text.get(), &data);
    name.assign(data, static_cast<std::size_t>(length));
  }
  sk_X509_free(signers);
  ERR_clear_error();
  return name;
}

// A piece of evidence: a word, a length, the bytes.
std::optional<std::string> take_part(std::string_view& rest, std::string_view word) {
  const std::size_t end = rest.find('\n');
  if (end == std::string_view::npos || !rest.starts_with(word) || end <= word.size() + 1 || rest[word.size()] != ' ') {
    return std::nullopt;
  }
  const std::string_view digits = rest.substr(word.size() + 1, end - word.size() - 1);
  std::size_t size = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), size);
  rest.remove_prefix(end + 1);
  if (std::to_string(size) != digits || size > rest.size()) return std::nullopt;
  std::string part(rest.substr(0, size));
  rest.remove_prefix(size);
  return part;
}

}  // namespace

std::string make_time_request(std::string_view bytes) {
  const TimeRequest request(TS_REQ_new());
  const Imprint imprint(TS_MSG_IMPRINT_new());
  const Algorithm algorithm(X509_ALGOR_new());
  const BigNumber number(BN_new());
  if (!request || !imprint || !algorithm || !number) std::abort();
  Hash digest = sha256(bytes);
  // A nonce that begins with a zero byte would be as good, and differ in length: it is made to have all its bytes.
  const bool made = X509_ALGOR_set0(algorithm.get(), OBJ_nid2obj(NID_sha256), V_ASN1_NULL, nullptr) == 1 &&
                    TS_MSG_IMPRINT_set_algo(imprint.get(), algorithm.get()) == 1 &&
                    TS_MSG_IMPRINT_set_msg(imprint.get(), digest.bytes.data(), Hash::SIZE) == 1 &&
                    TS_REQ_set_version(request.get(), 1) == 1 &&
                    TS_REQ_set_msg_imprint(request.get(), imprint.get()) == 1 &&
                    BN_rand(number.get(), 8 * NONCE_BYTES, BN_RAND_TOP_ONE, BN_RAND_BOTTOM_ANY) == 1;
  const Asn1Number nonce(BN_to_ASN1_INTEGER(number.get(), nullptr));
  if (!made || !nonce || TS_REQ_set_nonce(request.get(), nonce.get()) != 1 ||
      TS_REQ_set_cert_req(request.get(), 1) != 1) {
    std::abort();
  }
  unsigned char* der = nullptr;
  const int length = i2d_TS_REQ(request.get(), &der);
  if (length <= 0) std::abort();
  std::string encoded(reinterpret_cast<const char*>(der), static_cast<std::size_t>(length));
  OPENSSL_free(der);
  return encoded;
}

Result<TimeStamp> read_time_stamp(std::string_view response, std::string_view bytes,
                                  const std::optional<std::string>& request) {
  const TimeResponse parsed = parse_response(response);
  if (!parsed) return bad_stamp("the response is no time-stamp response in DER");
  return read_parsed(parsed.get(), bytes, request);
}

Result<TimeStamp> verify_time_stamp(std::string_view response, std::string_view bytes, std::string_view authorities) {
  const TimeResponse parsed = parse_response(response);
  if (!parsed) return bad_stamp("the response is no time-stamp response in DER");
  NOMIC_ASSIGN(auto stamp, read_parsed(parsed.get(), bytes, std::nullopt));
  NOMIC_ASSIGN(auto store, certificates_of(authorities));
  X509_VERIFY_PARAM_set_time(X509_STORE_get0_param(store.get()), stamp.time.value / 1'000'000);
  const Checking checking(TS_VERIFY_CTX_new());
  if (!checking) std::abort();
  TS_VERIFY_CTX_set_flags(checking.get(), TS_VFY_VERSION | TS_VFY_SIGNATURE);
  TS_VERIFY_CTX_set_store(checking.get(), store.release());
  if (TS_RESP_verify_response(checking.get(), parsed.get()) != 1) {
    return fail(ErrorCode::BAD_SIGNATURE,
                fmt::format("the time stamp is not by an authority that you trust: {}", openssl_says()),
                "name the certificate that the authority publishes, and its issuers, in one PEM file");
  }
  stamp.authority = signer_of(parsed.get());
  return stamp;
}

std::string time_evidence(std::string_view note, std::string_view response) {
  return fmt::format("nomic timestamp 1\nnote {}\n{}response {}\n{}", note.size(), note, response.size(), response);
}

std::optional<StampedNote> read_time_evidence(std::string_view evidence) {
  constexpr std::string_view FIRST = "nomic timestamp 1\n";
  if (!evidence.starts_with(FIRST)) return std::nullopt;
  evidence.remove_prefix(FIRST.size());
  auto note = take_part(evidence, "note");
  if (!note) return std::nullopt;
  auto response = take_part(evidence, "response");
  if (!response || !evidence.empty()) return std::nullopt;
  return StampedNote{*std::move(note), *std::move(response)};
}

}  // namespace nomic::ledger
