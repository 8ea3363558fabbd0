// A script that finds nothing in the whole program is a mistake, and told so.
//
// RUN: not pto-reduce %s -pto-shrink='test=%S/Inputs/is-refused.sh' 2>&1 | FileCheck %s
// CHECK: error: the script does not find the whole program interesting: it must exit with 1

func.func @nothing() {
  return
}
