import { fieldType, type Field } from "../../../domain/resource";
import { entriesOf } from "../document/choices";
import { nameOf } from "../document/mergeForm";
import type { Declaration } from "../document/types";

export type PartList = "columns" | "filters" | "sorts";

/** Lists have no order. */
export const isSortable = (field: Field): boolean =>
  fieldType(field) !== "array";

/**
 * The declaration with one more column, filter or sort by a field; its id is
 * the field's name, or the next that is free.
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
  const made = {
    columns: { id, fields: [name], ...(sort ? { sort: sort.id } : {}) },
    filters: id === name ? { field: name } : { field: name, id },
    sorts: { id, field: name },
  }[list];
  return { ...declaration, [list]: [...entries, made] };
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
