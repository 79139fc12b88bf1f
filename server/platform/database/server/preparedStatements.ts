import type { PoolClient } from "pg";
import { isPrepared } from "../prepared";

/** The names of the statements that each connection has prepared, by their texts. */
const namesOf = new WeakMap<PoolClient, Map<string, string>>();

/**
 * The texts depend on declarations, which change while the program runs, so a connection
 * with more statements is closed.
 */
const mostStatements = 200;

/** Returns the name of a statement on a connection; undefined if it is not prepared. */
export function preparedName(
  client: PoolClient,
  text: string,
): string | undefined {
  if (!isPrepared(text)) return undefined;
  const names = namesOf.get(client) ?? new Map<string, string>();
  namesOf.set(client, names);
  const name = names.get(text) ?? `p${names.size}`;
  names.set(text, name);
  return name;
}

/** Whether a connection has prepared so many statements that it should be closed. */
export const isOverfull = (client: PoolClient): boolean =>
  (namesOf.get(client)?.size ?? 0) > mostStatements;
