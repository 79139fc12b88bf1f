import { formatNumber } from "../../../domain/money";
import { neededFields } from "../../../domain/condition/shownFields";
import { fieldProblems, type Validate } from "../../../domain/fieldProblem";
import type { Translate } from "../../providers/i18n/useT";
import { problemText } from "../../providers/fieldProblems";
import type { Values } from "./formValues";
import type { Body } from "./useBody";

/** Error texts by the path of the field, such as `address.city`. */
export type Errors = Readonly<Record<string, string>>;

/**
 * Returns the error texts of a body, by the rules that the server has too. The
 * schema decides which fields are required: a form for several rows needs none.
 * Without a validator only missing values are errors.
 */
export function errorsOf(
  { schema, validate }: Body,
  body: Values,
  t: Translate,
): Errors {
  if (!validate) {
    const missing = neededFields(schema, body).filter(
      (name) =>
        body[name] === undefined ||
        (body[name] === null && !schema.required?.includes(name)),
    );
    const text = t("auth.validation.required");
    return Object.fromEntries(missing.map((name) => [name, text]));
  }
  if (validate(body)) return {};
  const errors = (validate.errors ?? []).filter(
    ({ keyword, instancePath, params }) =>
      keyword !== "required" ||
      instancePath !== "" ||
      schema.required?.includes(String(params.missingProperty)) === true,
  );
  const limits = limitTexts(validate, t);
  return Object.fromEntries(
    [...fieldProblems(errors)].map(([field, problem]) => [
      field,
      limits.get(field) ?? problemText(problem, t) ?? "",
    ]),
  );
}

/** The keywords of limits that have a text with the limit. */
const limits = ["minimum", "maximum", "multipleOf", "maxItems"] as const;

/** Returns the texts of numbers and lists that exceed a limit. */
function limitTexts({ errors }: Validate, t: Translate): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { keyword, instancePath, params } of errors ?? []) {
    const known = limits.find((name) => name === keyword);
    const field = instancePath.split("/").slice(1).join(".");
    if (!known || texts.has(field)) continue;
    const limit = formatNumber(Number(params.limit ?? params[known]));
    texts.set(field, t(`form.${known}`, { limit }));
  }
  return texts;
}
