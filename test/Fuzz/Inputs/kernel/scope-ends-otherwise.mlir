// The end of a scope is not its own.
func.func @scope(%x: tensor<4xf32>) {
  %s = pto.scope "Runtime" -> (tensor<4xf32>) {
    scf.yield %x : tensor<4xf32>
  }
  return
}
