import { isEqual } from "../formats";
import { isObject, own, type Json, type JsonObject } from "./json";

/** The keys that a declaration takes over from its base. */
export const inheritedKeys: readonly string[] = [
  "icon",
  "row",
  "key",
  "detailRoute",
  "table",
  "columns",
  "card",
  "form",
  "rowPanel",
  "panelMark",
  "filters",
  "ignores",
  "search",
  "tabs",
  "sorts",
  "defaultOrder",
  "views",
  "boards",
  "pageSizes",
  "paging",
];

/**
 * Returns a value as others take it over. Columns lose their actions, because
 * actions are not taken over.
 */
export function inheritedValue(
  base: JsonObject,
  key: string,
): Json | undefined {
  const value = own(base, key);
  if (key !== "columns" || !Array.isArray(value)) return value;
  return value.map((column: Json) => {
    if (!isObject(column)) return column;
    const { action: _action, ...rest } = column;
    return rest;
  });
}

const nameIn = (declaration: JsonObject): string | undefined => {
  const name = own(declaration, "extends");
  return typeof name === "string" ? name : undefined;
};

/** Returns the base of a declaration; undefined without a base. */
export function extendedBy(
  declaration: Json | undefined,
  find: (name: string) => Json | undefined,
): JsonObject | undefined {
  const name = isObject(declaration) ? nameIn(declaration) : undefined;
  const found = name === undefined ? undefined : find(name);
  // One level only, so that no reader follows a chain of files.
  return isObject(found) && nameIn(found) === undefined ? found : undefined;
}

/**
 * Returns the declaration with the keys that it takes over. A key of its own
 * replaces the inherited value as a whole.
 *
 * @example withInherited({ extends: "bids", sorts: [] }, () => ({ row: "bid", sorts: [a] }))
 * // { row: "bid", extends: "bids", sorts: [] }
 */
export function withInherited(
  declaration: Json,
  find: (name: string) => Json | undefined,
): Json {
  const base = extendedBy(declaration, find);
  if (!base || !isObject(declaration)) return declaration;
  const taken = inheritedKeys.flatMap((key) => {
    const value = inheritedValue(base, key);
    const isTaken = value !== undefined && own(declaration, key) === undefined;
    return isTaken ? [[key, value] as const] : [];
  });
  return { ...declaration, ...Object.fromEntries(taken) };
}

/** Returns the declaration without the keys that have the inherited value. */
export function withoutInherited(
  declaration: Json,
  find: (name: string) => Json | undefined,
): Json {
  const base = extendedBy(declaration, find);
  if (!base || !isObject(declaration)) return declaration;
  return Object.fromEntries(
    Object.entries(declaration).filter(
      ([key, value]) =>
        !inheritedKeys.includes(key) ||
        !isEqual(inheritedValue(base, key), value),
    ),
  );
}
