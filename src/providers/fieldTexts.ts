type Texts = Record<string, string[]>;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const aside = new Set(["success", "message", "messageCode", "error"]);

/**
 * The texts against single fields in a refused call's reply, by field. Servers
 * put them under `errors`; with a 422 some write the fields right into the
 * reply, one text or several each, or a list of `{ field, message }`.
 */
export function fieldTexts(reply: unknown, status: number): Texts {
  const errors = isObject(reply) ? reply.errors : undefined;
  const found = errors ?? (status === 422 ? reply : undefined);
  if (Array.isArray(found)) return textsOf((found as unknown[]).map(pairOf));
  return isObject(found)
    ? textsOf(Object.entries(found).filter(([field]) => !aside.has(field)))
    : {};
}

const pairOf = (entry: unknown): [string, unknown] => {
  const { field, message } = isObject(entry) ? entry : {};
  return [typeof field === "string" ? field : "", message];
};

function textsOf(pairs: readonly [string, unknown][]): Texts {
  const texts: Texts = {};
  for (const [field, value] of pairs) {
    const words = (
      Array.isArray(value) ? (value as unknown[]) : [value]
    ).filter((word) => typeof word === "string");
    if (field && words.length > 0)
      texts[field] = [...(texts[field] ?? []), ...words];
  }
  return texts;
}
