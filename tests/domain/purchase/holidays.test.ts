import { expect, it } from "vitest";
import { weekdayOf } from "../../../domain/japanTime";
import calendar from "../../../scripts/demo/facts/calendar.json";

const two = (number: number) => String(number).padStart(2, "0");

/** Returns the day of the `nth` Monday of a month. */
function mondayOf(year: number, month: number, nth: number): string {
  const first = weekdayOf(`${year}-${two(month)}-01`);
  const day = 1 + ((8 - first) % 7) + (nth - 1) * 7;
  return `${year}-${two(month)}-${two(day)}`;
}

/** The holidays of the Act on National Holidays, articles 2 and 3; equinoxes as announced. */
function holidaysOf(year: number, equinoxes: readonly string[]): string[] {
  const on = (days: readonly string[]) => days.map((day) => `${year}-${day}`);
  const named = new Set([
    ...on(["01-01", "02-11", "02-23", "04-29", "05-03", "05-04", "05-05"]),
    ...on(["08-11", "11-03", "11-23", ...equinoxes]),
    ...([mondayOf(year, 1, 2), mondayOf(year, 7, 3)] as const),
    ...([mondayOf(year, 9, 3), mondayOf(year, 10, 2)] as const),
  ]);
  const next = (day: string, count = 1) =>
    new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);
  const moved = [...named].flatMap((day) => {
    if (weekdayOf(day) !== 7) return [];
    let free = next(day);
    while (named.has(free)) free = next(free);
    return [free];
  });
  const between = [...named].flatMap((day) =>
    !named.has(next(day)) && named.has(next(day, 2)) ? [next(day)] : [],
  );
  return [...new Set([...named, ...moved, ...between])].toSorted();
}

it.each([
  [2026, ["03-20", "09-23"]],
  [2027, ["03-21", "09-23"]],
] as const)("the demo has the holidays of %i by law", (year, equinoxes) => {
  const listed = calendar.holiday.flatMap(({ day, kind }) =>
    kind === "national" && day.startsWith(`${year}`) ? [day] : [],
  );
  expect(listed).toEqual(holidaysOf(year, equinoxes));
});
