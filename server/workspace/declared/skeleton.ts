import { escapePointer, isObject } from "../../platform/pointer";

/**
 * What of a schema its readers may like to tune while the program runs: words
 * and limits. The rest is its skeleton, which the program is written to.
 */
const tunable = new Set([
  ..."title description default examples $comment $schema".split(" "),
  ..."minimum maximum exclusiveMinimum exclusiveMaximum multipleOf".split(" "),
  ..."minLength maxLength minItems maxItems pattern x-unit".split(" "),
]);

/** The pointer to the first difference of two skeletons; null for none. */
export function skeletonChange(before: unknown, after: unknown): string | null {
  if (Array.isArray(before) && Array.isArray(after))
    return firstChange(indexed(before), indexed(after), new Set());
  if (isObject(before) && isObject(after))
    return firstChange(before, after, tunable);
  return Object.is(before, after) ? null : "";
}

const indexed = (list: readonly unknown[]) =>
  Object.fromEntries(list.entries());

type Parts = Readonly<Record<string, unknown>>;

/** Names of properties are names, whatever keyword they look like. */
const named = ["properties", "definitions", "patternProperties"];

function firstChange(
  before: Parts,
  after: Parts,
  passedOver: ReadonlySet<string>,
): string | null {
  for (const name of Object.keys({ ...before, ...after })) {
    if (passedOver.has(name)) continue;
    const here = `/${escapePointer(name)}`;
    const [was, is] = [before[name], after[name]];
    const isNamed =
      passedOver.size > 0 &&
      named.includes(name) &&
      isObject(was) &&
      isObject(is);
    const change = isNamed
      ? firstChange(was, is, new Set())
      : skeletonChange(was, is);
    if (change !== null) return `${here}${change}`;
  }
  return null;
}
