/* What the tests share. */
#ifndef PTO_TEST_CAPI_SUPPORT_H
#define PTO_TEST_CAPI_SUPPORT_H

#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"

#include <stdio.h>

/* Any piece of text, to standard output. */
static inline void printPiece(MlirStringRef text, void *userData) {
  (void)userData;
  fwrite(text.data, 1, text.length, stdout);
}

/* A diagnostic with its place and its notes, one a line. */
static inline MlirLogicalResult printDiagnostic(MlirDiagnostic diagnostic,
                                                void *userData) {
  static const char *const names[] = {"error", "warning", "note", "remark"};
  intptr_t i, numNotes = mlirDiagnosticGetNumNotes(diagnostic);
  mlirLocationPrint(mlirDiagnosticGetLocation(diagnostic), printPiece, NULL);
  printf(": %s: ", names[mlirDiagnosticGetSeverity(diagnostic)]);
  mlirDiagnosticPrint(diagnostic, printPiece, NULL);
  printf("\n");
  for (i = 0; i < numNotes; ++i)
    printDiagnostic(mlirDiagnosticGetNote(diagnostic, i), userData);
  return mlirLogicalResultSuccess();
}

static inline MlirStringRef text(const char *string) {
  return mlirStringRefCreateFromCString(string);
}

#endif /* PTO_TEST_CAPI_SUPPORT_H */
