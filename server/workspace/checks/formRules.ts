import type { Resource } from "../../../domain/resource";
import { isFilledIn } from "../../../domain/computed/rule";
import { hintFor } from "../../platform/nearest";
import { isObject } from "../../platform/pointer";
import { fault, type Fault } from "../../platform/problem";
import { propertiesOf, type Known } from "./callRules";

/**
 * Yields the mistakes in the layout of a list's forms: a list without forms, fields that no
 * form asks for, and fields and sections that appear twice.
 */
export function* formFaults(
  { form, calls, row, store }: Resource,
  known: Known,
): Generator<Fault> {
  if (!form) return;
  const bodies = [calls.create, calls.update].flatMap((call) =>
    call ? [call.body] : [],
  );
  if (bodies.length === 0) {
    yield fault("/form", "formWithoutCall");
    return;
  }
  const properties = bodies.map((body) => propertiesOf(body, known));
  // The invalid body is reported itself.
  if (properties.includes(null)) return;
  const names = properties.flatMap((fields) =>
    Object.entries(fields ?? {}).flatMap(([name, field]) =>
      store && isKeptByProgram(field) ? [] : [name],
    ),
  );
  const seen = new Map<string, string>();
  for (const [index, { id, fields }] of form.sections.entries()) {
    const section = `/form/sections/${index}`;
    const before = form.sections.findIndex((other) => other.id === id);
    if (before < index)
      yield fault(`${section}/id`, "nameTaken", {
        name: id,
        other: `/form/sections/${before}/id`,
      });
    for (const [place, name] of fields.entries()) {
      const pointer = `${section}/fields/${place}`;
      const other = seen.get(name);
      if (!names.includes(name))
        yield fault(pointer, "formLacksField", {
          name,
          row,
          hint: hintFor(name, names),
        });
      else if (other !== undefined)
        yield fault(pointer, "nameTaken", { name, other });
      else seen.set(name, pointer);
    }
  }
}

const isKeptByProgram = (field: unknown): boolean =>
  isObject(field) && !isFilledIn(field);
