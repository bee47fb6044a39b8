# The sanitizers of a target (NOMIC_SANITIZE). Their presets compile with clang, which takes a third of the time, and
# without optimising; what reads bytes, and does so much, is optimised a little under AddressSanitizer. Code that has to
# know of them asks for NOMIC_SANITIZED, or NOMIC_SANITIZED_THREADS.
function(nomic_sanitize target)
  if(NOT NOMIC_SANITIZE)
    return()
  endif()
  # A bad address is AddressSanitizer's to find. UndefinedBehaviorSanitizer's looks at every pointer find little more,
  # and take as long to compile as all the rest.
  target_compile_options(${target} PRIVATE -fsanitize=${NOMIC_SANITIZE} -fno-omit-frame-pointer
                                           -fno-sanitize=alignment,null,object-size,vptr)
  target_link_options(${target} PUBLIC -fsanitize=${NOMIC_SANITIZE})
  target_compile_definitions(${target} PRIVATE NOMIC_SANITIZED)
  if(NOMIC_SANITIZE MATCHES "address" AND target MATCHES "^nomic_(ledger_|replay_(pages|text))" AND NOT target MATCHES "_tests$")
    target_compile_options(${target} PRIVATE -O1)
  endif()
  if(NOMIC_SANITIZE MATCHES "thread")
    target_compile_definitions(${target} PRIVATE NOMIC_SANITIZED_THREADS)
  endif()
endfunction()

# nomic_compile_options(TARGET): the warnings and sanitizers of our own code (generated code gets the sanitizers only).
function(nomic_compile_options target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor
                                           -Wold-style-cast -Woverloaded-virtual -Wimplicit-fallthrough)
  # GCC 12 warns of overlaps that are not there at -O3.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
  if(NOMIC_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(CMAKE_BUILD_TYPE STREQUAL "Release" AND target MATCHES "^nomic$|^nomic_tools_(commands|cli|client|past|recipes)$")
    # They ask and print once; what counts and shows is behind them. It takes two thirds of the time to compile.
    target_compile_options(${target} PRIVATE -O1)
  endif()
  nomic_sanitize(${target})
  nomic_unity(${target})
  nomic_precompile(${target})
endfunction()

# Parses the largest headers once a target (NOMIC_PCH): a change of one source is compiled three times sooner. Off by
# default, which shows that each source includes what it uses.
function(nomic_precompile target)
  if(NOT NOMIC_PCH)
    return()
  endif()
  get_target_property(links ${target} LINK_LIBRARIES)
  set(headers <algorithm> <functional> <map> <memory> <optional> <set> <string> <utility> <vector>)
  if("fmt::fmt" IN_LIST links)
    list(APPEND headers <fmt/format.h>)
  endif()
  if(NOT target MATCHES "ledger" AND NOT target MATCHES "fuzz_(bundle|record|note)|^bare_|^bundles$|^bench_proofs$|^nomic_test_postgres$")
    list(APPEND headers <nomic/v1/view.pb.h> <nomic/v1/state.pb.h> <nomic/v1/event.pb.h> <nomic/v1/consequence.pb.h>)
  endif()
  if(target MATCHES "_tests$")
    list(APPEND headers <gmock/gmock.h> <gtest/gtest.h>)
  endif()
  target_precompile_headers(${target} PRIVATE ${headers})
endfunction()

# Compiles the target's sources in lots (cmake/units.py): several times faster from scratch, slower when one file changes.
# NOMIC_UNITY says of which targets: OFF, TESTS or ALL. The presets say ALL. `tests/run.sh plain` compiles each source
# alone.
function(nomic_unity target)
  if(NOT NOMIC_UNITY STREQUAL "ALL" AND NOT (NOMIC_UNITY STREQUAL "TESTS" AND target MATCHES "_tests$"))
    return()
  endif()
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/units.py)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "^${PROJECT_SOURCE_DIR}/")
  list(FILTER sources EXCLUDE REGEX "^${PROJECT_BINARY_DIR}/")
  execute_process(COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/cmake/units.py ${PROJECT_SOURCE_DIR} 40 ${sources}
                  OUTPUT_VARIABLE lots OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\n" ";" lots "${lots}")
  foreach(lot IN LISTS lots)
    string(REPLACE " " ";" files "${lot}")
    list(POP_FRONT files name)
    list(TRANSFORM files PREPEND ${PROJECT_SOURCE_DIR}/)
    set_source_files_properties(${files} PROPERTIES UNITY_GROUP ${name})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # Nor does a name within a function of one source hide that of another source.
  target_compile_options(${target} PRIVATE -Wno-shadow)
endfunction()
