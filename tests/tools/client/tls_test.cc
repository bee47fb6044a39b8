// Servers that are asked through TLS: whose certificate is taken, and whose is not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <string>
#include <thread>

#include "nomic/client/game_server.h"

namespace nomic::tools {
namespace {

using ::testing::HasSubstr;

// A certificate for `localhost` that vouches for itself, and its key.
struct Certificate {
  Certificate() : key(EVP_EC_gen("P-256")), own(X509_new()) {
    X509_set_version(own, 2);
    ASN1_INTEGER_set(X509_get_serialNumber(own), 1);
    X509_gmtime_adj(X509_getm_notBefore(own), -3600);
    X509_gmtime_adj(X509_getm_notAfter(own), 3600);
    X509_set_pubkey(own, key);
    X509_NAME* name = X509_get_subject_name(own);
    const unsigned char words[] = "a test";
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, words, -1, -1, 0);
    X509_set_issuer_name(own, name);
    X509_EXTENSION* host = X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, "DNS:localhost");
    X509_add_ext(own, host, -1);
    X509_EXTENSION_free(host);
    X509_sign(own, key, EVP_sha256());
  }
  ~Certificate() {
    X509_free(own);
    EVP_PKEY_free(key);
  }
  Certificate(const Certificate&) = delete;
  Certificate& operator=(const Certificate&) = delete;

  void write(const std::string& path) const {
    std::FILE* file = std::fopen(path.c_str(), "wb");
    PEM_write_X509(file, own);
    std::fclose(file);
  }

  EVP_PKEY* key;
  X509* own;
};

// Answers one request with a list of no games.
class OnceByTls {
 public:
  explicit OnceByTls(const Certificate& certificate) : context_(SSL_CTX_new(TLS_server_method())) {
    SSL_CTX_use_certificate(context_, certificate.own);
    SSL_CTX_use_PrivateKey(context_, certificate.key);
    fd_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof at;
    EXPECT_EQ(::bind(fd_, reinterpret_cast<const sockaddr*>(&at), size), 0);
    EXPECT_EQ(::listen(fd_, 8), 0);
    EXPECT_EQ(::getsockname(fd_, reinterpret_cast<sockaddr*>(&at), &size), 0);
    port_ = ntohs(at.sin_port);
    thread_ = std::thread([this] { answer(); });
  }
  ~OnceByTls() {
    ::shutdown(fd_, SHUT_RDWR);
    thread_.join();
    ::close(fd_);
    SSL_CTX_free(context_);
  }
  OnceByTls(const OnceByTls&) = delete;
  OnceByTls& operator=(const OnceByTls&) = delete;

  [[nodiscard]] Result<v1::GamesView> asked_as(const std::string& host) const {
    auto address = ServerAddress::parse("https://" + host + ":" + std::to_string(port_) + "/club");
    EXPECT_TRUE(address.ok());
    return GameServer::at(*address, "0.0.0", "token", {})->games();
  }
  std::string request;

 private:
  void answer() {
    const int taken = ::accept(fd_, nullptr, nullptr);
    if (taken < 0) return;
    SSL* tls = SSL_new(context_);
    SSL_set_fd(tls, taken);
    if (SSL_accept(tls) == 1) {
      char bytes[4096];
      const int count = SSL_read(tls, bytes, sizeof bytes);
      if (count > 0) request.assign(bytes, static_cast<std::size_t>(count));
      const std::string answer =
          "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 12\r\n\r\n{\"games\":[]}";
      if (count > 0) SSL_write(tls, answer.data(), static_cast<int>(answer.size()));
      SSL_shutdown(tls);
    }
    SSL_free(tls);
    ::close(taken);
  }

  SSL_CTX* context_;
  int fd_ = -1;
  std::uint16_t port_ = 0;
  std::thread thread_;
};

class Tls : public ::testing::Test {
 protected:
  void SetUp() override {
    path_ = (std::filesystem::temp_directory_path() / "nomic-tls-XXXXXX").string();
    ASSERT_NE(::mkdtemp(path_.data()), nullptr);
    certificate_.write(path_ + "/authority.pem");
    ::setenv("SSL_CERT_FILE", (path_ + "/authority.pem").c_str(), 1);
  }
  void TearDown() override {
    ::unsetenv("SSL_CERT_FILE");
    std::filesystem::remove_all(path_);
  }
  std::string path_;
  Certificate certificate_;
};

TEST_F(Tls, ACertificateOfTheNameThatAnAuthorityVouchesForIsTaken) {
  std::string request;
  {
    OnceByTls server(certificate_);
    auto games = server.asked_as("localhost");
    ASSERT_TRUE(games.ok()) << games.error().what;
    EXPECT_EQ(games->games_size(), 0);
    request = server.request;
  }
  EXPECT_THAT(request, HasSubstr("GET /club/v1/games HTTP/1.1\r\nhost: localhost:"));
  EXPECT_THAT(request, HasSubstr("\r\nauthorization: Bearer token\r\n"));
}

TEST_F(Tls, ACertificateOfAnotherNameIsNot) {
  OnceByTls server(certificate_);
  auto games = server.asked_as("127.0.0.1");
  ASSERT_FALSE(games.ok());
  EXPECT_EQ(games.error().exit, Exit::UNAVAILABLE);
  EXPECT_THAT(games.error().what, HasSubstr("its certificate is not to be trusted for 127.0.0.1"));
  EXPECT_TRUE(server.request.empty());
}

TEST_F(Tls, ACertificateForWhichNobodyVouchesIsNot) {
  ::setenv("SSL_CERT_FILE", "/dev/null", 1);
  OnceByTls server(certificate_);
  auto games = server.asked_as("localhost");
  ASSERT_FALSE(games.ok());
  EXPECT_THAT(games.error().what, HasSubstr("its certificate is not to be trusted for localhost: self-signed"));
  EXPECT_THAT(games.error().hint, HasSubstr("SSL_CERT_FILE"));
}

}  // namespace
}  // namespace nomic::tools
