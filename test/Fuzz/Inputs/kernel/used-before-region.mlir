// MLIR's parser breaks its heap here: %x is used before a region defines it that is
// freed. The target leaves such programs out.
func.func @a(%x: index) {
  return
}
func.func @b(%n: index) {
  %y = arith.addi %x, %x : index
  %z = arith.addi %x, %y : index
  scf.index_switch %n
  case 0 {
    %x = arith.constant 1 : index
    scf.yield
  }
  case 1 {
    %w = arith.constant 1 : index
    scf.yield
  }
  default {
    %6 = arith.constant
  }
  return
}
