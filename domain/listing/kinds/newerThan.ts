import { isDay } from "../../japanTime";
import { isDate, type Field } from "../../resource";
import { readChoices } from "./choices";
import { matching, testFor, type FilterSubject, type ReadValue } from "./kind";

/** The offered numbers of years of a filter that does not name its own. */
const usualYears = [1, 3, 5, 7, 10];

/** Years and days of the last so many years, counted back from the day of the reading. */
export const choices = ({ filter }: Pick<FilterSubject, "filter">): string[] =>
  (filter.years ?? usualYears).map(String);

export const read: ReadValue = (text, { filter }) =>
  readChoices(text, { single: true }, (value) =>
    choices({ filter }).includes(value),
  );

export const schema = ({ filter }: FilterSubject) =>
  matching(`All|${choices({ filter }).join("|")}`, 10);

export const test = testFor(
  "choices",
  ({ values: [years = "0"] }, { field, today }) => {
    const year = Number(today.slice(0, 4)) - Number(years);
    const from = isDate(field) ? dayIn(year, today) : year;
    return { between: { from, to: null } };
  },
);

/** Returns the same day in a year; 1 March for 29 February in a common year. */
function dayIn(year: number, today: string): string {
  const day = `${String(year)}${today.slice(4)}`;
  return isDay(day) ? day : `${String(year)}-03-01`;
}

/** The age by a year without a month is less exact, and its text says so. */
export const message = (years: string, field: Field) => ({
  key: isDate(field)
    ? ("list.kinds.newerThan" as const)
    : ("list.kinds.newerThanByYear" as const),
  values: { smart_count: Number(years) },
});
