#include "shared/record_options.h"

#include "nomic/views/typed_numbers.h"

namespace nomic::tools {

void declare_records(Arguments& arguments, std::string name, std::string help, std::vector<std::uint64_t>& into) {
  arguments.several(std::move(name), "I", std::move(help), 1, [&into](const std::vector<std::string>& typed) -> Status {
    NOMIC_ASSIGN(auto record, parse_record(typed[0], "the number of a record"));
    into.push_back(record.value);
    return ledger::Done{};
  });
}

void declare_record(Arguments& arguments, std::string name, std::string help, std::optional<std::uint64_t>& into) {
  arguments.option(std::move(name), "I", std::move(help), [&into](const std::string& typed) -> Status {
    NOMIC_ASSIGN(auto record, parse_record(typed, "the number of a record"));
    into = record.value;
    return ledger::Done{};
  });
}

}  // namespace nomic::tools
