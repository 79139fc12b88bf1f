import { listIn } from "./choices";
import { isFields } from "./fit";

type Fields = Readonly<Record<string, unknown>>;

/**
 * Saved searches as other servers write them: the title may be called name,
 * and the params be fields, or stand behind an address.
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
