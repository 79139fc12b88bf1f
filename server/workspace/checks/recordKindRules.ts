import { escapePointer } from "../../platform/pointer";
import { fault, type Problem } from "../../platform/problem";
import { isRow } from "../../platform/schemas/checkRow";
import type { FindRecordKind } from "../listing/source/recordKind";
import type { SetCheck } from "./checkSources";

/** The calls that write records without what follows from a change of one. */
const unfollowed = ["create", "import", "remove"] as const;

/**
 * Returns the check that a field which people cannot fill in has a value: its `default`, or
 * the value that an area gives to its records. Forms leave out all fields of an area. Lists
 * over rows whose changes have effects elsewhere have no calls without these effects.
 */
export const checkRecordKinds =
  (kindOf: FindRecordKind): SetCheck =>
  ({ schemas, resources }) => [
    ...resources.flatMap(({ name, row, calls }) =>
      kindOf(row)?.follow
        ? unfollowed.flatMap((call) =>
            calls[call]
              ? {
                  file: `resources/${name}.json`,
                  ...fault(`/calls/${call}`, "unfollowedCall", { call }),
                }
              : [],
          )
        : [],
    ),
    ...schemas.all().flatMap((schema): Problem[] => {
      if (!isRow(schema)) return [];
      const { $id, properties } = schemas.row(String(schema.$id));
      const given = kindOf($id)?.given ?? [];
      const file = `schemas/${$id}.json`;
      const ofFields = Object.entries(properties).flatMap(([name, field]) => {
        const pointer = `/properties/${escapePointer(name)}`;
        const isReadOnly = field.readOnly === true;
        if (given.includes(name))
          return isReadOnly ? [] : [fault(pointer, "givenNotReadOnly")];
        return isReadOnly && !("default" in field)
          ? [fault(`${pointer}/readOnly`, "readOnlyNeedsDefault")]
          : [];
      });
      const missing = given
        .filter((name) => !Object.hasOwn(properties, name))
        .map((name) => fault("/properties", "givenMissing", { name }));
      return [...ofFields, ...missing].map((found) => ({ file, ...found }));
    }),
  ];
