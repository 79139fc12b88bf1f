import { escapePointer, pointerOf } from "../platform/pointer";
import type { Problem } from "../platform/problem";
import type { SchemaRegistry } from "../platform/schemas";

/** Where fields of these rows are kept from others by a rule that is none. */
export function checkFieldAccess(
  rows: Iterable<string>,
  schemas: SchemaRegistry,
): Problem[] {
  const validate = schemas.validator("meta-resource#/definitions/access");
  return [...rows].flatMap((row) =>
    Object.entries(schemas.row(row).properties).flatMap(([name, field]) => {
      const access = field["x-access"];
      if (access === undefined) return [];
      const place = `/properties/${escapePointer(name)}/x-access`;
      return validate(access).map((error) => ({
        file: `schemas/${row}.json`,
        pointer: `${place}${pointerOf(error)}`,
        reason: error.message ?? "is wrong",
      }));
    }),
  );
}
