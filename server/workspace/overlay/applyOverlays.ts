import { ProblemsFound, type Problem } from "../../platform/problem";
import type { Declarations } from "../declared";
import type { Sources } from "../sources";
import { documentIn, problemAt } from "./documents";
import { mergeParts, partsOf, type Part } from "./mergeOverlays";
import type { OverlayRow } from "./overlayQueries";

/**
 * Returns the files with as many published edits as possible. Edits that are no
 * longer compatible with the files are left out and reported. If the files alone
 * have errors, nothing is applied, and the file check reports them.
 */
export function applyOverlays(
  declarations: Pick<Declarations, "compile">,
  files: Sources,
  rows: readonly OverlayRow[],
): { sources: Sources; problems: Problem[] } {
  const faults = (sources: Sources): readonly Problem[] => {
    try {
      declarations.compile(sources);
      return [];
    } catch (error) {
      if (error instanceof ProblemsFound) return error.problems;
      throw error;
    }
  };
  const parts = partsOf(rows);
  const whole = mergeParts(files, parts);
  if (parts.length === 0 || faults(whole.sources).length === 0) return whole;
  if (faults(files).length > 0) return { sources: files, problems: [] };
  const kept: Part[] = [];
  let left = [...parts];
  for (let before = Infinity; left.length < before;) {
    before = left.length;
    left = withoutFitting(left, (some) => {
      const { sources } = mergeParts(files, [...kept, ...some]);
      const fits = faults(sources).length === 0;
      if (fits) kept.push(...some);
      return fits;
    });
  }
  const merged = mergeParts(files, kept);
  const dropped = left.flatMap((part) => {
    const document = documentIn(files, part.resource);
    if (!document) return [];
    const { sources } = mergeParts(files, [...kept, part]);
    const [found] = faults(sources);
    const why = found
      ? (found.message ?? found.reason)
      : ({ id: "overlayUnfitOther" } as const);
    const message = { id: "overlayUnfit", values: { why } } as const;
    const { resource: name, change } = part;
    return [problemAt({ name, document, change, message })];
  });
  return { ...merged, problems: [...merged.problems, ...dropped] };
}

/**
 * Returns the parts that cannot be applied. It splits the list in halves,
 * because most parts can be applied together.
 */
function withoutFitting(
  parts: readonly Part[],
  take: (some: readonly Part[]) => boolean,
): Part[] {
  if (parts.length === 0 || take(parts)) return [];
  if (parts.length === 1) return [...parts];
  const middle = Math.ceil(parts.length / 2);
  return [
    ...withoutFitting(parts.slice(0, middle), take),
    ...withoutFitting(parts.slice(middle), take),
  ];
}
