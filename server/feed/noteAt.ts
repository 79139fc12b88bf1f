/**
 * What a note of this name and value says at a path such as `info.pages`, as
 * text; undefined when it says nothing there.
 */
export function noteAt(
  path: string,
  name: string,
  value: unknown,
): string | undefined {
  const [first, ...steps] = path.split(".");
  if (first?.toLowerCase() !== name.toLowerCase()) return undefined;
  const found = steps.reduce<unknown>(
    (inside, step) =>
      typeof inside === "object" && inside !== null
        ? new Map<string, unknown>(Object.entries(inside)).get(step)
        : undefined,
    value,
  );
  return typeof found === "string" || typeof found === "number"
    ? String(found).trim()
    : undefined;
}
