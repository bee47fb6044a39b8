# Passes ctest's lines on, and puts before its summary the ten tests that took longest.
#
#     12/345 Test  #7: soak.kill ...................   Passed   12.34 sec
/^ *[0-9]+\/[0-9]+ Test +#[0-9]+: / && $NF == "sec" {
  name = $0
  sub(/^ *[0-9]+\/[0-9]+ Test +#[0-9]+: /, "", name)
  sub(/ .*/, "", name)
  took[name] = $(NF - 1)
}
/^[0-9]+% tests passed/ {
  print "The slowest tests, in seconds:"
  for (place = 1; place <= 10; place++) {
    slowest = ""
    for (name in took) {
      if (slowest == "" || took[name] + 0 > took[slowest] + 0) slowest = name
    }
    if (slowest == "") break
    printf "%10.1f  %s\n", took[slowest], slowest
    delete took[slowest]
  }
  print ""
}
{
  print
  fflush()
}
