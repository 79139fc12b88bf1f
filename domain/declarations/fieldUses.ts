/** Keys whose values are not names of fields. */
const otherKeys = new Set(
  "$schema name extends row route aliases filterRoute icon pageType store id param send value match cell sort by resets access group confirm on in is contains".split(
    " ",
  ),
);

/** Keys whose objects have fields as keys. */
const namingKeys = new Set(["values", "patch"]);

/**
 * Returns the keys of a list's declaration below which a field is named.
 * @example partsUsing(declaration, "mileage") // ["columns", "filters"]
 */
export const partsUsing = (
  declaration: Readonly<Record<string, unknown>>,
  name: string,
): string[] =>
  Object.keys(declaration).filter(
    (part) => !otherKeys.has(part) && isNamedIn(declaration[part], name),
  );

function isNamedIn(part: unknown, name: string): boolean {
  if (typeof part === "string") return part === name || part === `@${name}`;
  if (Array.isArray(part))
    return (part as unknown[]).some((entry) => isNamedIn(entry, name));
  if (typeof part !== "object" || part === null) return false;
  return Object.entries(part).some(([key, value]: [string, unknown]) =>
    namingKeys.has(key) && isKeyOf(name, value)
      ? true
      : !otherKeys.has(key) && isNamedIn(value, name),
  );
}

const isKeyOf = (name: string, value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  Object.hasOwn(value, name);
