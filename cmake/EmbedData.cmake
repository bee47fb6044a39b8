# Writes a C++ file OUT with a function FUNCTION (declared in HEADER) that gives the text of each file in FILES, by its stem,
# in the order of their names. NAMESPACE: of the function, nomic::replay unless it is said. TYPE: of what it gives, a
# struct of stem and text, EmbeddedFile unless it is said.
list(SORT FILES)
if(NOT TYPE)
  set(TYPE EmbeddedFile)
endif()
if(NOT NAMESPACE)
  set(NAMESPACE nomic::replay)
endif()
set(body "// Made by cmake/EmbedData.cmake from data files.\n#include \"${HEADER}\"\n\n")
# A file is one literal after all, however many it is written as.
string(APPEND body "#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n\n")
string(APPEND body "namespace ${NAMESPACE} {\n\nconst std::vector<${TYPE}>& ${FUNCTION}() {\n")
string(APPEND body "  static const std::vector<${TYPE}> ALL = {\n")
foreach(file IN LISTS FILES)
  get_filename_component(stem ${file} NAME_WE)
  file(READ ${file} hex HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "\\\\x\\1" text "${hex}")
  # Adjacent literals, since one literal has a length limit that compilers must support.
  string(REGEX REPLACE "((\\\\x[0-9a-f][0-9a-f])(\\\\x[0-9a-f][0-9a-f])?(\\\\x[0-9a-f][0-9a-f])?(\\\\x[0-9a-f][0-9a-f])?(\\\\x[0-9a-f][0-9a-f])?(\\\\x[0-9a-f][0-9a-f])?(\\\\x[0-9a-f][0-9a-f])?(\\\\x[0-9a-f][0-9a-f])?)" "\"\\1\"\n" text "${text}")
  file(SIZE ${file} size)
  string(APPEND body "      {\"${stem}\", std::string_view(\n${text}, ${size})},\n")
endforeach()
string(APPEND body "  };\n  return ALL;\n}\n\n}  // namespace ${NAMESPACE}\n")
file(WRITE ${OUT} "${body}")
