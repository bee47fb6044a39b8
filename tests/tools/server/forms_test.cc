// What forms are made of: every kind of provision as the schema has it, and every recipe.
#include <google/protobuf/descriptor.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "api/recipe_forms.h"
#include "nomic/recipes/recipes.h"

namespace nomic::tools {
namespace {

using Given = std::vector<std::pair<std::string, std::string>>;

TEST(Forms, TheSchemaIsTheOneThatTheProgramIsMadeOf) {
  for (const auto& message : provisions_described().messages()) {
    SCOPED_TRACE(message.name());
    const auto* known =
        google::protobuf::DescriptorPool::generated_pool()->FindMessageTypeByName("nomic.v1." + message.name());
    ASSERT_NE(known, nullptr);
    EXPECT_FALSE(message.about().empty());
    ASSERT_EQ(message.fields_size(), known->field_count());
    for (int i = 0; i < known->field_count(); ++i) {
      EXPECT_EQ(message.fields(i).name(), known->field(i)->name());
      EXPECT_EQ(message.fields(i).number(), static_cast<std::uint32_t>(known->field(i)->number()));
      EXPECT_EQ(message.fields(i).repeated(), known->field(i)->is_repeated());
      EXPECT_EQ(message.fields(i).always(), known->field(i)->has_presence());
      const bool has_recorded = known->FindFieldByName(known->field(i)->name() + "_thousandths") != nullptr;
      EXPECT_TRUE(message.fields(i).shorthand() || !has_recorded) << message.fields(i).name();
    }
  }
  const auto& first = provisions_described().messages(0);
  EXPECT_EQ(first.name(), "Provision");
  EXPECT_EQ(first.fields_size(), v1::Provision::descriptor()->field_count());
}

TEST(Forms, RecipesAreAllThereAndFilledInAsTheyAreSet) {
  const auto all = recipes_described(Query());
  ASSERT_TRUE(all);
  EXPECT_EQ(static_cast<std::size_t>(all->recipes_size()), all_recipes().size());
  const auto one = recipes_described(Query(Given{{"recipe", "voting-award"}, {"set", "points=2"}}));
  ASSERT_TRUE(one);
  ASSERT_EQ(one->recipes_size(), 1);
  EXPECT_EQ(one->recipes(0).provisions(0).award().amount().fixed_thousandths(), 2000);
  EXPECT_EQ(one->recipes(0).texts_size(), 5);
  EXPECT_FALSE(recipes_described(Query(Given{{"recipe", "voting-award"}, {"set", "points=many"}})));
  EXPECT_FALSE(recipes_described(Query(Given{{"recipe", "no-such"}})));
  EXPECT_FALSE(recipes_described(Query(Given{{"set", "points=2"}})));
}

}  // namespace
}  // namespace nomic::tools
