import type { Declaration } from "./draft";
import { isFields, type Fields } from "../../../domain/formats";

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  (typeof value === "object" &&
    value !== null &&
    Object.keys(value).length === 0);

/** Whether a value is empty, or has empty parts only. */
const isNothing = (value: unknown): boolean =>
  isEmpty(value) ||
  (typeof value === "object" &&
    value !== null &&
    Object.values(value).every(isNothing));

/**
 * Returns the data of a form as a declaration: in the key order of the
 * declaration before, and without the empty parts that the form adds for parts
 * that are not set. Parts that were empty before stay, because `"facets": {}`
 * declares a call. A list of the declaration itself stays when it is emptied.
 */
export function mergeForm(
  before: Declaration,
  filled: Readonly<Record<string, unknown>>,
): Declaration {
  const emptied = Object.keys(before).filter(
    (key) => Array.isArray(before[key]) && isNothing(filled[key]),
  );
  const parts = mergedParts(before, filled, emptied);
  return { ...parts, ...Object.fromEntries(emptied.map((key) => [key, []])) };
}

const merged = (before: unknown, after: unknown): unknown => {
  if (isNothing(before) && isNothing(after)) return before;
  if (Array.isArray(after)) return mergedList(before, after as unknown[]);
  if (!isFields(after)) return after;
  return mergedParts(isFields(before) ? before : {}, after);
};

function mergedParts(
  old: Fields,
  after: Fields,
  kept: readonly string[] = [],
): Record<string, unknown> {
  const keys = [
    ...Object.keys(old),
    ...Object.keys(after).filter((key) => !(key in old)),
  ];
  return Object.fromEntries(
    keys
      .map((key) => [key, merged(old[key], after[key])] as const)
      .filter(
        ([key, value]) =>
          !isEmpty(value) || staysEmpty(old[key], value) || kept.includes(key),
      ),
  );
}

/**
 * Whether an empty part stays. A part that loses its access rule and has nothing
 * else is then for everybody, as `share` of the saved views.
 */
const staysEmpty = (before: unknown, value: unknown): boolean =>
  value !== undefined &&
  (isNothing(before) || (isFields(before) && "access" in before));

/** Matches entries by their name, because they may have moved. */
function mergedList(before: unknown, after: readonly unknown[]): unknown[] {
  const old: readonly unknown[] = Array.isArray(before) ? before : [];
  return after.map((item, index) => {
    const name = nameOf(item);
    const match =
      name === undefined
        ? old[index]
        : (old.find((entry) => nameOf(entry) === name) ?? old[index]);
    return merged(match, item) ?? item;
  });
}

/** Returns the name that identifies an entry of a list. */
export function nameOf(item: unknown): string | undefined {
  if (!isFields(item)) return undefined;
  const name = item.id ?? item.field ?? item.value ?? item.view;
  return typeof name === "string" ? name : undefined;
}
