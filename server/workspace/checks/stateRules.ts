import { fieldsIn } from "../../../domain/condition/condition";
import { isState } from "../../../domain/states";
import {
  fieldType,
  type Field,
  type RowSchema,
} from "../../../domain/resource";
import { hintFor } from "../../platform/nearest";
import { escapePointer } from "../../platform/pointer";
import { fault, under, type Fault, type Problem } from "../../platform/problem";
import { isRow } from "../../platform/schemas/checkRow";
import type { SetCheck } from "./checkSources";

/**
 * Returns the mistakes in state machines: states that are no words of the enum, fields that a
 * transition names and the row lacks, and fields whose display depends on a state.
 */
export const checkStates: SetCheck = ({ resources, schemas }) => {
  const stored = resources.flatMap(({ row, store }) => (store ? [row] : []));
  const others = resources.flatMap(({ row, store }) => (store ? [] : [row]));
  return schemas.all().flatMap((schema): Problem[] => {
    if (!isRow(schema)) return [];
    const row = schemas.row(String(schema.$id));
    const isUnstored = others.includes(row.$id) && !stored.includes(row.$id);
    return Object.entries(row.properties).flatMap(([name, field]) =>
      [
        ...(isState(field) && isUnstored
          ? [fault("/x-states", "stateNeedsRecords")]
          : []),
        ...stateFaults(row, name, field),
        ...decidedFaults(row, name, field),
      ].map((found) => ({
        file: `schemas/${row.$id}.json`,
        ...under(`/properties/${escapePointer(name)}`, found),
      })),
    );
  });
};

function* stateFaults(
  row: RowSchema,
  name: string,
  field: Field & { default?: unknown },
): Generator<Fault> {
  const transitions = field["x-states"];
  if (!transitions) return;
  const states = field.enum ?? [];
  const isEnum =
    states.length > 0 && states.every((state) => typeof state === "string");
  const isStarted = states.some((state) => state === field.default);
  const isRequired = row.required?.includes(name) === true;
  if (fieldType(field) !== "string" || !isEnum || !isStarted || !isRequired) {
    yield fault("/x-states", "stateNeedsEnum");
    return;
  }
  const known = states.map(String);
  const names = Object.keys(row.properties);
  for (const [index, transition] of transitions.entries()) {
    const { from, to, asks = [], requires = [], when } = transition;
    const { clears = [] } = transition;
    const pointer = `/x-states/${String(index)}`;
    for (const state of [...from, to])
      if (!known.includes(state))
        yield fault(pointer, "stateUnknown", {
          ...{ name: state, hint: hintFor(state, known) },
        });
    for (const other of [...asks, ...requires, ...clears, ...fieldsIn(when)])
      if (!names.includes(other))
        yield fault(pointer, "unknownField", {
          ...{ name: other, row: row.$id, hint: hintFor(other, names) },
        });
  }
}

/** Forms leave states out, so that no field can be shown by one. */
function* decidedFaults(
  { properties }: RowSchema,
  name: string,
  field: Field,
): Generator<Fault> {
  for (const key of ["x-when", "x-requiredWhen"] as const) {
    for (const state of fieldsIn(field[key]))
      if (isState(properties[state] ?? {}))
        yield fault(`/${key}`, "stateDecides", { name, field: state });
  }
}
