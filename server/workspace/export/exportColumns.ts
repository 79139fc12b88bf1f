import type { Viewer } from "../../../domain/access";
import type { Language } from "../../../domain/limits";
import {
  fieldType,
  isDate,
  type Column,
  type Field,
  type Resource,
  type RowSchema,
} from "../../../domain/resource";
import { failure } from "../../platform/errors";
import type { Cell, FileColumn } from "./cell";
import { cellOf, type Wording } from "./cellOf";

/** A column of a file with its field and the function that writes its cells. */
export type ExportColumn = FileColumn & {
  field: string;
  write: (value: unknown) => Cell;
};

type Asked = {
  /** The whole declaration, and the declaration cut to its viewer. */
  declared: Resource;
  resource: Resource;
  row: RowSchema;
  viewer: Viewer;
  language: Language;
  wording: Wording;
  /** Comma-separated column ids; by default all visible columns. */
  columns: string | undefined;
};

/**
 * Returns the columns of a file in the order of the list, or of the requested
 * ids. Each field has one column, and no field appears twice. Throws
 * invalid_request for a column that the viewer does not have.
 */
export function exportColumns(asked: Asked): ExportColumn[] {
  const { row, viewer, language, wording } = asked;
  const taken = new Map<string, ExportColumn>();
  for (const column of chosenColumns(asked))
    for (const name of column.fields) {
      const field = row.properties[name];
      if (!field || taken.has(name)) continue;
      const label = labelOf(asked, { column, name, field });
      taken.set(name, {
        field: name,
        label,
        width: Math.max(widthOf(field), label.length + 2),
        write: cellOf(
          { row: row.$id, name, field },
          { viewer, language, wording },
        ),
      });
    }
  return [...taken.values()];
}

function chosenColumns({ resource, columns }: Asked): readonly Column[] {
  if (!columns) return resource.columns;
  const ids = columns.split(",");
  const chosen = ids.flatMap(
    (id) => resource.columns.find((column) => column.id === id) ?? [],
  );
  if (chosen.length < ids.length)
    throw failure("invalid_request", {
      errors: { columns: [{ key: "errors.fields.invalid" }] },
    });
  return chosen;
}

/**
 * Returns the heading: the column's label, or the field's label if the column
 * has several fields, followed by the unit.
 */
function labelOf(
  { declared, row, wording }: Asked,
  { column, name, field }: { column: Column; name: string; field: Field },
): string {
  const own = wording(`fields.${row.$id}.${name}`, field.title ?? name);
  const isAlone =
    declared.columns.find(({ id }) => id === column.id)?.fields.length === 1;
  const label = isAlone
    ? wording(`resources.${declared.name}.columns.${column.id}`, own)
    : own;
  const unit = field["x-unit"];
  // The headings of tables name yen by its sign.
  return unit
    ? `${label.replace(/, ¥$/, "")}, ${wording(`list.export.units.${unit}`, unit)}`
    : label;
}

function widthOf(field: Field): number {
  if (isDate(field)) return field.format === "date" ? 12 : 17;
  if (field.enum) return 18;
  const type = fieldType(field);
  if (type !== "string") return 10;
  return (field.maxLength ?? 0) > 100 ? 40 : 18;
}
