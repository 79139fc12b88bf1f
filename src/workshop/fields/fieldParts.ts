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

/** Where a list shows a created field. */
export type FieldPlaces = {
  column: boolean;
  filter: boolean;
  /** The id of the section of the form; empty for the end of the form. */
  section: string;
};

/** Returns the declaration with a created field shown in these places. */
export function showField(
  declaration: Declaration,
  name: string,
  { places, field }: { places: FieldPlaces; field: Field },
): Declaration {
  const withColumn = places.column
    ? addPart(declaration, { list: "columns", name })
    : declaration;
  const withFilter = places.filter
    ? addFilter(withColumn, name, field)
    : withColumn;
  const { form } = withFilter;
  if (places.section === "" || typeof form !== "object" || form === null)
    return withFilter;
  const sections = sectionsOf(withFilter).map((section) =>
    section.id === places.section
      ? { ...section, fields: [...(section.fields ?? []), name] }
      : section,
  );
  return { ...withFilter, form: { ...form, sections } };
}

/** A filter of days needs a parameter for each end. */
function addFilter(
  declaration: Declaration,
  name: string,
  field: Field,
): Declaration {
  const next = addPart(declaration, { list: "filters", name });
  if (field.format !== "date") return next;
  const filters = entriesOf(next, "filters");
  const last = { ...filters.at(-1), send: [`${name}From`, `${name}To`] };
  return { ...next, filters: [...filters.slice(0, -1), last] };
}

/** Returns the sections of the form that a declaration has. */
export const sectionsOf = ({
  form,
}: Declaration): { id: string; fields?: readonly string[] }[] =>
  typeof form === "object" && form !== null && "sections" in form
    ? entriesOf({ sections: form.sections }, "sections").flatMap((section) =>
        typeof section.id === "string" ? [{ ...section, id: section.id }] : [],
      )
    : [];

function freeName(
  name: string,
  taken: ReadonlySet<string | undefined>,
  number = 2,
): string {
  if (!taken.has(name)) return name;
  const next = `${name}${String(number)}`;
  return taken.has(next) ? freeName(name, taken, number + 1) : next;
}
