// A small text beside a ledger, which several processes read and change: what is there is always whole. Beside a folder
// it is a file in it (nomic/ledger/shared_file.h); beside a database a row of a table of its own.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "nomic/ledger/result.h"

namespace nomic::ledger {

class SharedText {
 public:
  // What is there, nothing if it is not; and what is to be there instead, nothing if that is to stay.
  using Change = std::function<Result<std::optional<std::string>>(const std::optional<std::string>& before)>;

  virtual ~SharedText() = default;
  SharedText(const SharedText&) = delete;
  SharedText& operator=(const SharedText&) = delete;

  // Where it is, in words.
  [[nodiscard]] virtual std::string place() const = 0;
  [[nodiscard]] virtual Result<std::optional<std::string>> read() const = 0;
  // Another whenever the text is; cheap: a look at a file's date, or a round trip. Empty: it cannot be told.
  [[nodiscard]] virtual std::string stamp() const = 0;
  // `command`: whom others, who wait, are told of. IN_USE, READ_ONLY, FULL, IO_FAILED, what `change` says: it is as it
  // was.
  [[nodiscard]] virtual Status change(std::string_view command, const Change& change) const = 0;

 protected:
  SharedText() = default;
};

// The text `name` beside that ledger. At most `limit` bytes are read.
std::unique_ptr<SharedText> shared_text(const std::string& ledger, const std::string& name, std::size_t limit);

}  // namespace nomic::ledger
