import type { MetaCondition } from "../../generated/schemas";

/** A condition, or several that must all be met, as declarations write them. */
export type Conditions = MetaCondition | readonly MetaCondition[];

/** The keys that compare a field or a filter. */
export type Operator = Exclude<
  keyof MetaCondition,
  "all" | "any" | "not" | "field" | "filter" | "viewer"
>;
/** The operators of a test with their values; all of them must be met. */
export type Operands = {
  readonly [Name in Operator]?: MetaCondition[Name];
};
/** The value with which an operator compares. */
export type Operand<Name extends Operator> = NonNullable<Operands[Name]>;
export type Value = Operand<"is">;

export type FieldTest = { readonly field: string } & Operands;
export type FilterTest = { readonly filter: string } & Operands;
export type ViewerTest = {
  readonly viewer: NonNullable<MetaCondition["viewer"]>;
};

/** A condition without viewer parts. `all` of nothing is met, `any` of nothing is not. */
export type DecidedCondition<Test = FieldTest | FilterTest> =
  | Test
  | { readonly all: DecidedCondition<Test>[] }
  | { readonly any: DecidedCondition<Test>[] }
  | { readonly not: DecidedCondition<Test> };

/** A condition as it is declared. */
export type Condition = DecidedCondition<FieldTest | FilterTest | ViewerTest>;

/** A condition over the fields of a row alone. */
export type RowCondition = DecidedCondition<FieldTest>;

/** Returns conditions as a list, all of which must be met. The meta-schema has checked them. */
export const conditionList = (
  conditions: Conditions | undefined,
): Condition[] =>
  (conditions === undefined ? [] : [conditions].flat()) as Condition[];

/** Returns conditions as one. */
export const conditionOf = (conditions: Conditions | undefined): Condition => {
  const [first, ...others] = conditionList(conditions);
  return first && others.length === 0
    ? first
    : { all: conditionList(conditions) };
};

/** A test of a condition with its JSON pointer. */
export type PlacedTest = {
  pointer: string;
  test: FieldTest | FilterTest | ViewerTest;
};

/** Yields the tests of conditions, at every depth. */
export function* testsIn(
  conditions: Conditions | undefined,
): Generator<PlacedTest> {
  const isList = Array.isArray(conditions);
  for (const [index, condition] of conditionList(conditions).entries())
    yield* testsWithin(condition, isList ? `/${String(index)}` : "");
}

function* testsWithin(
  condition: Condition,
  pointer: string,
): Generator<PlacedTest> {
  if ("not" in condition) yield* testsWithin(condition.not, `${pointer}/not`);
  else if ("all" in condition || "any" in condition) {
    const [key, parts] =
      "all" in condition ? ["all", condition.all] : ["any", condition.any];
    for (const [index, part] of parts.entries())
      yield* testsWithin(part, `${pointer}/${key}/${String(index)}`);
  } else yield { pointer, test: condition };
}

/** Returns the fields that conditions test, each once. */
export const fieldsIn = (conditions: Conditions | undefined): string[] => [
  ...new Set(
    [...testsIn(conditions)].flatMap(({ test }) =>
      "field" in test ? test.field : [],
    ),
  ),
];

/** Returns the filters that conditions test, each once. */
export const filtersIn = (conditions: Conditions | undefined): string[] => [
  ...new Set(
    [...testsIn(conditions)].flatMap(({ test }) =>
      "filter" in test ? test.filter : [],
    ),
  ),
];
