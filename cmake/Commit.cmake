# Writes OUT, which says of which commit the program is: that of the repository SOURCE, "-changed" behind it where
# files that it keeps were changed; else the one that cmake/commit.txt of a source archive names; else none. OUT is
# touched only if it says something new, so that a build in which nothing was committed does not link anew.
set(commit)
if(EXISTS ${SOURCE}/.git)
  execute_process(COMMAND git -C ${SOURCE} rev-parse --verify --short=12 HEAD OUTPUT_VARIABLE commit
                  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  # Somebody may be committing: looking must not stand in their way.
  execute_process(COMMAND git --no-optional-locks -C ${SOURCE} status --porcelain --untracked-files=no
                  OUTPUT_VARIABLE changes ERROR_QUIET)
  if(failed)
    set(commit)
  elseif(changes)
    string(APPEND commit -changed)
  endif()
else()
  file(STRINGS ${SOURCE}/cmake/commit.txt commit REGEX "^[0-9a-f]+$")
  string(SUBSTRING "${commit}" 0 12 commit)
endif()
set(text "// Made by cmake/Commit.cmake.\n#include \"commit.h\"\n\nnamespace nomic::tools {\n\n")
string(APPEND text "const std::string_view COMMIT = \"${commit}\";\n\n}  // namespace nomic::tools\n")
set(before)
if(EXISTS ${OUT})
  file(READ ${OUT} before)
endif()
if(NOT text STREQUAL before)
  file(WRITE ${OUT} "${text}")
endif()
