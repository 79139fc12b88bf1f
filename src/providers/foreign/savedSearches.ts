import { listIn } from "./choices";
import { isFields } from "./coerceToSchema";

type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns the saved searches in a reply. Other servers may call the title
 * `name`, and send the params as an object or as a whole address.
 */
export const searchesIn = (reply: unknown): Fields[] =>
  (isFields(reply) ? (listIn(reply.items ?? reply) ?? []) : [])
    .filter(isFields)
    .map(({ title, name, params, ...search }) => ({
      ...search,
      title: title ?? name,
      params: queryOf(params),
    }));

function queryOf(params: unknown): string {
  if (typeof params === "string") return params.replace(/^[^?]*\?/, "");
  if (!isFields(params)) return "";
  const texts = Object.entries(params).filter(
    (pair): pair is [string, string | number] =>
      typeof pair[1] === "string" || typeof pair[1] === "number",
  );
  return new URLSearchParams(
    texts.map(([param, value]) => [param, String(value)]),
  ).toString();
}
