import type {
  Condition,
  FieldTest,
  Operator,
  Value,
} from "../../../../domain/condition/condition";
import { fieldType, type Field } from "../../../../domain/resource";

export type Subject = "field" | "filter" | "viewer";
export type Kind = Subject | "all" | "any" | "not";

/** The subjects and texts that all controls of a builder share. */
export type Builder = {
  kinds: readonly Kind[];
  /** The fields or filters that a test can name. */
  names: readonly string[];
  fieldOf: (name: string) => Field | undefined;
  nameText: (kind: "fields" | "filters", name: string) => string;
};

export type PartProps<Part> = {
  id: string;
  part: Part;
  builder: Builder;
  onChange: (part: Condition) => void;
};

/** The parts of a condition that the builder can add. */
export const kindsFor = (subjects: readonly Subject[]): readonly Kind[] => [
  ...subjects,
  "all",
  "any",
  "not",
];

const operators: Readonly<Record<Operator, true>> = {
  is: true,
  in: true,
  atLeast: true,
  atMost: true,
  contains: true,
  filled: true,
};

/** Returns the operators of a subject. */
export const operatorsFor = (subject: "field" | "filter"): Operator[] =>
  (Object.keys(operators) as Operator[]).filter(
    (name) => subject === "field" || ["is", "in", "filled"].includes(name),
  );

/** Returns the operators that a test has. */
export const operatorsOf = (test: object): Operator[] =>
  operatorsFor("field").filter((name) => Object.hasOwn(test, name));

/** Returns the kind of a part. An unknown shape counts as a test of a field. */
export const kindOf = (part: object): Kind =>
  kindsFor(["field", "filter", "viewer"]).find((kind) =>
    Object.hasOwn(part, kind),
  ) ?? "field";

/** Returns a new part of a kind, which keeps the old part where it can. */
export function partOf(kind: Kind, name: string, old?: Condition): Condition {
  switch (kind) {
    case "field":
      return { field: name, filled: true };
    case "filter":
      return { filter: name, filled: true };
    case "viewer":
      return { viewer: { roles: ["manager"] } };
    case "not":
      return { not: old ?? partOf("field", name) };
    case "all":
      return { all: partsOf(old) };
    case "any":
      return { any: partsOf(old) };
  }
}

/** Returns the parts of a group; any other part alone. */
function partsOf(part: Condition | undefined): Condition[] {
  if (part === undefined) return [];
  if ("all" in part) return part.all;
  return "any" in part ? part.any : [part];
}

/** Returns a test with another operator, whose value is kept if it fits. */
export function withOperator<Test extends object>(
  test: Test,
  name: Operator,
): Test {
  const old = test as Partial<FieldTest>;
  const [before] = old.in ?? [old.is ?? old.atLeast ?? old.atMost ?? ""];
  const rest = Object.fromEntries(
    Object.entries(test).filter(([key]) => !Object.hasOwn(operators, key)),
  );
  const value = {
    is: before,
    in: [before],
    atLeast: before,
    atMost: before,
    contains: String(before),
    filled: true,
  }[name];
  return { ...rest, [name]: value } as Test;
}

/** Returns the value of a typed text, by the type of its field. */
export function valueOf(text: string, field: Field | undefined): Value {
  const type = fieldType(field?.items ?? field ?? {});
  if (type === "boolean" && (text === "true" || text === "false"))
    return text === "true";
  const isNumber = type === "integer" || type === "number";
  return isNumber && text.trim() !== "" && Number.isFinite(Number(text))
    ? Number(text)
    : text;
}
