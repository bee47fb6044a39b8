"""Each check of the house objects where it should, and only there."""

import pathlib
import tempfile
import unittest

import api_doc
import figures
import formats
import includes
import page_words
import provisions_doc
import refusals
import refused_moves
import replay_bans
import replay_english
import schema_comments
import sources
import tree
import types_once
import untrusted
import uses
import words


class House(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def put(self, name, text):
        path = pathlib.Path(self.folder.name) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def findings(self, check, name, text):
        """What a check says of one file, found and removed again."""
        self.put(name, text)
        found, looked_at = check(self.folder.name)
        self.assertEqual(looked_at, 1, f"{name} was not looked at")
        (pathlib.Path(self.folder.name) / name).unlink()
        return found

    def objects(self, check, name, text):
        self.assertTrue(self.findings(check, name, text), f"nothing was said against: {text}")

    def passes(self, check, name, text):
        self.assertEqual(self.findings(check, name, text), [], f"something was said against: {text}")

    def test_what_does_not_belong_in_the_tree_is_found(self):
        for name in ("postgresql:/x@/config", "notes.txt", "docs/a b.md", "tests/x?y/lock"):
            self.objects(tree.check, name, "")
        for name in ("README.md", "docs/design/a-b.md", "tests/golden/x_1.txt", ".ci/run"):
            self.passes(tree.check, name, "")

    def test_a_format_that_the_program_does_not_write_is_found(self):
        self.put("replay/a.h", "inline constexpr int SEMANTICS = 2;\n")
        self.put("replay/b.cc", "constexpr int STATE_SCHEMA = 13;\n")
        self.objects(formats.check, "docs/format.md", "`nomic-engine/2 schema/12`\n")
        self.objects(formats.check, "docs/format.md", "nothing\n")
        self.passes(formats.check, "docs/format.md", "`nomic-engine/2 schema/13`\n")
        self.put("replay/b.cc", "// STATE_SCHEMA = 13;\n")
        self.objects(formats.check, "docs/format.md", "`nomic-engine/2 schema/13`\n")

    def test_text_of_strangers_that_is_read_elsewhere_is_found(self):
        for text in ("auto s = util::JsonStringToMessage(a, &b);\n", "TextFormat::Parser parser;\n",
                     "TextFormat::ParseFromString(a, &b);\n", 'bool f() { return host.starts_with("127."); }\n',
                     'bool f() { return host.ends_with(".localhost"); }\n'):
            self.objects(untrusted.check, "tools/a/one.cc", text)
        for text in ("// JsonStringToMessage\n", "MessageToJsonString(a, &b);\n", "TextFormat::Printer printer;\n",
                     'const char* host = "127.0.0.1";\n'):
            self.passes(untrusted.check, "tools/a/one.cc", text)
        self.passes(untrusted.check, "tools/words/json_reader.cc", "JsonStringToMessage(a, &b);\n")

    def test_a_call_without_its_header_is_found(self):
        self.put("tools/a/near.h", "namespace a {\nint far_away(int x);\n}\n")
        self.objects(uses.check, "tools/a/one.cc", "int f() { return far_away(1); }\n")
        self.objects(uses.check, "tools/a/two.cc", "int f() { return tools::far_away(1); }\n")
        for text in ['#include "a/near.h"\nint f() { return far_away(1); }\n', "int f() { return x.far_away(1); }\n",
                     "int far_away(int);\nint f() { return far_away(1); }\n", "// far_away(1)\n", 'auto a = "far_away(1)";\n']:
            self.passes(uses.check, "tools/a/three.cc", text)

    def test_a_type_that_two_headers_define_is_found(self):
        self.put("tools/a/near.h", "namespace a {\nstruct File {\n};\nstruct Other::Self {};\n}\n")
        for i, (far, found) in enumerate((("namespace a {\nclass File final : public Base {\n};\n}\n", 1),
                                          ("namespace a {\nstruct File;\nstruct More::Self {\n};\n}\n", 0),
                                          ("namespace b {\nstruct File {\n};\n}\n", 0))):
            # Files are read once, so each has a name of its own.
            name = f"tools/b/far{i}.h"
            self.put(name, far)
            self.assertEqual(len(types_once.check(self.folder.name)[0]), found, far)
            (pathlib.Path(self.folder.name) / name).unlink()

    def page_words_say(self, english, spanish, script='say("view.now"); say("count.all", {found})'):
        self.put("tools/words/page/en.txt", english)
        self.put("tools/words/page/es.txt", spanish)
        self.put("tools/web/a.js", script)
        return page_words.check(self.folder.name)[0]

    def test_words_of_the_page_are_all_there_and_all_said(self):
        english = "view.now = Now\ncount.all = {found} of | {found}.\n"
        spanish = "# Notas\nview.now = Ahora\ncount.all = {found}.\n"
        self.assertEqual(self.page_words_say(english, spanish), [])
        for of_english, of_spanish in (
                (english, "view.now = Ahora\n"), (english, spanish + "view.then = Luego\n"),
                (english, spanish + "view.now = Ya\n"), (english, spanish.replace("{found}", "{what}")),
                (english, spanish + "no words\n"), (english + "view.then = Then\n", spanish + "view.then = Luego\n")):
            self.assertTrue(self.page_words_say(of_english, of_spanish), f"nothing was said against: {of_spanish}")
        self.assertTrue(self.page_words_say(english, spanish, 'say("view.now"); say("count.all"); say("view.gone")'))

    def test_every_ban_of_replay_is_found(self):
        for line in ["std::unordered_map<int, int> m;", "std::unordered_multiset<int> s;", "std::hash<int>{}(1);",
                     "#include <chrono>", "auto t = std::chrono::steady_clock::now();", "time(nullptr);", "localtime(&t);",
                     "#include <random>", "std::uniform_int_distribution d;", "int x = rand();", "ledger::random_bytes(4);",
                     "double share;", "float f = 0;", "#include <sstream>", "#include <locale>", "std::tolower(c);",
                     'std::getenv("HOME");', "std::set<const Rule*> rules;", "std::map<Rule *, int> m;",
                     "reinterpret_cast<std::uintptr_t>(p);", "std::thread t;", "#include <fstream>",
                     "#include <rocksdb/db.h>"]:
            self.objects(replay_bans.check, "replay/game/a.cc", line + "\n")

    def test_bans_do_not_reach_into_comments_and_strings(self):
        for line in ["// no std::hash, no double", "/* time(nullptr)\n float */", 'auto s = "a double vote";',
                     "std::map<std::string, int> m;", "int recorded_time(int);", 'auto r = R"(std::hash)";',
                     "int n = 1'000'000;  // double", "char c = '\"'; int a; // float"]:
            self.passes(replay_bans.check, "replay/game/a.cc", line + "\n")

    def test_a_string_does_not_hide_what_follows_it(self):
        self.objects(replay_bans.check, "replay/game/a.cc", "auto s = \"it's\"; double d;\n")
        self.objects(replay_bans.check, "replay/game/a.cc", "char c = '\"'; double d;\n")

    def test_english_below_replay_is_found(self):
        for line in ['auto a = "there is no rule in force";', 'auto a = "leave out --call-vote";', 'auto a = "nomic roll";',
                     'auto a = "--at";', 'auto a = "an address";', "// as `nomic roll` has it", "// with --strict it is not"]:
            self.objects(replay_english.check, "replay/game/a.cc", line + "\n")
        for line in ['auto a = "time_over";', "// there is no rule in force", 'auto a = "for";', "for (;; --n) {",
                     'auto a = "-->";', "// --- a line", '#include "lines/a b.h"']:
            self.passes(replay_english.check, "replay/game/a.cc", line + "\n")
        self.passes(replay_english.check, "replay/law/a.cc", 'assert(a != b && "there is no rule in force");\n')
        for path in replay_english.LOOKED_FOR:
            self.objects(replay_english.check, path, 'auto a = "there is no rule in force";\n')
        self.passes(replay_english.check, "replay/rules/text_format.cc", 'auto a = "no field";\n')

    def test_english_in_data_below_replay_is_found(self):
        variants = "replay/pages/data/variants-en.txtpb"
        self.objects(replay_english.check, variants, 'variants { says: "a clause stands there twice" }\n')
        self.passes(replay_english.check, variants, '# A clause.\nvariants { name: "clause_twice" found: "is not" }\n')
        self.put("replay/rules/data/1990-en.txtpb", 'texts { text: "All players must abide by the rules." }\n')
        self.passes(replay_english.check, variants, 'variants { name: "clause_twice" }\n')

    def test_cases_without_sentences_are_found(self):
        site = 'return refuse(ErrorCode::VOTE_STAYS, "time_over", {{"record", 1U}});\n'
        row = '    {Code::VOTE_STAYS, "%s", "the time is over at #{%s}", ""},\n  };\n'
        table = "tools/words/refusals_votes.cc"
        self.objects(refusals.check, "replay/game/a.cc", site)
        self.put("replay/game/a.cc", site)
        for case, name, wrong in [("time_over", "record", 0), ("time_over", "time", 1), ("time_off", "record", 2)]:
            self.put(table, row % (case, name))
            self.assertEqual(len(refusals.check(self.folder.name)[0]), wrong, (case, name))

    def test_names_in_data_without_sentences_are_found(self):
        self.put("replay/pages/data/variants-en.txtpb", 'variants { name: "clause_twice" }\n')
        self.put("replay/pages/data/evidence.txtpb", 'marks { name: "award_with_291" }\n')
        self.put("tools/words/refusals/things.cc", '      {"explicit_ban", "want an explicit ban"},\n')
        self.assertEqual(len(refusals.check(self.folder.name)[0]), 2)
        self.put("tools/words/refusals/things.cc", '      {"award_with_291", "reckon an award with 291"},\n')
        self.put("tools/words/remarks/remarks_slips.cc", '    {Topic::SLIP, "clause_twice", "a clause stands there twice"},\n  };\n')
        self.assertEqual(refusals.check(self.folder.name)[0], [])

    def test_codes_without_a_refused_move_are_found(self):
        self.put("replay/game/a.cc", "return refuse(ErrorCode::VOTE_STAYS, \"time_over\");\n")
        for test, wrong in [("", 1), ('t.refused("Ann", vote(FOR), ErrorCode::VOTED_ALREADY);\n', 1),
                            ("// t.refused(ErrorCode::VOTE_STAYS);\n", 1),
                            ('t.refused("Ann",\n  vote(FOR), ErrorCode::VOTE_STAYS);\n', 0)]:
            self.put("tests/replay/game/a_test.cc", test)
            self.assertEqual(len(refused_moves.check(self.folder.name)[0]), wrong, test)

    def test_numbers_of_the_initial_set_are_found(self):
        for line in ["if (rule == 203)", "int first = 301;", 'say("rule 108 says so");', "x = number - 291;", "f(25)"]:
            self.objects(figures.check, "replay/game/a.cc", line + "\n")

    def test_other_numbers_are_not(self):
        for line in ["// rule 203", "int a = 1203;", "int a = 203'000;", "enum { A = 64, B = 128 };", "int a = 300;",
                     'say("0.25 of it");', 'say("v2.25");']:
            self.passes(figures.check, "replay/game/a.cc", line + "\n")

    def test_includes_that_go_to_the_right_are_found(self):
        for name, line in [("ledger/a.cc", '#include "nomic/v1/event.pb.h"'), ("ledger/a.cc", '#include "nomic/replay/game.h"'),
                           ("replay/a.cc", "#include <rocksdb/db.h>"), ("replay/a.cc", '#include "nomic/commands/vote.h"'),
                           ("replay/a.cc", '#include "../ledger/store/store.h"'), ("tools/nomic/a.cc", '#include "game/turn.h"'),
                           ("tools/nomic/a.cc", "#include <rocksdb/db.h>"), ("replay/audit/a.cc", '#include "game/score.h"'),
                           ("replay/audit/a.cc", '#include "nomic/replay/engine.h"')]:
            self.objects(includes.check, name, line + "\n")

    def test_includes_that_go_to_the_left_are_not(self):
        for name, line in [("ledger/a.cc", '#include "ledger/v1/record.pb.h"'), ("ledger/a.cc", '#include "nomic/ledger/hash.h"'),
                           ("replay/a.cc", '#include "nomic/v1/event.pb.h"'), ("replay/a.cc", '#include "game/turn.h"'),
                           ("tools/nomic/a.cc", '#include "nomic/replay/game.h"'), ("ledger/a.cc", '// #include "../x.h"')]:
            self.passes(includes.check, name, line + "\n")

    def lay_out(self, **calls):
        """Folders of ledger/ as targets, each with a header for the others: what the check says of them."""
        for name, links in calls.items():
            self.put(f"ledger/{name}/CMakeLists.txt", f"# {name}\nnomic_library(nomic_ledger_{name} {links})\n")
            self.put(f"ledger/{name}/include/nomic/ledger/{name}/{name}.h", "")
            self.put(f"ledger/{name}/include/nomic/ledger/{name}_open.h", "")

    def said_of_folders(self, *words):
        said = includes.check(self.folder.name)[0]
        self.assertEqual([all(word in finding for word in words) for finding in said], [True] if words else [], said)

    def test_a_folder_that_links_what_the_table_says_passes(self):
        self.lay_out(base="PRIVATE fmt::fmt", files="PUBLIC nomic_ledger_base PRIVATE fmt::fmt")
        self.put("ledger/files/a.cc", '#include "nomic/ledger/base/base.h"\n#include "a.h"\n#include <vector>\n')
        self.put("replay/old/a.cc", '#include "nomic/ledger/base_open.h"\n#include "other/b.h"\n')
        self.said_of_folders()

    def test_a_folder_that_links_otherwise_than_the_table_is_found(self):
        for links, words in [("", "does not link ledger/base"), ("PUBLIC nomic_ledger_base nomic_ledger_keys", "links ledger/keys"),
                             ("PUBLIC nomic_ledger_base nomic_replay_game", "links nomic_replay_game"),
                             ("PUBLIC nomic_ledger_base PRIVATE nomic_ledger", "links ledger,")]:
            self.lay_out(base="", keys="PUBLIC nomic_ledger_base nomic_ledger_files", files=links)
            self.said_of_folders("ledger/files/CMakeLists.txt", words)

    def test_a_target_that_the_table_has_not_is_found(self):
        self.lay_out(base="", attic="")
        said = includes.check(self.folder.name)[0]
        self.assertTrue(any("ledger/attic is not in the table" in finding for finding in said), said)

    def test_includes_between_folders_that_the_table_has_not_are_found(self):
        self.lay_out(base="", files="PUBLIC nomic_ledger_base")
        for name, line in [("ledger/base/a.cc", '#include "nomic/ledger/files/files.h"'),
                           ("ledger/base/a.cc", '#include "nomic/ledger/files_open.h"'),
                           ("ledger/files/a.cc", '#include "nomic/ledger/base/gone.h"'),
                           ("ledger/a.cc", "#include <vector>"), ("replay/a.cc", '#include "nomic/ledger/base/base.h"'),
                           ("tools/nomic/a.cc", '#include "nomic/ledger/base/base.h"')]:
            self.put(name, line + "\n")
            self.said_of_folders(f"{name}:1:")
            (pathlib.Path(self.folder.name) / name).unlink()

    def test_a_table_of_folders_that_goes_round_is_found(self):
        self.assertEqual(includes.check_order(includes.FOLDERS), [])
        self.assertEqual(includes.check_order({"a": ["b"], "b": ["c"], "c": []}), [])
        self.assertEqual(len(includes.check_order({"a": ["b"], "b": ["c"], "c": ["a"], "d": ["a"]})), 3)

    def test_what_the_schema_leaves_unsaid_is_found(self):
        for text in ["message A {\n  // b\n  int32 b = 1;\n}\n", "// A\nmessage A {\n  int32 b = 1;\n}\n",
                     "// A\nenum A {\n  A_UNSPECIFIED = 0;\n  B = 1;\n}\n",
                     "// A\nmessage A {\n  // b\n  int32 b = 1;\n\n  int32 c = 2;\n}\n",
                     "// A\nmessage A {\n  // bcde\n  int32 b = 1;\n  int32 c = 2;\n  int32 d = 3;\n  int32 e = 4;\n}\n"]:
            self.objects(schema_comments.check, "schema/nomic/v1/a.proto", text)

    def test_what_the_schema_says_is_not(self):
        for text in ["// A\nmessage A {\n  // b and c\n  int32 b = 1;\n  int32 c = 2;\n  int32 d = 3;  // d\n}\n",
                     "// A\nmessage A {\n  VoteCast vote_cast = 1;\n}\n",
                     "// A\nenum A {\n  A_UNSPECIFIED = 0;\n  B = 1;  // b\n}\n"]:
            self.passes(schema_comments.check, "schema/nomic/v1/a.proto", text)

    def test_a_page_of_provisions_that_is_not_the_schemas_is_found(self):
        schema = ("// One.\nmessage Provision {\n  oneof kind {\n    A a = 1;\n  }\n}\n\n// Says a (203). One prevails.\n"
                  "// Example: a { b: 1 }\n// Reads: b is 1\nmessage A {\n  // How many. Unregulated: 1.\n  uint32 b = 1;\n}\n")
        self.put(provisions_doc.SCHEMA, schema)
        self.put(provisions_doc.PAGE, provisions_doc.maker().document(schema))
        self.assertEqual(provisions_doc.check(self.folder.name), ([], 1))
        page = (pathlib.Path(self.folder.name) / provisions_doc.PAGE).read_text(encoding="utf-8")
        for part in ["### a", "Rules of the Initial Set: 203.", "| `b` | number | How many. | `1` |", "Reads: b is 1."]:
            self.assertIn(part, page)
        self.put(provisions_doc.PAGE, page.replace("How many", "How few"))
        self.assertEqual(len(provisions_doc.check(self.folder.name)[0]), 1)
        self.put(provisions_doc.SCHEMA, schema.replace("// Reads: b is 1\n", ""))
        self.assertEqual(len(provisions_doc.check(self.folder.name)[0]), 2)

    def test_a_page_of_the_api_that_is_not_what_the_tables_say_is_found(self):
        tables = "tools/server/api/"
        self.put(tables + "routes.inc", '// Questions.\nNOMIC_API_ASKER(NOBODY, "nobody")\nNOMIC_API_ASKER(HOST, "the host")\n'
                                        'NOMIC_API_WHO(LOOKERS, false, true, "the host")\n'
                                        'NOMIC_API_PLACE(X, "POST", "/v1/x", LOOKERS, 1024, "Do it.")\n'
                                        'NOMIC_API_COST(AS_THE_GAME, "all of it")\n'
                                        'NOMIC_API_ROUTE(STATUS, "status", status, "OneView", "status", "at", AS_THE_GAME,\n'
                                        '                "Who, what " "and how.")\n')
        self.put(tables + "parameters.inc", 'NOMIC_API_PARAMETER("at", "POINT", "When.")\n')
        self.put(tables + "statuses.inc", 'NOMIC_API_CODE(GONE, 404, 409, "it is gone")\nNOMIC_API_EXIT(USAGE, 400, 422, "no")\n')
        self.put("schema/nomic/v1/view.proto", "// One.\nmessage OneView {\n  // How many.\n  uint32 how_many = 1;\n}\n")
        names = ("GamesView", "ProvisionsView", "RecipeFormsView", "RecordedView", "RedeemedView", "SeatView", "ProblemView")
        self.put("schema/nomic/v1/api.proto", "".join(f"// It.\nmessage {name} {{}}\n" for name in names))
        maker = api_doc.maker()
        self.put("docs/server.md", f"Before.\n\n{maker.BEGIN}\n\n| old |\n\n{maker.END}\n\nAfter.\n")
        self.put("docs/api.md", "old")
        made = maker.documents(self.folder.name)
        self.assertEqual(len(api_doc.check(self.folder.name)[0]), 2)
        for path, text in made.items():
            self.put(path, text)
        self.assertEqual(api_doc.check(self.folder.name), ([], 1))
        for part in ["Who, what and how.", "| `howMany` | number | How many. |", "| `at` | all of it | Who, what and how. |", "| `GONE` | 404 | 409 | it is gone |"]:
            self.assertIn(part, made["docs/api.md"])
        for part in ["Before.", "| method and path | body | nobody | the host | |", "| `POST /v1/x` | 1,024 |  | yes | Do it. |", "After."]:
            self.assertIn(part, made["docs/server.md"])
        for path, old, new in [("docs/api.md", "How many", "How few"), ("docs/server.md", "| yes |", "| |")]:
            self.put(path, made[path].replace(old, new))
            self.assertEqual(len(api_doc.check(self.folder.name)[0]), 1)
            self.put(path, made[path])
        # A set that says nothing of one of the askers.
        routes = (pathlib.Path(self.folder.name) / tables / "routes.inc").read_text(encoding="utf-8")
        self.put(tables + "routes.inc", routes.replace("false, true", "true"))
        self.assertEqual(len(api_doc.check(self.folder.name)[0]), 1)
        self.put(tables + "routes.inc", routes)
        # A parameter that nobody takes, and one that is not explained.
        self.put(tables + "parameters.inc", 'NOMIC_API_PARAMETER("by", "WORD", "How.")\n')
        self.assertEqual(len(api_doc.check(self.folder.name)[0]), 3)

    def test_unfinished_words_and_paths_of_one_machine_are_found(self):
        for name, text in [("a.cc", "// TO" "DO: more"), ("a.md", "see /ro" "ot/notes"), ("a.cc", "TEST(A, DIS" "ABLED_b)"),
                           ("a.sh", "curl https:" "//example.org"), ("a.cc", "EXPECT_TRUE(tr" "ue)")]:
            self.objects(words.check, name, text + "\n")

    def test_ordinary_words_are_not(self):
        for name, text in [("a.cc", "// what to do next"), ("a.md", "the root of the tree; see https://example.org"),
                           ("a.sh", "cd src/work/x")]:
            self.passes(words.check, name, text + "\n")

    def test_a_check_that_sees_nothing_fails(self):
        for check in [replay_bans.check, replay_english.check, refusals.check, figures.check, includes.check, schema_comments.check, words.check]:
            self.assertEqual(check(self.folder.name)[1], 0)
        with self.assertRaises(SystemExit) as stopped:
            sources.sys.argv = ["check", self.folder.name]
            sources.main(replay_bans.check)
        self.assertNotEqual(stopped.exception.code, 0)


if __name__ == "__main__":
    unittest.main()
