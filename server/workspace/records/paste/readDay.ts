import { isDay } from "../../../../domain/japanTime";

/** Whether 03/04/2026 is the third of April or the fourth of March. */
export type DayOrder = "dayFirst" | "monthFirst";

/** A day as `2026-11-28`, or why the text is no day. */
type ReadDay = { day: string } | "unclear" | "none";

/** The beginnings of the names of the months, in English and Russian. */
const months = [
  ["january", "январь", "января"],
  ["february", "февраль", "февраля"],
  ["march", "март", "марта"],
  ["april", "апрель", "апреля"],
  ["may", "май", "мая"],
  ["june", "июнь", "июня"],
  ["july", "июль", "июля"],
  ["august", "август", "августа"],
  ["september", "сентябрь", "сентября"],
  ["october", "октябрь", "октября"],
  ["november", "ноябрь", "ноября"],
  ["december", "декабрь", "декабря"],
] as const;

/**
 * Reads a day as spreadsheets and the lists of the program write it: 2026-11-28, 2026/11/28,
 * 2026年11月28日, 28.11.2026, 28/11/2026, 28 Nov 2026, Nov 28, 2026 and 28 нояб. A year of two digits is in
 * this century, a missing one is the year of `today`. A day such as 03/04/2026 is unclear
 * without an order.
 */
export function readDay(
  text: string,
  { order, today }: { order: DayOrder | undefined; today: string },
): ReadDay {
  const written = text
    .normalize("NFKC")
    .replace(/\s+/g, " ")
    .trim()
    // A spreadsheet writes a day with the time of its midnight.
    .replace(/[ T]0?0:00(:00(\.0+)?)?$/, "");
  const [, year, month, date] =
    /^(\d{4})[-/.年] ?(\d{1,2})[-/.月] ?(\d{1,2})日?$/.exec(written) ?? [];
  if (year !== undefined) return dayOf(year, month, date);
  const [, first = "", sign, second = "", short] =
    /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/.exec(written) ?? [];
  if (short !== undefined) {
    if (sign === ".") return dayOf(short, second, first);
    return slashed(first, second, { year: short, order });
  }
  return named(written, today);
}

function slashed(
  first: string,
  second: string,
  { year, order }: { year: string; order: DayOrder | undefined },
): ReadDay {
  const dayFirst = dayOf(year, second, first);
  const monthFirst = dayOf(year, first, second);
  if (order === "dayFirst") return dayFirst;
  if (order === "monthFirst") return monthFirst;
  if (dayFirst === "none") return monthFirst;
  if (monthFirst === "none" || first === second) return dayFirst;
  return Number(first) === Number(second) ? dayFirst : "unclear";
}

function named(text: string, today: string): ReadDay {
  const [, date, word, year] =
    /^(\d{1,2})[ .-]{0,2}(\p{L}{3,9})\.?,?(?:[ -](\d{4}|\d{2})(?: ?г\.?)?)?$/u.exec(
      text,
    ) ?? [];
  const [, otherWord, otherDate, otherYear] =
    /^(\p{L}{3,9})\.? (\d{1,2})(?:, ?(\d{4}))?$/u.exec(text) ?? [];
  const name = (word ?? otherWord ?? "").toLowerCase();
  const index = months.findIndex(
    (names) => name !== "" && names.some((full) => full.startsWith(name)),
  );
  // English abbreviates September with four letters.
  const month = name === "sept" ? 9 : index + 1;
  return month === 0
    ? "none"
    : dayOf(
        year ?? otherYear ?? today.slice(0, 4),
        String(month),
        date ?? otherDate,
      );
}

function dayOf(year: string, month = "", date = ""): ReadDay {
  const full = year.length === 2 ? `20${year}` : year;
  const day = `${full}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`;
  return isDay(day) ? { day } : "none";
}
