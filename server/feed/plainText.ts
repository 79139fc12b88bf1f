const namedEntities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

const entity = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-z]{2,4}));/g;

/** HTML entities as characters; what is none stays as it is. */
function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(
    entity,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return namedEntities[name] ?? whole;
      const code = decimal === undefined ? parseInt(hex ?? "", 16) : +decimal;
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

/** What no column of the database takes, or a broken encoding leaves behind. */
const unreadable = /[\0\ufffd\p{Surrogate}]/u;

export const isReadable = (text: string): boolean => !unreadable.test(text);

/**
 * A value of the source as text, trimmed, entities decoded; "" when there is
 * none, and null when it is not a single value.
 */
export function plainText(value: unknown): string | null {
  if (typeof value === "string") return decodeEntities(value).trim();
  if (value === undefined || value === null) return "";
  if (typeof value === "number" || typeof value === "boolean")
    return String(value);
  return null;
}
