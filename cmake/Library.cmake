# nomic_library(TARGET [PUBLIC targets...] [PRIVATE targets...] [SOURCES files...]): the folder that the caller stands in
# as a static library, which links only what it may include.
#
# Every *.cc at or below the folder is compiled. Headers below the folder's own include/ are for whoever links the target;
# the others, spelled from the folder, are for its own sources only.
function(nomic_library target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "PUBLIC;PRIVATE;SOURCES")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS *.cc)
  add_library(${target} STATIC ${sources} ${arg_SOURCES})
  target_include_directories(${target} PUBLIC ${CMAKE_CURRENT_SOURCE_DIR}/include PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(${target} PUBLIC ${arg_PUBLIC} PRIVATE ${arg_PRIVATE})
  nomic_compile_options(${target})
endfunction()
