import { setImmediate as nextTurn } from "node:timers/promises";
import { ProblemsFound, type Problem } from "../../platform/problem";
import type { Declarations } from "../declared";
import type { Sources } from "../sources";
import { documentIn, problemAt } from "./documents";
import { mergeParts, partsOf, type Part } from "./mergeOverlays";
import type { OverlayRow } from "./overlayQueries";

/**
 * Returns the files with as many published edits as possible. Edits that are no
 * longer compatible with the files are left out and reported. If the files alone
 * have errors, nothing is applied, and the file check reports them. Requests are
 * answered during and between the attempts, each of which compiles all declarations.
 */
export async function applyOverlays(
  declarations: Pick<Declarations, "compile">,
  files: Sources,
  rows: readonly OverlayRow[],
): Promise<{ sources: Sources; problems: Problem[] }> {
  const faults = async (sources: Sources): Promise<readonly Problem[]> => {
    await nextTurn();
    try {
      await declarations.compile(sources);
      return [];
    } catch (error) {
      if (error instanceof ProblemsFound) return error.problems;
      throw error;
    }
  };
  const parts = partsOf(rows);
  const whole = mergeParts(files, parts);
  if (parts.length === 0 || (await faults(whole.sources)).length === 0)
    return whole;
  if ((await faults(files)).length > 0) return { sources: files, problems: [] };
  const kept: Part[] = [];
  let left = [...parts];
  for (let before = Infinity; left.length < before;) {
    before = left.length;
    left = await withoutFitting(left, async (some) => {
      const { sources } = mergeParts(files, [...kept, ...some]);
      const fits = (await faults(sources)).length === 0;
      if (fits) kept.push(...some);
      return fits;
    });
  }
  const merged = mergeParts(files, kept);
  const dropped: Problem[] = [];
  for (const part of left) {
    const document = documentIn(files, part.resource);
    if (!document) continue;
    const { sources } = mergeParts(files, [...kept, part]);
    const [found] = await faults(sources);
    const why = found
      ? (found.message ?? found.reason)
      : ({ id: "overlayUnfitOther" } as const);
    const message = { id: "overlayUnfit", values: { why } } as const;
    const { resource: name, change } = part;
    dropped.push(problemAt({ name, document, change, message }));
  }
  return { ...merged, problems: [...merged.problems, ...dropped] };
}

/**
 * Returns the parts that cannot be applied. It splits the list in halves,
 * because most parts can be applied together.
 */
async function withoutFitting(
  parts: readonly Part[],
  take: (some: readonly Part[]) => Promise<boolean>,
): Promise<Part[]> {
  if (parts.length === 0 || (await take(parts))) return [];
  if (parts.length === 1) return [...parts];
  const middle = Math.ceil(parts.length / 2);
  const first = await withoutFitting(parts.slice(0, middle), take);
  const second = await withoutFitting(parts.slice(middle), take);
  return [...first, ...second];
}
