import type { Validate, ValidationError } from "../../../domain/fieldProblem";
import type { Field, RowSchema } from "../../../domain/resource";
import { rowChecks } from "../../../generated/rowChecks";
import { schemaOf } from "../foreign/schemas";

/** The rules of a field that the checks of the build cover. */
const rulesOf = ({ type, enum: choices, format, items }: Field): string =>
  JSON.stringify([type, choices, format, items?.type, items?.enum]);

/**
 * Returns the check of a row that was compiled at build time. It covers types,
 * enums and formats, since other servers need not keep our lengths and bounds.
 * Fields that are hidden from the viewer or have changed since the build are
 * not checked. Null if the build has no check for the row.
 */
export function builtCheck(row: RowSchema): Validate | null {
  const check = rowChecks[row.$id];
  if (!check) return null;
  const built = schemaOf(row.$id).properties as RowSchema["properties"];
  const isCovered = ({ instancePath }: ValidationError) => {
    const name = instancePath.split("/")[1];
    if (name === undefined) return true;
    const [own, theirs] = [built[name], row.properties[name]];
    return own && theirs ? rulesOf(own) === rulesOf(theirs) : false;
  };
  const validate: Validate = (value) => {
    validate.errors = check(value)
      ? null
      : (check.errors ?? []).filter(isCovered);
    return !validate.errors?.length;
  };
  return validate;
}
