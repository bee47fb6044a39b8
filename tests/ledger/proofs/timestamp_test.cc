// Time stamps, by an authority of the test's own: openssl ts, with an RSA key and with one on P-256.
#include "nomic/ledger/timestamp.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "ledger/support/world.h"

namespace nomic::ledger {
namespace {

constexpr const char* NOTE = "o\n3\nroot\n\n\xE2\x80\x94 o AAAAAAA=\n";

class Authority {
 public:
  // `key`: the options of `openssl req -newkey`.
  explicit Authority(const std::string& key, const std::string& usage = "critical,timeStamping") {
    test::spill(temp_.path("tsa.cnf"), fmt::format(R"([req]
distinguished_name = name
prompt = no
x509_extensions = root
[name]
CN = A root of a test
[root]
basicConstraints = critical,CA:true
[stamping]
extendedKeyUsage = {}
[tsa]
default_tsa = one
[one]
serial = {}/serial
crypto_device = builtin
signer_digest = sha256
default_policy = 1.2.3.4
digests = sha256, sha512
accuracy = secs:1
ess_cert_id_alg = sha256
)",
                                                   usage, temp_.path()));
    test::spill(temp_.path("serial"), "41\n");
    run(fmt::format("openssl req -x509 -newkey {} -nodes -keyout ca.key -out ca.pem -days 30 -config tsa.cnf", key));
    run(
        fmt::format("openssl req -newkey {} -nodes -keyout tsa.key -out tsa.csr -subj '/CN=An authority of a test' "
                    "-config tsa.cnf",
                    key));
    run("openssl x509 -req -in tsa.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 30 -out tsa.pem -extfile tsa.cnf "
        "-extensions stamping");
  }
  std::string stamp(const std::string& request) {
    test::spill(temp_.path("request"), request);
    run("openssl ts -reply -queryfile request -signer tsa.pem -inkey tsa.key -out response -config tsa.cnf");
    return test::slurp(temp_.path("response"));
  }
  [[nodiscard]] std::string certificates() const { return test::slurp(temp_.path("ca.pem")); }
  // What the command line of OpenSSL says of a request of ours.
  std::string shown(const std::string& request) {
    test::spill(temp_.path("request"), request);
    run("openssl ts -query -in request -text -out shown");
    return test::slurp(temp_.path("shown"));
  }
  [[nodiscard]] bool openssl_verifies(const std::string& response, const std::string& note) const {
    test::spill(temp_.path("r"), response);
    test::spill(temp_.path("n"), note);
    return std::system(
               fmt::format("cd {} && openssl ts -verify -in r -data n -CAfile ca.pem >/dev/null 2>&1", temp_.path())
                   .c_str()) == 0;
  }

 private:
  void run(const std::string& command) {
    const std::string line = fmt::format("cd {} && {} >out 2>&1", temp_.path(), command);
    EXPECT_EQ(std::system(line.c_str()), 0) << command << "\n" << test::slurp(temp_.path("out"));
  }
  test::TempFolder temp_;
};

TEST(TimeStamp, RequestsAreWhatOpensslReads) {
  Authority authority("rsa:2048");
  const std::string shown = authority.shown(make_time_request(NOTE));
  EXPECT_NE(shown.find("Version: 1"), std::string::npos) << shown;
  EXPECT_NE(shown.find("Hash Algorithm: sha256"), std::string::npos) << shown;
  EXPECT_NE(shown.find("Certificate required: yes"), std::string::npos) << shown;
  EXPECT_EQ(shown.find("Nonce: unspecified"), std::string::npos) << shown;
  EXPECT_NE(make_time_request(NOTE), make_time_request(NOTE));
}

class ByKind : public ::testing::TestWithParam<const char*> {};

TEST_P(ByKind, AreReadAndVerified) {
  Authority authority(GetParam());
  const std::string request = make_time_request(NOTE);
  const std::string response = authority.stamp(request);
  const auto read = read_time_stamp(response, NOTE, request);
  ASSERT_OK(read);
  EXPECT_NEAR(static_cast<double>(read->time.value) / 1e6, static_cast<double>(std::time(nullptr)), 60);
  EXPECT_EQ(read->serial, "42");
  const auto verified = verify_time_stamp(response, NOTE, authority.certificates());
  ASSERT_OK(verified);
  EXPECT_EQ(verified->authority, "CN=An authority of a test");
  EXPECT_EQ(verified->time, read->time);
  EXPECT_TRUE(authority.openssl_verifies(response, NOTE));
}

INSTANTIATE_TEST_SUITE_P(TimeStamp, ByKind, ::testing::Values("rsa:2048", "ec -pkeyopt ec_paramgen_curve:P-256"));

TEST(TimeStamp, AnythingElseIsRefused) {
  Authority authority("ec -pkeyopt ec_paramgen_curve:P-256");
  Authority another("ec -pkeyopt ec_paramgen_curve:P-256");
  const std::string request = make_time_request(NOTE);
  const std::string response = authority.stamp(request);
  const std::string trusted = authority.certificates();
  EXPECT_REFUSED(read_time_stamp(response, "another note", {}), BAD_NOTE);
  EXPECT_REFUSED(verify_time_stamp(response, "another note", trusted), BAD_NOTE);
  EXPECT_REFUSED(read_time_stamp(response, NOTE, make_time_request(NOTE)), BAD_NOTE);
  EXPECT_REFUSED(read_time_stamp(response, NOTE, "no request"), BAD_NOTE);
  EXPECT_REFUSED(verify_time_stamp(response, NOTE, another.certificates()), BAD_SIGNATURE);
  EXPECT_REFUSED(verify_time_stamp(response, NOTE, "no certificate"), BAD_KEY);
  EXPECT_REFUSED(read_time_stamp("", NOTE, {}), BAD_NOTE);
  EXPECT_REFUSED(read_time_stamp(response + "x", NOTE, {}), BAD_NOTE);
  EXPECT_REFUSED(read_time_stamp(std::string(MAX_TIME_STAMP_BYTES + 1, 'x'), NOTE, {}), BAD_NOTE);
  EXPECT_REFUSED(read_time_stamp(request, NOTE, {}), BAD_NOTE);
  for (std::size_t length = 0; length < response.size(); length += 7) {
    EXPECT_REFUSED(read_time_stamp(response.substr(0, length), NOTE, {}), BAD_NOTE);
  }
  // A signature that is not over this: the last byte belongs to it.
  std::string altered = response;
  altered.back() = static_cast<char>(altered.back() ^ 1);
  EXPECT_REFUSED(verify_time_stamp(altered, NOTE, trusted), BAD_SIGNATURE);
}

// A refusal of the authority: it is asked for a hash that it does not take.
TEST(TimeStamp, ARefusalIsNoStamp) {
  Authority authority("ec -pkeyopt ec_paramgen_curve:P-256");
  const std::string refusal = authority.stamp("no request");
  EXPECT_REFUSED(read_time_stamp(refusal, NOTE, {}), BAD_NOTE);
}

TEST(TimeStamp, AsEvidenceIsReadAgain) {
  const std::string evidence = time_evidence("note\n", std::string("\0\n", 2));
  EXPECT_EQ(evidence, std::string("nomic timestamp 1\nnote 5\nnote\nresponse 2\n\0\n", 43));
  const auto read = read_time_evidence(evidence);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->note, "note\n");
  EXPECT_EQ(read->response, std::string("\0\n", 2));
  for (std::size_t length = 0; length < evidence.size(); ++length) {
    EXPECT_FALSE(read_time_evidence(evidence.substr(0, length)));
  }
  EXPECT_FALSE(read_time_evidence(evidence + "x"));
  EXPECT_FALSE(read_time_evidence("nomic timestamp 1\nnote\t0\nresponse 0\n"));
  EXPECT_FALSE(read_time_evidence("nomic timestamp 1\nnote 99999999999999999999\n"));
}

}  // namespace
}  // namespace nomic::ledger
