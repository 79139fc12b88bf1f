import { createHash } from "node:crypto";
import type { NeutralLot } from "../catalog";
import { rowOfArea } from "../platform/schemas/rowOfArea";
import type { SchemaRegistry } from "../platform/schemas/registry";
import { columnsOf } from "./columns";
import type { Columns } from "./columns";
import type { FeedArea, FeedMapping } from "./feedMapping";
import { compileChecks } from "./fieldChecks";
import type { Reason } from "./fieldChecks";
import { compileField } from "./mapField";
import { isReadable, plainText } from "./plainText";

/** A lot, or why the row is none. */
export type MappedRow = { lot: NeutralLot } | { reasons: Reason[] };

/** A text that a field's map has no entry for. */
export type Unmapped = { field: string; text: string };

export type RowMapper = (
  row: unknown,
  onUnmapped?: (unmapped: Unmapped) => void,
) => MappedRow;

const longestSourceId = 200;

/**
 * Makes the function that turns a source row into a lot of the area, in the
 * fields of that area's schema; others of the mapping are left out. Every value of a lot
 * it returns fits the field's schema, so that none can spoil a column or an
 * index; what is not known is left out. A row with any value that does not
 * fit, or without one that it must have, is refused with all its reasons.
 */
export function rowMapper({
  mapping,
  area,
  schemas,
}: {
  mapping: FeedMapping;
  area: FeedArea;
  schemas: Pick<SchemaRegistry, "all" | "row" | "validatorOf">;
}): RowMapper {
  const schema = rowOfArea(schemas, area);
  const fields = Object.entries(mapping.fields).flatMap(([name, mapped]) => {
    const field = schema.properties[name];
    const isRequired =
      mapped.required === true || schema.required?.includes(name) === true;
    return field ? [compileField({ name, mapped, field, isRequired })] : [];
  });
  const names = fields.map(({ name }) => name);
  const check = compileChecks({ schema, names, schemas });

  return (row, onUnmapped) => {
    if (typeof row !== "object" || row === null || Array.isArray(row))
      return { reasons: [{ field: "", reason: "is not a row of columns" }] };
    const columns = columnsOf(row);
    const values: Record<string, unknown> = {};
    const reasons: Reason[] = [];
    const sourceId = readSourceId(mapping, columns);
    if ("reason" in sourceId) reasons.push({ field: "", ...sourceId });
    for (const { name, read } of fields) {
      const reading = read(columns);
      if ("reason" in reading) {
        reasons.push({ field: name, reason: reading.reason });
      } else if (reading.value !== null) {
        values[name] = reading.value;
        if (reading.unmapped !== undefined)
          onUnmapped?.({ field: name, text: reading.unmapped });
      }
    }
    reasons.push(...check(values));
    if (reasons.length > 0 || "reason" in sourceId) return { reasons };
    const rowHash = createHash("sha256")
      .update(JSON.stringify(values))
      .digest("base64url");
    return {
      lot: {
        source: mapping.name,
        sourceId: sourceId.value,
        fields: values,
        rowHash,
      },
    };
  };
}

function readSourceId(
  { sourceId: names }: FeedMapping,
  columns: Columns,
): { value: string } | { reason: string } {
  const texts = names.map((name) => plainText(columns.get(name.toUpperCase())));
  const value = texts.find((text) => text !== "") ?? "";
  const column = names.join(" or ");
  if (value === "") return { reason: `has no ${column}` };
  return value.length <= longestSourceId && isReadable(value)
    ? { value }
    : { reason: `has no ${column} that can serve as a key` };
}
