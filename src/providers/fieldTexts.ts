type Texts = Record<string, string[]>;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const notFields = new Set(["success", "message", "messageCode", "error"]);

/**
 * Returns the error texts by field from the reply of a refused call. Servers
 * put them under `errors`. In a 422 some put the fields directly into the
 * reply, with one or several texts each, or a list of `{ field, message }`.
 */
export function fieldTexts(reply: unknown, status: number): Texts {
  const errors = isObject(reply) ? reply.errors : undefined;
  const found = errors ?? (status === 422 ? reply : undefined);
  if (Array.isArray(found)) return textsOf((found as unknown[]).map(pairOf));
  return isObject(found)
    ? textsOf(Object.entries(found).filter(([field]) => !notFields.has(field)))
    : {};
}

const pairOf = (entry: unknown): [string, unknown] => {
  const { field, message } = isObject(entry) ? entry : {};
  return [typeof field === "string" ? field : "", message];
};

function textsOf(pairs: readonly [string, unknown][]): Texts {
  const texts: Texts = {};
  for (const [field, value] of pairs) {
    const list = (Array.isArray(value) ? (value as unknown[]) : [value]).filter(
      (text) => typeof text === "string",
    );
    if (field && list.length > 0)
      texts[field] = [...(texts[field] ?? []), ...list];
  }
  return texts;
}
