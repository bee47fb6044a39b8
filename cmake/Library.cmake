# nomic_library(TARGET [PUBLIC targets...] [PRIVATE targets...] [FOLDERS folders...] [WITHOUT files...]
#               [SOURCES files...]): the folder that calls it as a static library, so that the linker and the compiler hold the boundaries between folders:
#
#     FOLDER/*.cc      its sources, with those of the FOLDERS below it that are named, but for those WITHOUT which
#                      this build is; and generated SOURCES
#     FOLDER/*.h       headers of its own, spelled "x.h"; nobody else can include them
#     FOLDER/include/  headers for who links it, spelled nomic/ledger/x.h for everybody,
#                      nomic/ledger/FOLDER/x.h for other folders of the layer
#
# Which folder may link which is said once, in tests/house/includes.py, and compared with these calls.
function(nomic_library target)
  cmake_parse_arguments(PARSE_ARGV 1 its "" "" "PUBLIC;PRIVATE;FOLDERS;WITHOUT;SOURCES")
  if(its_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "nomic_library(${target}): under no keyword: ${its_UNPARSED_ARGUMENTS}")
  endif()
  list(TRANSFORM its_FOLDERS APPEND /*.cc)
  file(GLOB sources CONFIGURE_DEPENDS *.cc ${its_FOLDERS})
  list(TRANSFORM its_WITHOUT PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  list(REMOVE_ITEM sources ${its_WITHOUT})
  add_library(${target} STATIC ${sources} ${its_SOURCES})
  if(IS_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/include)
    target_include_directories(${target} PUBLIC ${CMAKE_CURRENT_SOURCE_DIR}/include)
  endif()
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(${target} PUBLIC ${its_PUBLIC} PRIVATE ${its_PRIVATE})
  nomic_compile_options(${target})
endfunction()
