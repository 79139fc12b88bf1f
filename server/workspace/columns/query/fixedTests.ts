import type { FieldTest } from "../../../../domain/condition/condition";
import {
  readCondition,
  type Reader,
} from "../../../../domain/condition/reader";
import type { FixedCondition } from "../../../../domain/listing/fixedConditions";
import {
  acceptedByTest,
  NotLoaded,
  required,
  type Accepted,
  type Tested,
} from "./conditions";

/** A test of one field, or its complement. */
type Literal = { name: string; accepted: Accepted; isNegated: boolean };
/** Literals of which a row meets at least one. */
type Clause = readonly Literal[];
/** Returns the clauses that all hold if the condition is met, or if it is not met. */
type Clauses = (isNegated: boolean) => readonly Clause[];

/** Above this number of clauses the database answers. */
const mostClauses = 64;

/** A row without a value has a code too, so that a complement includes it. */
const clauseReader: Reader<Tested & { name: string }, Clauses> = {
  tests: {
    is: (tested, value) => literal(tested, acceptedByTest.is(tested, value)),
    in: (tested, values) => literal(tested, acceptedByTest.in(tested, values)),
    atLeast: (tested, end) =>
      literal(tested, acceptedByTest.atLeast(tested, end)),
    atMost: (tested, end) =>
      literal(tested, acceptedByTest.atMost(tested, end)),
    contains: (tested, text) =>
      literal(tested, acceptedByTest.contains(tested, text)),
    filled: (tested, value) =>
      literal(tested, acceptedByTest.filled(tested, value)),
  },
  all: (parts) => (isNegated) =>
    isNegated ? eitherOf(parts, true) : parts.flatMap((part) => part(false)),
  any: (parts) => (isNegated) =>
    isNegated ? parts.flatMap((part) => part(true)) : eitherOf(parts, false),
  not: (part) => (isNegated) => part(!isNegated),
};

const literal =
  ({ name }: { name: string }, accepted: Accepted | null): Clauses =>
  (isNegated) => [[{ name, accepted: required(accepted), isNegated }]];

/** Returns the clauses that hold if the clauses of at least one part do. */
function eitherOf(
  parts: readonly Clauses[],
  isNegated: boolean,
): readonly Clause[] {
  return parts.reduce<readonly Clause[]>(
    (found, part) => {
      const clauses = part(isNegated);
      if (found.length * clauses.length > mostClauses) throw new NotLoaded();
      return found.flatMap((clause) =>
        clauses.map((other) => [...clause, ...other]),
      );
    },
    [[]],
  );
}

/**
 * Returns a fixed condition as clauses, which a scan tests one by one. Throws `NotLoaded`
 * for a condition that only the database can test.
 */
export const clausesOf = (
  condition: FixedCondition,
  testedOf: (name: string) => Tested,
): readonly Clause[] =>
  readCondition(clauseReader, condition, ({ field: name }: FieldTest) => ({
    ...testedOf(name),
    name,
  }))(false);
