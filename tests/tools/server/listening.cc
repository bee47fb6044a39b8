#include "tools/server/listening.h"

#include <fmt/format.h>

#include <chrono>

namespace nomic::tools {

void Echo::handle(HttpRequest request, std::function<void(HttpAnswer)> done) {
  HttpAnswer answer;
  answer.headers = headers;
  answer.body = fmt::format("{} {} {} {}", request.method, request.target.text(), request.body.size(),
                            request.body.size() < 100 ? request.body : "...");
  const std::string target = request.target.text();
  const std::lock_guard lock(mutex_);
  asked_.push_back(std::move(request));
  if (target == "/later") {
    threads_.emplace_back([done = std::move(done), answer = std::move(answer)]() mutable {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      done(std::move(answer));
    });
    return;
  }
  if (target == "/never") {
    never_.push_back(std::move(done));
    return;
  }
  if (target == "/long") answer.body = std::string(std::size_t{8} << 20U, 'a');
  if (target == "/stream") {
    answer.body = "begins\n";
    answer.stream = [this](std::shared_ptr<HttpSink> sink) {
      const std::lock_guard held(mutex_);
      sink_ = sink;
      return sink;
    };
  }
  done(std::move(answer));
}

Echo::~Echo() {
  for (std::thread& each : threads_) each.join();
}

std::shared_ptr<HttpSink> Echo::sink() {
  for (int waited = 0; waited < 500; ++waited) {
    {
      const std::lock_guard lock(mutex_);
      if (sink_) return sink_;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return nullptr;
}

std::vector<HttpRequest> Echo::asked() {
  const std::lock_guard lock(mutex_);
  return asked_;
}

Listening::Listening(const HttpLimits& limits, const std::string& url, const std::vector<std::string>& proxies) {
  folder = (std::filesystem::temp_directory_path() / "nomic-listening-XXXXXX").string();
  EXPECT_NE(::mkdtemp(folder.data()), nullptr);
  socket = folder + "/serve.sock";
  ListenAt at{.address = "127.0.0.1", .port = 0, .socket = socket, .url = std::nullopt};
  if (!url.empty()) at.url = PublicUrl::parse(url);
  const auto log = [this](std::string_view line) {
    const std::lock_guard lock(mutex);
    lines.emplace_back(line);
  };
  auto opened = Listener::open(at, echo, {.limits = limits, .metrics = metrics, .log = log, .proxies = proxies});
  EXPECT_TRUE(opened.ok()) << (opened.ok() ? "" : opened.error().what);
  if (opened) listener = *std::move(opened);
}

Listening::~Listening() {
  listener.reset();
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
}

std::string Listening::with_port(std::string bytes) const {
  for (std::size_t at = bytes.find('@'); at != std::string::npos; at = bytes.find('@', at)) {
    bytes.replace(at, 1, std::to_string(port()));
  }
  return bytes;
}

std::string Listening::answer_to(std::string bytes) const {
  RawClient client(port());
  client.send(with_port(std::move(bytes)));
  return client.read_all();
}

std::string Listening::get(const std::string& target, const std::string& headers) const {
  return answer_to("GET " + target + " HTTP/1.1\r\nHost: 127.0.0.1:@\r\nConnection: close\r\n" + headers + "\r\n");
}

}  // namespace nomic::tools
