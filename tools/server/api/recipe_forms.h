// What forms of proposals are made of: the schema of provisions, and the recipes. It is the same of every game.
//
// The schema is read off provisions.proto itself, comments included, which is compiled in: a kind that is added there
// is in every form.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "nomic/server/target.h"
#include "nomic/v1/api.pb.h"

namespace nomic::tools {

// A file that is compiled in: the schema as protoc describes it (google.protobuf.FileDescriptorSet).
struct SchemaText {
  std::string_view stem;
  std::string_view text;
};
const std::vector<SchemaText>& schema_texts();

// Read once; it lives as long as the program.
const v1::ProvisionsView& provisions_described();

// All of them, or the one that `recipe` names with what each `set` says of it: points=2.
Result<v1::RecipeFormsView> recipes_described(const Query& query);

}  // namespace nomic::tools
