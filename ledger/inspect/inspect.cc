#include "nomic/ledger/inspect.h"

#include <filesystem>

#include "nomic/ledger/base/errors.h"
#include "nomic/ledger/files/files.h"
#include "nomic/ledger/log/rows.h"
#include "nomic/ledger/store/rocks/database.h"
#include "nomic/ledger/store/rocks/folder.h"
#include "nomic/ledger/store/rocks/options.h"

namespace nomic::ledger {

struct Inspection::Self {
  std::string folder;
  std::unique_ptr<rocksdb::Env> env;
  std::unique_ptr<Database> database;
};

Inspection::Inspection(std::unique_ptr<Self> self) : self_(std::move(self)) {}
Inspection::~Inspection() = default;

// As a reader; if that fails, as far as the log can be read.
Result<std::unique_ptr<Inspection>> Inspection::open(const std::string& folder, const FolderTrust& trust) {
  const Folder place(folder);
  std::error_code error;
  if (!std::filesystem::exists(place.store(), error)) {
    return fail(ErrorCode::NOT_A_LEDGER, "there is no ledger in \"" + folder + "\"", "name the folder of a ledger");
  }
  NOMIC_TRY(place.check_trust(trust));
  auto self = std::make_unique<Self>();
  self->folder = folder;
  self->env = make_environment(rocksdb::FileSystem::Default());
  auto database = Database::open(place.store(), OpenAs::READER, self->env.get());
  if (!database) database = Database::open(place.store(), OpenAs::VIEW, self->env.get());
  if (!database) return std::move(database).error();
  self->database = *std::move(database);
  return std::unique_ptr<Inspection>(new Inspection(std::move(self)));
}

Result<std::optional<std::string>> Inspection::mark() const {
  constexpr std::size_t MORE_THAN_A_MARK = 16384;
  return read_file(Folder(self_->folder).mark(), MORE_THAN_A_MARK);
}

Result<std::optional<std::string>> Inspection::row(Table table, std::string_view key) {
  return self_->database->get(table, key);
}

Status Inspection::rows(Table table, std::string_view prefix,
                        const std::function<bool(std::string_view key, std::string_view value)>& each) {
  const auto cursor = self_->database->scan(table, prefix, after_prefix(std::string(prefix)));
  for (; cursor->valid(); cursor->next()) {
    if (!each(cursor->key(), cursor->value())) return Done{};
  }
  return cursor->status();
}

}  // namespace nomic::ledger
