"""Compares what the passes decide with a reference's decisions.

Both sides become the same small model (`model`): the reference's graphs by
`reference`, printed modules by `assembly` and `ours`. `align` pairs the steps
and values of two functions; `spaces`, `buffers` and `addresses` compare what
was decided about each pair. A difference is a finding of `report`; the rules
that explain findings test the difference itself and are called by their ids
in docs/divergences.md.
"""
