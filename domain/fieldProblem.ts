/** One error of Ajv, with the properties that we read. */
export type ValidationError = {
  keyword: string;
  instancePath: string;
  params: Readonly<Record<string, unknown>>;
};

/** A compiled validator. If it returns false, `errors` has the errors. */
export type Validate = {
  (value: unknown): boolean;
  errors?: readonly ValidationError[] | null;
};

/** The problem of a field. `length` is the limit in the text of the message. */
export type FieldProblem = {
  key:
    | "required"
    | "email"
    | "phone"
    | "threeWords"
    | "tooShort"
    | "tooLong"
    | "unknown"
    | "notBefore"
    | "oneFilled"
    | "invalid";
  length?: number;
};

/** The largest number of fields in one reply. */
const mostFields = 50;

/**
 * Returns the first problem of each field by its name, which is a path such as
 * `address.city` for nested fields. Problems of the whole value are left out.
 * Both programs show them beside their fields.
 */
export function fieldProblems(
  errors: readonly ValidationError[],
): Map<string, FieldProblem> {
  const problems = new Map<string, FieldProblem>();
  for (const error of errors) {
    // The errors of `then` or `else` say what is wrong.
    if (error.keyword === "if") continue;
    const field = fieldOf(error);
    if (field === "" || problems.has(field)) continue;
    if (problems.size >= mostFields) break;
    problems.set(field, problemOf(error));
  }
  return problems;
}

function fieldOf({ instancePath, params }: ValidationError): string {
  const path = instancePath.split("/").slice(1);
  const name = params.missingProperty ?? params.additionalProperty;
  if (typeof name === "string") path.push(name);
  return path.join(".").slice(0, 100);
}

/** The problems that have no limit, by keyword. */
const plainProblems: Readonly<Record<string, FieldProblem["key"]>> = {
  required: "required",
  minLength: "required",
  additionalProperties: "unknown",
  "x-notBefore": "notBefore",
  "x-oneFilled": "oneFilled",
  "x-filled": "required",
};

/** The messages say "more than" and "less than", so the limits shift by one. */
function problemOf({ keyword, params }: ValidationError): FieldProblem {
  const limit = typeof params.limit === "number" ? params.limit : 0;
  if (keyword === "maxLength") return { key: "tooLong", length: limit + 1 };
  if (keyword === "minLength" && limit > 1)
    return { key: "tooShort", length: limit - 1 };
  const other = params.format === "email" ? "email" : "invalid";
  return { key: plainProblems[keyword] ?? other };
}
