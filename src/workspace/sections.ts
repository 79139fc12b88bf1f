import type { Field, RowSchema } from "../../domain/resource";

/** Returns whether a field is a note: several lines, of which four are shown. */
export const isNote = (field: Field | undefined): boolean =>
  field?.["x-shown"] === "note";

/** Fields that a page shows under one heading. */
export type Section = {
  /** The value of `x-section`; undefined for fields without one. */
  id: string | undefined;
  fields: string[];
};

/**
 * Groups the fields of a row schema by `x-section`, in the order of the schema.
 * Photos, hidden fields and the fields in `without` are left out.
 */
export function sectionsOf(
  row: Pick<RowSchema, "properties">,
  without: readonly string[] = [],
): Section[] {
  const sections = new Map<string | undefined, string[]>();
  for (const [name, field] of Object.entries(row.properties)) {
    if (without.includes(name) || field["x-shown"] === "photos") continue;
    const id = field["x-section"];
    sections.set(id, [...(sections.get(id) ?? []), name]);
  }
  return [...sections].map(([id, fields]) => ({ id, fields }));
}

/** Returns the codes of a row that other fields of the row label, such as the id of a client. */
export const labelledCodes = ({
  properties,
}: Pick<RowSchema, "properties">): string[] =>
  Object.entries(properties).flatMap(([name, { "x-label": label }]) =>
    label !== undefined && Object.hasOwn(properties, label) ? [name] : [],
  );
