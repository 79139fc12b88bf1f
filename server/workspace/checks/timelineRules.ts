import { isDate, type Timeline } from "../../../domain/resource";
import { hintFor } from "../../platform/nearest";
import { fault, type Fault } from "../../platform/problem";
import { rule, type Facts, type Rule } from "./rules";

/** Rules about the lead and the timelines of a row's page. Unknown fields are reported apart. */
export const timelineRules: readonly Rule[] = [
  rule("timelines/*", timelineFaults),
  ...["lead/due", "timelines/*/steps/*/on", "timelines/*/steps/*/planned"].map(
    (path) =>
      rule(path, function* (name: string, { row }) {
        const field = row.properties[name];
        if (field && !isDate(field))
          yield fault("", "timelineNotDate", { field: name });
      }),
  ),
];

/**
 * Yields values that the state lacks or that two steps name, and steps without a label: with a
 * state, each step names values of it; without a state, each step has a day.
 */
function* timelineFaults(
  { state, steps }: Timeline,
  { row }: Facts,
): Generator<Fault> {
  const field = state === undefined ? undefined : row.properties[state];
  const values = (field?.enum ?? []).map(String);
  if (field && !field.enum)
    yield fault("/state", "timelineNotEnum", { field: state ?? "" });
  const seen = new Map<string, string>();
  for (const [index, { states = [], on }] of steps.entries()) {
    const step = `/steps/${index}`;
    const isLabelled = state === undefined ? on : states.length > 0;
    if (!isLabelled || (state === undefined && states.length > 0))
      yield fault(
        step,
        state === undefined ? "stepNeedsDay" : "stepNeedsState",
      );
    for (const [place, value] of states.entries()) {
      const pointer = `${step}/states/${place}`;
      const other = seen.get(value);
      if (field?.enum && !values.includes(value))
        yield fault(pointer, "stepUnknownState", {
          ...{ value, field: state ?? "" },
          hint: hintFor(value, values),
        });
      else if (other !== undefined)
        yield fault(pointer, "nameTaken", { name: value, other });
      else seen.set(value, pointer);
    }
  }
}
