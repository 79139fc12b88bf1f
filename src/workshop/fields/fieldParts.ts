import { fieldType, type Field } from "../../../domain/resource";
import { entriesOf } from "../document/choices";
import { nameOf } from "../document/mergeForm";
import type { Declaration } from "../document/draft";

export type PartList = "columns" | "filters" | "sorts";

/** Whether rows can be sorted by a field; lists have no order. */
export const isSortable = (field: Field): boolean =>
  fieldType(field) !== "array";

/**
 * Returns the declaration with a new column, filter or sort for a field. Its id
 * is the field's name, followed by a number if the name is taken.
 */
export function addPart(
  declaration: Declaration,
  { list, name }: { list: PartList; name: string },
): Declaration {
  const entries = entriesOf(declaration, list);
  const taken = new Set(entries.map(nameOf));
  const id = freeName(name, taken);
  const sort = entriesOf(declaration, "sorts").find(
    ({ field }) => field === name,
  );
  const added = {
    columns: { id, fields: [name], ...(sort ? { sort: sort.id } : {}) },
    filters: id === name ? { field: name } : { field: name, id },
    sorts: { id, field: name },
  }[list];
  return { ...declaration, [list]: [...entries, added] };
}

function freeName(
  name: string,
  taken: ReadonlySet<string | undefined>,
  number = 2,
): string {
  if (!taken.has(name)) return name;
  const next = `${name}${String(number)}`;
  return taken.has(next) ? freeName(name, taken, number + 1) : next;
}

const usingParts = [
  "columns",
  "filters",
  "sorts",
  "search",
  "card",
  "summary",
  "defaultOrder",
] as const;

type UsingPart = (typeof usingParts)[number];

/** Keys whose values are not names of fields. */
const otherKeys = new Set(
  "id param send value match cell sort by resets access".split(" "),
);

/** Returns the parts of a declaration that use a field. */
export const partsUsing = (
  declaration: Declaration,
  name: string,
): UsingPart[] =>
  usingParts.filter((part) => isNamedIn(declaration[part], name));

function isNamedIn(part: unknown, name: string): boolean {
  if (typeof part === "string") return part === name;
  if (Array.isArray(part))
    return (part as unknown[]).some((entry) => isNamedIn(entry, name));
  if (typeof part !== "object" || part === null) return false;
  return Object.entries(part).some(
    ([key, value]) => !otherKeys.has(key) && isNamedIn(value, name),
  );
}
