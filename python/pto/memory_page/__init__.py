"""Pictures of memory plans: a page, a drawing, a table. See tools/pto-memory-map."""
