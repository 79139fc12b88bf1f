import type { Problem } from "../../platform/problem";
import type { Sources } from "../sources";
import { documentIn, problemAt } from "./documents";
import { mergeParts, type Part } from "./mergeOverlays";

/** What is wrong with sources; nothing where they can act. */
type Faults = (sources: Sources) => readonly Problem[];

/**
 * The parts that make a set that can act, as many as do: a part that does not
 * fit the files any more is left out and told, the others hold. What the files
 * alone have wrong is theirs to say.
 */
export function applyCompatibleParts(
  files: Sources,
  parts: readonly Part[],
  faults: Faults,
): { sources: Sources; problems: Problem[] } {
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
    const why = faults(sources)[0]?.reason ?? "it stands on another";
    const reason = `the published edit does not fit the files: ${why}`;
    const { resource: name, change } = part;
    return [problemAt({ name, document, change, reason })];
  });
  return { ...merged, problems: [...merged.problems, ...dropped] };
}

/** Those that cannot be taken, found by halves: most can. */
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
