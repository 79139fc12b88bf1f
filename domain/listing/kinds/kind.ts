import type { Field, Filter } from "../../resource";
import type { FilterValue } from "../state";

/** A filter with the field that it tests. */
export type FilterSubject = { filter: Filter; field: Field };

/** How a value of a filter is composed. */
export type ValueForm = FilterValue["kind"];
type ValueOf<Form extends ValueForm> = Extract<FilterValue, { kind: Form }>;

/** Returns the value in a text of a URL or a call; null for an invalid text. */
export type ReadValue = (
  text: string,
  subject: FilterSubject,
) => FilterValue | null;

/** The schema of a call's parameter, without its type and the title of the field. */
export type ParameterSchema = {
  maxLength: number;
  pattern?: string;
  description?: string;
};

/** The test that a row meets by the field of a filter. It contains no SQL. */
export type RowTest =
  /** The value, or an entry of a list, is one of these or a member of these groups. */
  | { among: readonly string[] }
  /** A dictionary word with one of these ids. */
  | { words: readonly number[] }
  /** A number or a day between both ends, inclusive; null is no end. */
  | { between: { from: number | string | null; to: number | string | null } }
  /** A text that begins with this text, in any case. */
  | { beginsWith: string }
  | { filled: boolean };

/** Returns the test of a value; `today` is the day in Japan. */
export type TestValue = (
  value: FilterValue,
  subject: FilterSubject & { today: string },
) => RowTest;

/** Returns the test of values of one form. It throws for a value of another form. */
export const testFor =
  <Form extends ValueForm>(
    form: Form,
    testOf: (
      value: ValueOf<Form>,
      subject: FilterSubject & { today: string },
    ) => RowTest,
  ): TestValue =>
  (value, subject) => {
    if (!isOfForm(value, form))
      throw new Error(`"${subject.filter.field}" has no ${value.kind}`);
    return testOf(value, subject);
  };

const isOfForm = <Form extends ValueForm>(
  value: FilterValue,
  form: Form,
): value is ValueOf<Form> => value.kind === form;

/** Returns the schema of a parameter that is empty or matches a pattern. */
export const matching = (
  pattern: string,
  maxLength: number,
): ParameterSchema => ({ maxLength, pattern: `^(${pattern})?$` });
