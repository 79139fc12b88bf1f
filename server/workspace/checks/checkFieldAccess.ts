import { escapePointer } from "../../platform/pointer";
import type { Problem } from "../../platform/problem";
import { schemaFaults } from "../../platform/schemas/schemaFaults";
import type { SchemaRegistry } from "../../platform/schemas/registry";
import { ruleFaults } from "./checkAccess";

/**
 * Where fields of these rows are kept from others by a rule that is none, or
 * that nobody can pass.
 */
export function checkFieldAccess(
  rows: Iterable<string>,
  schemas: SchemaRegistry,
): Problem[] {
  const schema = schemas.get("meta-resource");
  const part = "#/definitions/access";
  return [...rows].flatMap((row) =>
    Object.entries(schemas.row(row).properties).flatMap(([name, field]) => {
      const access = field["x-access"];
      if (access === undefined) return [];
      const place = `/properties/${escapePointer(name)}/x-access`;
      const broken = schemaFaults({ schema, part, content: access });
      const faults = broken.length > 0 ? broken : [...ruleFaults(access, "")];
      return faults.map(({ pointer, reason }) => ({
        file: `schemas/${row}.json`,
        pointer: `${place}${pointer}`,
        reason,
      }));
    }),
  );
}
