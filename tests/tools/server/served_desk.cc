#include "tools/server/served_desk.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "cli/version.h"

namespace nomic::tools {

ServedDesk::ServedDesk(Desk& desk, const Otherwise& otherwise)
    : socket_(desk.folder() + "/.nomic/" + otherwise.socket) {
  served_.emplace(desk, [&](Api::Parts& parts) {
    parts.version = program_version();
    if (otherwise.parts) otherwise.parts(parts);
  });
  if (otherwise.before) before_ = otherwise.before(served_->api());
  HttpHandler& handler = before_ ? *before_ : served_->api();
  const ListenAt at{.address = "127.0.0.1", .port = 0, .socket = socket_, .url = std::nullopt};
  auto opened =
      Listener::open(at, handler, {.limits = otherwise.limits, .metrics = metrics_, .log = [](std::string_view) {}});
  EXPECT_TRUE(opened.ok()) << (opened.ok() ? "" : opened.error().what);
  if (opened) listener_ = *std::move(opened);
}

ServedDesk::~ServedDesk() {
  if (listener_) listener_->leave();
}

std::string ServedDesk::url() const {
  return fmt::format("http://127.0.0.1:{}", listener_->port());
}

}  // namespace nomic::tools
