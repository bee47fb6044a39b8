// The real program as a server: started, asked, ended and killed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace nomic {
namespace {

namespace fs = std::filesystem;

class Served : public testing::Test {
 protected:
  Served() {
    std::string pattern = (fs::temp_directory_path() / "nomic-served-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
  }
  ~Served() override {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  Served(const Served&) = delete;
  Served& operator=(const Served&) = delete;

  // Runs a script beside a server of a game, whose process is $server and whose port $port. It fails at the first line
  // that does; what it said is in `said`.
  int beside_a_server(const std::string& script) {
    std::ofstream(folder_ + "/script.sh") << "set -e\ncd '" << folder_ << "'\nnomic() { '" << NOMIC_COMMAND
                                          << "' \"$@\"; }\n"
                                             R"(nomic init Ann Bob Cleo
get() {
  exec 3<>/dev/tcp/127.0.0.1/$port
  printf 'GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n' $1 "${2-127.0.0.1:$port}" >&3
  cat <&3
}
fails_with() { local expected=$1 status=0; shift; "$@" || status=$?; test $status -eq $expected; }
begin() {
  [ $# -gt 0 ] || set -- --public
  : >said
  ')" << NOMIC_COMMAND << R"(' serve --listen 127.0.0.1:0 "$@" >said 2>log &
  server=$!
  for i in $(seq 100); do grep -q Interrupt said && break; sleep 0.1; done
  port=$(sed -n 's/.*127.0.0.1:\([0-9]*\).*/\1/p' said)
  test -n "$port"
}
begin
)" << script << "\n";
    const int status = std::system(("env -i PATH=/usr/bin:/bin HOME='" + folder_ + "' bash '" + folder_ +
                                    "/script.sh' >'" + folder_ + "/out' 2>&1")
                                       .c_str());
    std::ifstream file(folder_ + "/out", std::ios::binary);
    said = {std::istreambuf_iterator<char>(file), {}};
    return WEXITSTATUS(status);
  }

  std::string folder_;
  std::string said;
};

TEST_F(Served, AnswersAndEndsCleanly) {
  EXPECT_EQ(beside_a_server("get /healthz | grep -x ok\n"
                            "get /metrics | grep '^nomic_http_requests_total{status=\"200\"} 1$'\n"
                            "get /healthz evil.example | grep 'HTTP/1.1 421 '\n"
                            "test \"$(stat -c %a .nomic/serve.sock)\" = 600\n"
                            "kill -TERM $server\n"
                            "wait $server\n"
                            "test ! -e .nomic/serve.sock\n"
                            "grep '\"path\":\"/healthz\",\"status\":421' log\n"
                            "nomic verify"),
            0)
      << said;
}

// A move by the socket, refused at the address; then what was recorded is read.
TEST_F(Served, TakesMovesAtTheSocket) {
  EXPECT_EQ(beside_a_server(R"(cat >move.py <<'END'
import socket, sys
where, body = sys.argv[1], sys.argv[2].encode()
if where.isdigit():
    server, host = socket.create_connection(("127.0.0.1", where)), "127.0.0.1:" + where
else:
    server, host = socket.socket(socket.AF_UNIX), "localhost"
    server.connect(where)
head = ["POST /v1/games/nomic/moves HTTP/1.1", "Host: " + host, "Connection: close", "Content-Type: application/json",
        "Content-Length: %d" % len(body), "", ""]
server.sendall("\r\n".join(head).encode() + body)
print(b"".join(iter(lambda: server.recv(4096), b"")).decode())
END
propose='{"author":"Ann","propose":{"changes":[{"kind":"REPEAL","rule":"209"}]},"requestId":"mail-1"}'
speak='{"author":"Ann","debate":{"text":"Hm."}}'
python3 move.py $port "$speak" | grep 'HTTP/1.1 403 '
python3 move.py .nomic/serve.sock "$propose" | grep 'HTTP/1.1 201 '
python3 move.py .nomic/serve.sock "$propose" | grep 'HTTP/1.1 200 '
python3 move.py .nomic/serve.sock "${speak/Ann/Zoe}" | grep 'HTTP/1.1 4'
python3 move.py .nomic/serve.sock "$speak" | grep 'HTTP/1.1 201 '
get /v1/games/nomic/log?kind=debate | grep -F '"Hm."'
kill -TERM $server
wait $server
nomic verify
)"),
            0)
      << said;
}

// A player without a key, by the keeper's link: it opens once, and moves for that player alone until it is revoked.
TEST_F(Served, TakesThePlayersThatWereInvited) {
  EXPECT_EQ(beside_a_server(R"sh(kill -TERM $server; wait $server
begin --color=never
cat >ask.py <<'END'
import http.client, json, sys
method, path, token, body = sys.argv[1:5]
server = http.client.HTTPConnection("127.0.0.1", int(open("port").read()))
headers = {"Authorization": "Bearer " + token} if token else {}
if body:
    headers["Content-Type"] = "application/json"
server.request(method, path, body or None, headers)
answer = server.getresponse()
print(answer.status, answer.read().decode())
END
echo $port >port
link=$(nomic invite Ann | tail -n 1)
secret=${link##*#invite=}
fails_with 1 grep -q "$secret" .nomic/invitations.json
python3 ask.py GET /v1/games/nomic/head '' '' | grep '^401 .*TOKEN_NEEDED'
python3 ask.py POST /v1/redeem '' "{\"secret\":\"$secret\"}" >redeemed
grep '^200 .*"player":"Ann"' redeemed
python3 ask.py POST /v1/redeem '' "{\"secret\":\"$secret\"}" | grep '^403 .*LINK_SPENT'
token=$(sed 's/.*"token":"\([0-9a-f]*\)".*/\1/' redeemed)
fails_with 1 grep -q "$token" .nomic/invitations.json
python3 ask.py GET /v1/games/nomic/head "$token" '' | grep '^200 '
python3 ask.py POST /v1/games/nomic/moves "$token" '{"propose":{"changes":[{"kind":"REPEAL","rule":"209"}]}}' | grep '^201 '
python3 ask.py POST /v1/games/nomic/moves "$token" '{"author":"Bob","debate":{"text":"I"}}' | grep '^403 .*OTHER_PLAYER'
nomic log --limit 1 | grep '(by a token)'
id=$(nomic invite --list | cut -c 1-12)
nomic invite --revoke $id
python3 ask.py GET /v1/games/nomic/head "$token" '' | grep '^401 .*TOKEN_UNKNOWN'
fails_with 1 grep -e "$secret" -e "$token" log
kill -TERM $server
wait $server
nomic audit | grep 'came by a token (1 of Ann)'
nomic verify
)sh"),
            0)
      << said;
}

// As a service manager starts it.
TEST_F(Served, SaysWhereAsJsonAndWhenItIsReady) {
  EXPECT_EQ(beside_a_server(R"(kill -TERM $server; wait $server
cat >manager.py <<'END'
import json, os, socket, subprocess, sys
told = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
told.bind("notify")
told.settimeout(30)
server = subprocess.Popen([sys.argv[1], "serve", "--listen", "127.0.0.1:0", "--format", "json", "--public-url",
                           "https://nomic.example"], stdout=subprocess.PIPE,
                          env={**os.environ, "NOTIFY_SOCKET": os.path.abspath("notify")})
serving = json.loads(server.stdout.readline())
assert told.recv(100) == b"READY=1"
assert serving["pid"] == server.pid, serving
assert serving["publicUrl"] == "https://nomic.example", serving
assert os.path.samefile(serving["ledger"], ".nomic") and os.path.samefile(serving["socket"], ".nomic/serve.sock"), serving
scheme, _, address = serving["url"].partition("://")
host, _, port = address.rpartition(":")
assert scheme == "http" and host == "127.0.0.1", serving
socket.create_connection((host, int(port))).close()
server.terminate()
assert told.recv(100) == b"STOPPING=1"
assert server.wait() == 0 and server.stdout.read() == b""
END
python3 manager.py ')" NOMIC_COMMAND "'\n"),
            0)
      << said;
}

TEST_F(Served, TakesSoManyRequestsASecond) {
  EXPECT_EQ(beside_a_server("kill -TERM $server; wait $server\n"
                            "begin --rate 1\n"
                            "for i in $(seq 50); do get /healthz; done >answers\n"
                            "grep 'HTTP/1.1 200 ' answers\n"
                            "grep 'HTTP/1.1 429 ' answers\n"
                            "fails_with 2 nomic serve --rate many\n"
                            "kill -TERM $server; wait $server\n"),
            0)
      << said;
}

TEST_F(Served, KeepsOtherWritersOutAndReadersIn) {
  EXPECT_EQ(beside_a_server("fails_with 5 nomic init Dora Eve --game other 2>err\n"
                            "grep \"is served by process $server, which alone writes it\" err\n"
                            "nomic status\n"
                            "fails_with 5 nomic serve --listen none\n"
                            "kill -INT $server\n"
                            "wait $server\n"
                            "nomic init Dora Eve --game other"),
            0)
      << said;
}

// Moves through the socket, and somebody who follows the game meanwhile; then the same without the server, and with a
// new one.
TEST_F(Served, IsGoneThroughByTheCommandsBesideIt) {
  EXPECT_EQ(beside_a_server(R"(nomic propose repeal 209 --call-vote --as Ann | grep '^#33 '
)" NOMIC_COMMAND R"( log --follow --format jsonl >followed &
follower=$!
follows() { for i in $(seq 100); do grep -q "^{\"index\":$1," followed && return; sleep 0.1; done; false; }
follows 33
nomic vote for --as Ann | grep '^#34 '
follows 34
nomic vote for --as Bob --ledger http://127.0.0.1:$port 2>err && false || test $? -eq 3
grep -F 'sign the move: --key FILE' err
nomic status --ledger http://127.0.0.1:$port >afar
nomic status >here
cmp here afar
kill -KILL $server
wait $server || true
nomic vote for --as Bob | grep '^#35 '
follows 35
fails_with 5 nomic status --ledger http://127.0.0.1:$port 2>err
grep 'cannot be reached: Connection refused' err
begin
nomic vote for --as Cleo | grep '^#36 '
follows 36
kill -INT $follower
wait $follower
test $(grep -c '' followed) -eq $(sort -u followed | wc -l)
kill -TERM $server
wait $server
nomic verify
)"),
            0)
      << said;
}

// As timeout(1) passes it on: to the process, and to its group.
TEST_F(Served, ASignalThatComesTwiceAtOnceIsOne) {
  EXPECT_EQ(beside_a_server("for i in 1 2 3 4 5; do\n"
                            "  kill -TERM $server; kill -TERM $server; wait $server\n"
                            "  begin\n"
                            "done\n"
                            "kill -TERM $server; wait $server\n"),
            0)
      << said;
}

TEST_F(Served, WhatAKilledOneLeavesIsReplaced) {
  EXPECT_EQ(beside_a_server("kill -KILL $server\n"
                            "wait $server || true\n"
                            "test -S .nomic/serve.sock\n"
                            "nomic status\n"
                            "begin\n"
                            "get /healthz | grep -x ok\n"
                            "kill -HUP $server\n"
                            "wait $server"),
            0)
      << said;
}

TEST_F(Served, SaysWhatItCannotListenAt) {
  EXPECT_EQ(
      beside_a_server("kill -TERM $server; wait $server\n"
                      "fails_with 2 nomic serve --listen 127.0.0.1\n"
                      "fails_with 2 nomic serve --listen 0.0.0.0:0\n"
                      "fails_with 2 nomic serve --listen nowhere.example:0\n"
                      "fails_with 2 nomic serve --listen none --public-url ftp://nomic.example\n"
                      "fails_with 2 nomic serve --listen none --public-url https://nomic.example/path\n"
                      "touch file; fails_with 2 nomic serve --listen none --socket file; test -f file\n"
                      "d=$(printf 'd%.0s' $(seq 120)); mkdir $d\n"
                      "timeout --preserve-status -s TERM 1 '" NOMIC_COMMAND "' serve --listen none --socket $PWD/$d/s"),
      0)
      << said;
}

}  // namespace
}  // namespace nomic
