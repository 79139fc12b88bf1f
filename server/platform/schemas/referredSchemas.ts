type Schema = { readonly [keyword: string]: unknown };

/** The ids in the `$ref`s of a schema, which never changes. */
const idsBySchema = new WeakMap<object, ReadonlySet<string>>();

/**
 * Returns the schemas that a schema refers to, itself or through others, in the order
 * of `all`. Compilers that get these alone need not check every other schema.
 */
export function referredSchemas(
  schema: Schema,
  all: readonly Schema[],
): Schema[] {
  const found = new Set<string>();
  const waiting = [schema];
  for (let next = waiting.pop(); next; next = waiting.pop())
    for (const id of referredIds(next)) {
      if (found.has(id)) continue;
      found.add(id);
      waiting.push(...all.filter(({ $id }) => $id === id));
    }
  return all.filter(({ $id }) => found.has(String($id)));
}

function referredIds(schema: Schema): ReadonlySet<string> {
  const known = idsBySchema.get(schema);
  if (known) return known;
  const ids = new Set<string>();
  const waiting: unknown[] = [schema];
  while (waiting.length > 0) {
    const part = waiting.pop();
    if (typeof part !== "object" || part === null) continue;
    for (const [name, value] of Object.entries(part))
      if (name === "$ref" && typeof value === "string") {
        const [id = ""] = value.split("#");
        if (id !== "") ids.add(id);
      } else waiting.push(value);
  }
  idsBySchema.set(schema, ids);
  return ids;
}
