/** What Ajv says of one place, as far as we read it. */
export type ValidationError = {
  keyword: string;
  instancePath: string;
  params: Readonly<Record<string, unknown>>;
};

/** A compiled check: false leaves what is wrong in `errors`. */
export type Validate = {
  (value: unknown): boolean;
  errors?: readonly ValidationError[] | null;
};

/** What is wrong with a field; `length` is that of the text's message. */
export type FieldProblem = {
  key: "required" | "email" | "tooShort" | "tooLong" | "unknown" | "invalid";
  length?: number;
};

/** The most fields that are named at once. */
const mostFields = 50;

/**
 * The first problem of each field, by its name (`address.city` for a part of a
 * part), in the words that both programs show beside fields. What is wrong
 * with the whole is not listed.
 */
export function fieldProblems(
  errors: readonly ValidationError[],
): Map<string, FieldProblem> {
  const problems = new Map<string, FieldProblem>();
  for (const error of errors) {
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

/** Lengths are said as the messages do: more than, less than. */
function problemOf({ keyword, params }: ValidationError): FieldProblem {
  const limit = typeof params.limit === "number" ? params.limit : 0;
  switch (keyword) {
    case "required":
      return { key: "required" };
    case "additionalProperties":
      return { key: "unknown" };
    case "minLength":
      return limit <= 1
        ? { key: "required" }
        : { key: "tooShort", length: limit - 1 };
    case "maxLength":
      return { key: "tooLong", length: limit + 1 };
    default:
      return { key: params.format === "email" ? "email" : "invalid" };
  }
}
