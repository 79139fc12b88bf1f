type FieldSchema = {
  readonly type?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
};

/** The flat body of a small form, as a schema describes it. */
export type FormSchema = {
  readonly required?: readonly string[];
  readonly properties: Readonly<Record<string, FieldSchema>>;
};

/** What is wrong with a field: a text of `auth.validation`, with its length. */
export type FieldProblem = {
  key: "required" | "email" | "tooShort" | "tooLong" | "invalid";
  length?: number;
};

/** As ajv-formats judges it; tried only on texts of a bounded length. */
const email =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;

const codePoints = (text: string) => Array.from(text).length;

/**
 * What a schema says against one text field of a form; null when nothing. An
 * empty text is a missing one. Small, for the pages before the sign-in; the
 * server checks the same schema in full.
 */
export function checkField(
  schema: FormSchema,
  name: string,
  text: string,
): FieldProblem | null {
  const field = schema.properties[name];
  if (!field) return null;
  if (text === "")
    return schema.required?.includes(name) ? { key: "required" } : null;
  const length = codePoints(text);
  const { minLength = 0, maxLength = Infinity, pattern } = field;
  if (length < minLength) return { key: "tooShort", length: minLength };
  if (length > maxLength) return { key: "tooLong", length: maxLength };
  if (field.format === "email" && !email.test(text)) return { key: "email" };
  if (pattern && !new RegExp(pattern, "u").test(text))
    return { key: "invalid" };
  return null;
}

/** The problems of every field that has one, by name. */
export function checkForm(
  schema: FormSchema,
  values: Readonly<Record<string, string>>,
): Record<string, FieldProblem> {
  const problems: Record<string, FieldProblem> = {};
  for (const name of Object.keys(schema.properties)) {
    const problem = checkField(schema, name, values[name] ?? "");
    if (problem) problems[name] = problem;
  }
  return problems;
}
