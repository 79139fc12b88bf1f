import type { ValidationError } from "../../../../domain/fieldProblem";
import type { Text } from "../../../platform/errors";
import type { CellFault, ImportPlan } from "./importPlan";
import type { RecordData } from "../recordQueries";

/**
 * Returns the faults of a row: the faults of its cells, and the rules of the row schema that
 * it breaks, one for each field.
 */
export function cellFaults(
  ofCells: readonly CellFault[],
  errors: readonly ValidationError[],
  { columns, values }: Pick<ImportPlan, "columns"> & { values: RecordData },
): CellFault[] {
  const faults = [...ofCells];
  for (const error of errors) {
    // The errors of `then` or `else` say what is wrong.
    if (error.keyword === "if") continue;
    const field = fieldOf(error);
    if (faults.some((fault) => fault.field === field)) continue;
    const column = columns.find((each) => each.field === field);
    faults.push({
      column: column?.heading ?? null,
      field: field === "" ? null : field,
      text: textOf(values[field]),
      ...reasonOf(error),
    });
  }
  return faults;
}

function fieldOf({ instancePath, params }: ValidationError): string {
  const [, first = ""] = instancePath.split("/");
  const name = params.missingProperty ?? params.additionalProperty;
  return first === "" && typeof name === "string" ? name : first;
}

const textOf = (value: unknown): string =>
  value === null || value === undefined
    ? ""
    : Array.isArray(value)
      ? value.join(", ")
      : JSON.stringify(value).replace(/^"|"$/g, "");

/** The messages of lengths say "more than" and "less than", so the limits shift by one. */
function reasonOf({ keyword, params }: ValidationError): Text {
  const limit = Number(params.limit ?? 0);
  switch (keyword) {
    case "required":
    case "x-filled":
      return { key: "errors.required_field" };
    case "x-notBefore":
      return { key: "errors.fields.notBefore" };
    case "x-oneFilled":
      return { key: "errors.fields.oneFilled" };
    case "minimum":
    case "maximum":
      return { key: `form.${keyword}`, values: { limit } };
    case "minLength":
      return limit <= 1
        ? { key: "errors.required_field" }
        : { key: "errors.fields.tooShort", values: { length: limit - 1 } };
    case "maxLength":
      return { key: "errors.fields.tooLong", values: { length: limit + 1 } };
    default:
      return { key: "errors.fields.invalid" };
  }
}
