#include "nomic/ledger/shared_text.h"

#include <utility>

#include "nomic/ledger/address.h"
#include "nomic/ledger/shared_file.h"
#include "nomic/ledger/store/postgres/open_postgres.h"
#include "nomic/ledger/store/postgres/postgres_text.h"

namespace nomic::ledger {
namespace {

class TextInFile final : public SharedText {
 public:
  TextInFile(std::string path, std::size_t limit) : file_(std::move(path), limit) {}
  [[nodiscard]] std::string place() const override { return file_.path(); }
  [[nodiscard]] Result<std::optional<std::string>> read() const override { return file_.read(); }
  [[nodiscard]] std::string stamp() const override { return file_.stamp(); }
  [[nodiscard]] Status change(std::string_view command, const Change& change) const override {
    return file_.change(command, change);
  }

 private:
  SharedFile file_;
};

class TextInDatabase final : public SharedText {
 public:
  TextInDatabase(const std::string& address, std::string name)
      : place_("the table nomic.beside of " + without_passwords(address)), text_(address, std::move(name)) {}
  [[nodiscard]] std::string place() const override { return place_; }
  [[nodiscard]] Result<std::optional<std::string>> read() const override { return text_.read(); }
  [[nodiscard]] std::string stamp() const override { return text_.stamp(); }
  [[nodiscard]] Status change(std::string_view /*command*/, const Change& change) const override {
    return text_.change(change);
  }

 private:
  const std::string place_;
  const PostgresText text_;
};

}  // namespace

std::unique_ptr<SharedText> shared_text(const std::string& ledger, const std::string& name, std::size_t limit) {
  if (is_database_address(ledger)) return std::make_unique<TextInDatabase>(ledger, name);
  return std::make_unique<TextInFile>(ledger + "/" + name, limit);
}

}  // namespace nomic::ledger
