import { formatNumber } from "../../../domain/money";
import { fieldProblems, type Validate } from "../../../domain/fieldProblem";
import type { Translate } from "../../providers/i18n/keys";
import { problemText } from "../../providers/fieldProblems";
import type { Values } from "./formValues";

/** Error texts by the path of the field, such as `address.city`. */
export type Errors = Readonly<Record<string, string>>;

/** Returns the error texts of a body, by the rules that the server has too. */
export function errorsOf(
  validate: Validate | null,
  body: Values,
  t: Translate,
): Errors {
  if (!validate || validate(body)) return {};
  const limits = limitTexts(validate, t);
  return Object.fromEntries(
    [...fieldProblems(validate.errors ?? [])].map(([field, problem]) => [
      field,
      limits.get(field) ?? problemText(problem, t) ?? "",
    ]),
  );
}

/** Returns the texts of numbers that are too low or too high. */
function limitTexts({ errors }: Validate, t: Translate): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { keyword, instancePath, params } of errors ?? []) {
    if (keyword !== "minimum" && keyword !== "maximum") continue;
    const limit = formatNumber(Number(params.limit));
    const field = instancePath.split("/").slice(1).join(".");
    texts.set(field, t(`form.${keyword}`, { limit }));
  }
  return texts;
}
