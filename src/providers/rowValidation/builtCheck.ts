import type { Validate, ValidationError } from "../../../domain/fieldProblem";
import type { Field, RowSchema } from "../../../domain/resource";
import { rowChecks } from "../../../generated/rowChecks";
import { schemaOf } from "../foreign/schemas";

/** What of a field the checks of the build know. */
const rulesOf = ({ type, enum: choices, format, items }: Field): string =>
  JSON.stringify([type, choices, format, items?.type, items?.enum]);

/**
 * The check of a row as it was when the program was built, of types, choices
 * and formats only: how long a text may be is a rule of our own server. A field
 * that the viewer's row does not have, or that is another by now, is not
 * judged. Null for a row that the build does not know.
 */
export function builtCheck(row: RowSchema): Validate | null {
  const check = rowChecks[row.$id];
  if (!check) return null;
  const built = schemaOf(row.$id).properties as RowSchema["properties"];
  const isJudged = ({ instancePath }: ValidationError) => {
    const name = instancePath.split("/")[1];
    if (name === undefined) return true;
    const [own, theirs] = [built[name], row.properties[name]];
    return own && theirs ? rulesOf(own) === rulesOf(theirs) : false;
  };
  const judge: Validate = (value) => {
    judge.errors = check(value) ? null : (check.errors ?? []).filter(isJudged);
    return !judge.errors?.length;
  };
  return judge;
}
