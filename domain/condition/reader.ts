import type {
  DecidedCondition,
  FieldTest,
  FilterTest,
  Operand,
  Operands,
  Operator,
} from "./condition";

/**
 * One reading of conditions, such as SQL. Each reading has every operator, so that a new
 * operator does not compile until all of them can read it.
 */
export type Reader<Subject, Result> = {
  readonly tests: {
    readonly [Name in Operator]: (
      subject: Subject,
      value: Operand<Name>,
    ) => Result;
  };
  /** Of nothing it is met. */
  all(parts: readonly Result[]): Result;
  /** Of nothing it is not met. */
  any(parts: readonly Result[]): Result;
  /** The exact complement: an empty field, which meets no test, meets it. */
  not(part: Result): Result;
};

/** Reads a condition with the subject of each test. */
export function readCondition<
  Test extends FieldTest | FilterTest,
  Subject,
  Result,
>(
  reader: Reader<Subject, Result>,
  condition: DecidedCondition<Test>,
  subjectOf: (test: Test) => Subject,
): Result {
  const read = (part: DecidedCondition<Test>): Result => {
    if ("all" in part) return reader.all(part.all.map(read));
    if ("any" in part) return reader.any(part.any.map(read));
    if ("not" in part) return reader.not(read(part.not));
    const results = readTest(reader, part, subjectOf(part));
    const [first, ...others] = results;
    return first !== undefined && others.length === 0
      ? first
      : reader.all(results);
  };
  return read(condition);
}

/** Returns the results of the operators of a test, which must all be met. */
function readTest<Subject, Result>(
  { tests }: Reader<Subject, Result>,
  operands: Operands,
  subject: Subject,
): Result[] {
  return (Object.keys(tests) as Operator[]).flatMap((name) =>
    resultOf(tests, { name, value: operands[name] }, subject),
  );
}

function resultOf<Name extends Operator, Subject, Result>(
  tests: Reader<Subject, Result>["tests"],
  { name, value }: { name: Name; value: Operands[Name] },
  subject: Subject,
): Result[] {
  return value === undefined ? [] : [tests[name](subject, value)];
}
