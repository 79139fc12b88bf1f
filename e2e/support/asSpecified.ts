type Fields = Record<string, unknown>;

const numbered = new Set(["id", "bidId", "userId", "myBid", "carId"]);
/** Fields that our server adds to the replies of the specification. */
const added = new Set([
  ...["version", "bidsToday", "ussBidsToday", "requestId"],
  ...["createdAt", "dropped", "names", "destination", "currency"],
]);

/**
 * Turns a reply of our server into the reply of a server that was written from
 * the specification alone: without our additions, with numeric ids, photos in
 * one string and times without a zone.
 */
export function asSpecified(path: string, text: string): string {
  let reply: unknown;
  try {
    reply = JSON.parse(text);
  } catch {
    return text;
  }
  return JSON.stringify(shapeOf(path, rewrite(reply) as Fields));
}

function rewrite(value: unknown, name = ""): unknown {
  if (Array.isArray(value))
    return name === "images"
      ? value.join("#")
      : value.map((item) => rewrite(item));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => !added.has(key))
        .map(([key, inner]) => [key, rewrite(inner, key)]),
    );
  if (typeof value !== "string") return value;
  if (numbered.has(name)) return Number(value);
  return value.replace(
    /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})\+09:00$/,
    "$1 $2",
  );
}

/** Lists that the specification puts in another field, or in none. */
function shapeOf(path: string, reply: Fields): unknown {
  if (/\/filters$/.test(path)) {
    const { maker: _maker, model: _model, date: _date, ...rest } = reply;
    return rest;
  }
  if (/\/(makers?|models?)$|^\/bid\/(group|type)$/.test(path))
    return withoutCounts(reply.options);
  if (/\/detail$/.test(path) && reply.detail) return reply.detail;
  if (path === "/bid/create" && reply.result)
    return { success: true, ...(reply.result as Fields) };
  return reply;
}

const withoutCounts = (options: unknown): unknown =>
  Array.isArray(options)
    ? (options as Fields[]).map(({ counter: _counter, ...option }) => option)
    : options;
