// The scripts of nomic completion, in the shells themselves: what is typed, and what stands there after the tab key.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace nomic {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class CompletionScripts : public testing::Test {
 protected:
  CompletionScripts() {
    std::string pattern = (fs::temp_directory_path() / "nomic-tab-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
    fs::create_directory(folder_ + "/bin");
    fs::create_symlink(NOMIC_COMMAND, folder_ + "/bin/nomic");
    EXPECT_EQ(run("bash",
                  "nomic init Ann 'Bob Miller' Cleo '\xE5\xB1\xB1\xE7\x94\xB0 \xE5\xA4\xAA\xE9\x83\x8E'\n"
                  "nomic propose repeal 209 --call-vote --as Ann\n"),
              0);
  }
  ~CompletionScripts() override {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  CompletionScripts(const CompletionScripts&) = delete;
  CompletionScripts& operator=(const CompletionScripts&) = delete;

  static bool has(const char* shell) {
    return fs::exists(std::string("/usr/bin/") + shell) || fs::exists(std::string("/bin/") + shell);
  }
  // The lines in that shell; what they print is in out().
  int run(const std::string& shell, const std::string& lines) const {
    std::ofstream(folder_ + "/lines") << lines;
    const int status = std::system(("cd '" + folder_ + "' && env -i HOME='" + folder_ + "' PATH='" + folder_ +
                                    "/bin:/usr/bin:/bin' " + shell + " ./lines >out 2>err </dev/null")
                                       .c_str());
    return WEXITSTATUS(status);
  }
  [[nodiscard]] std::string out() const {
    std::ifstream file(folder_ + "/out", std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  // What bash's function gives at the end of that line.
  std::string bash_at(const std::string& line) const {
    std::ofstream(folder_ + "/typed") << line;
    run("bash",
        "source <(nomic completion bash)\nCOMP_LINE=$(cat typed; printf x); COMP_LINE=${COMP_LINE%x}\n"
        "COMP_POINT=${#COMP_LINE}\n_nomic nomic\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n");
    return out();
  }
  void write(const std::string& name, const std::string& text) const { std::ofstream(folder_ + "/" + name) << text; }
  // What `shown` was given in that shell, at which somebody types and presses the tab key; for a minute at most, since
  // a line that the shell takes to go on would wait for ever.
  [[nodiscard]] std::string typed_at(const std::string& shell) const {
    write("keys",
          "shown vote for --as 'Bo\t\nshown vot\tfor --as Bo\t--dry\t\n"
          "shown vote for --as \xE5\xB1\xB1\t\nexit\n");
    std::system(("cd '" + folder_ +
                 "' && (sleep 2; while IFS= read -r l; do printf '%s\\r' \"$l\"; sleep 2; done <keys) | env -i HOME='" +
                 folder_ + "' TERM=xterm LANG=C.UTF-8 PATH='" + folder_ +
                 "/bin:/usr/bin:/bin' timeout -k 5 60 script -q -c '" + shell + "' /dev/null >/dev/null 2>&1")
                    .c_str());
    std::ifstream file(folder_ + "/shown");
    return {std::istreambuf_iterator<char>(file), {}};
  }
  static std::string words_typed() {
    return "<vote><for><--as><Bob Miller><vote><for><--as><Bob Miller><--dry-run>"
           "<vote><for><--as><\xE5\xB1\xB1\xE7\x94\xB0 "
           "\xE5\xA4\xAA\xE9\x83\x8E>";
  }
  std::string folder_;
};

TEST_F(CompletionScripts, InBash) {
  EXPECT_EQ(bash_at("nomic vot"), "vote\n");
  EXPECT_EQ(bash_at("nomic vote f"), "for\n");
  EXPECT_EQ(bash_at("nomic vote for "), "301\n");
  EXPECT_EQ(bash_at("nomic vote for --as B"), "Bob\\ Miller\n");
  EXPECT_EQ(bash_at("nomic propose --recipe quoru"), "quorum\n");
  EXPECT_EQ(bash_at("nomic status --format js"), "json\njsonl\n");
  EXPECT_EQ(bash_at("nomic scores --at "), "start\nhead\n");
}

// A terminal of its own: the line as the shell's editor leaves it after the tab, with its space, its quotes and its
// bytes. What is completed is handed to `shown`, which has nomic's completion too and writes down its words.
TEST_F(CompletionScripts, InABashThatIsTypedAt) {
  if (!has("script")) GTEST_SKIP() << "util-linux's script makes the terminal";
  write("rc",
        "PS1=''\nbind 'set bell-style none'\nbind 'set enable-bracketed-paste off'\n"
        "source <(nomic completion bash)\nshown() { printf '<%s>' \"$@\" >>shown; }\n"
        "_as() { _nomic nomic; }\ncomplete -F _as shown\n");
  EXPECT_EQ(typed_at("bash --rcfile rc -i"), words_typed());
}

TEST_F(CompletionScripts, InAZshThatIsTypedAt) {
  if (!has("script") || !has("zsh")) GTEST_SKIP() << "no zsh is installed, or no script that makes the terminal";
  write(".zshrc",
        "PS1=''\nunsetopt beep\nautoload -Uz compinit; compinit -u -D\nsource <(nomic completion zsh)\n"
        "shown() { printf '<%s>' \"$@\" >>shown }\n"
        "_as() { words[1]=nomic; _nomic }\ncompdef _as shown\n");
  EXPECT_EQ(typed_at("zsh -i"), words_typed());
}

TEST_F(CompletionScripts, InAFishThatIsTypedAt) {
  if (!has("script") || !has("fish")) GTEST_SKIP() << "no fish is installed, or no script that makes the terminal";
  fs::create_directories(folder_ + "/.config/fish");
  write(".config/fish/config.fish",
        "function fish_prompt; end\nnomic completion fish | source\n"
        "function shown; printf '<%s>' $argv >>shown; end\n"
        "function __as\n  set -l line (commandline -cp)\n"
        "  complete -C (string replace -r '^shown' nomic -- $line)\nend\ncomplete -c shown -f -a '(__as)'\n");
  EXPECT_EQ(typed_at("fish -i"), words_typed());
}

TEST_F(CompletionScripts, InFish) {
  if (!has("fish")) GTEST_SKIP() << "no fish is installed";
  ASSERT_EQ(run("fish",
                "nomic completion fish | source\n"
                "complete -C 'nomic vote f'\ncomplete -C 'nomic vote for '\n"
                "complete -C 'nomic vote for --as B'\ncomplete -C 'nomic diff hea'\n"),
            0);
  EXPECT_THAT(out(), HasSubstr("head\tthe last record\n"));
  EXPECT_THAT(out(), HasSubstr("for\n"));
  EXPECT_THAT(out(), HasSubstr("301\tby Ann\n"));
  EXPECT_THAT(out(), HasSubstr("Bob Miller\tplayer\n"));
}

TEST_F(CompletionScripts, InZsh) {
  if (!has("zsh")) GTEST_SKIP() << "no zsh is installed";
  // What the function gives its shell; compadd belongs to the line editor, which no script has.
  ASSERT_EQ(run("zsh",
                "compdef() { : }\n"
                "compadd() { local a=${@[-1]}; print -r -- ${(P)a} }\n_files() { print files }\n"
                "source <(nomic completion zsh)\n"
                "words=(nomic vote f); CURRENT=3; _nomic\n"
                "words=(nomic vote for ''); CURRENT=4; _nomic\n"
                "words=(nomic vote for --as \"'Bo\"); CURRENT=5; _nomic\n"
                "words=(nomic propose --file ''); CURRENT=4; _nomic\n"),
            0);
  EXPECT_EQ(out(), "for\n301\nBob Miller\nfiles\n");
}

}  // namespace
}  // namespace nomic
