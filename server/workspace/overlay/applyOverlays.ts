import { ProblemsFound, type Problem } from "../../platform/problem";
import type { Declarations } from "../declared";
import type { Sources } from "../sources";
import { applyCompatibleParts } from "./applyCompatibleParts";
import { partsOf } from "./mergeOverlays";
import type { OverlayRow } from "./overlayQueries";

/**
 * Returns the files with all published edits, and the edits that do not fit.
 */
export function applyOverlays(
  declarations: Pick<Declarations, "compile">,
  files: Sources,
  rows: readonly OverlayRow[],
): { sources: Sources; problems: Problem[] } {
  return applyCompatibleParts(files, partsOf(rows), (sources) => {
    try {
      declarations.compile(sources);
      return [];
    } catch (error) {
      if (error instanceof ProblemsFound) return error.problems;
      throw error;
    }
  });
}
