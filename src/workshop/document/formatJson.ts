/** A list of plain values stays on its line up to this column. */
const width = 80;

const isPlain = (value: unknown) => typeof value !== "object" || value === null;

/**
 * JSON as it stands in the files: two spaces, one part a line, short lists of
 * plain values on one line. Parts that are undefined are left out.
 */
export function formatJson(value: unknown, indent = "", before = 0): string {
  if (isPlain(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return formatList(value, indent, before);
  const inner = `${indent}  `;
  const parts = Object.entries(value as Record<string, unknown>)
    .filter(([, part]) => part !== undefined)
    .map(([key, part]) => {
      const name = `${inner}${JSON.stringify(key)}: `;
      return name + formatJson(part, inner, name.length);
    });
  return parts.length === 0 ? "{}" : `{\n${parts.join(",\n")}\n${indent}}`;
}

function formatList(
  list: readonly unknown[],
  indent: string,
  before: number,
): string {
  if (list.every(isPlain)) {
    const line = `[${list.map((item) => JSON.stringify(item)).join(", ")}]`;
    // One more for the comma behind it.
    if (before + line.length < width) return line;
  }
  const inner = `${indent}  `;
  const items = list.map(
    (item) => inner + formatJson(item, inner, inner.length),
  );
  return `[\n${items.join(",\n")}\n${indent}]`;
}
