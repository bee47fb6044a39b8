// A small text in a row of the table nomic.beside, by its name: read, and changed by one at a time.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "nomic/ledger/result.h"
#include "nomic/ledger/store/postgres/open_postgres.h"

namespace nomic::ledger {

// Any thread. One connection, made when it is first needed.
class PostgresText {
 public:
  using Change = std::function<Result<std::optional<std::string>>(const std::optional<std::string>& before)>;

  PostgresText(std::string conninfo, std::string name, const PostgresPatience& patience = {});
  ~PostgresText();
  PostgresText(const PostgresText&) = delete;
  PostgresText& operator=(const PostgresText&) = delete;

  [[nodiscard]] Result<std::optional<std::string>> read() const;
  // Another whenever the text is. Empty: it cannot be told.
  [[nodiscard]] std::string stamp() const;
  // It is changed where it is what `change` was given; if another was faster, that is asked again. OUTCOME_UNKNOWN
  // where the answer is lost.
  [[nodiscard]] Status change(const Change& change) const;

 private:
  struct Self;
  const std::unique_ptr<Self> self_;
};

}  // namespace nomic::ledger
