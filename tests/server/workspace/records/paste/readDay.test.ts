import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDay } from "../../../../../server/workspace/records/paste/readDay";
import { formatDay } from "../../../../../src/workspace/formatMoment";

const today = "2026-11-28";
const read = (text: string, order?: "dayFirst" | "monthFirst") =>
  readDay(text, { order, today });
const day = fc
  .date({
    min: new Date("2000-01-01"),
    max: new Date("2099-12-31"),
    noInvalidDate: true,
  })
  .map((date) => date.toISOString().slice(0, 10));

describe("a pasted day", () => {
  it("is read in every unambiguous way to write it", () => {
    fc.assert(
      fc.property(day, (iso) => {
        const [year = "", month = "", date = ""] = iso.split("-");
        const [shortMonth, shortDate] = [Number(month), Number(date)];
        const noon = new Date(`${iso}T12:00:00Z`);
        const written = (locale: string, style: "short" | "long") =>
          new Intl.DateTimeFormat(locale, {
            ...{ day: "numeric", month: style, year: "numeric" },
            timeZone: "UTC",
          }).format(noon);
        for (const text of [
          iso,
          `${year}/${month}/${date}`,
          `${year}/${shortMonth}/${shortDate}`,
          `${year}年${shortMonth}月${shortDate}日`,
          `${date}.${month}.${year}`,
          `${shortDate}.${shortMonth}.${year.slice(2)}`,
          `${iso} 00:00:00`,
          `${iso}T00:00`,
          ...["en-GB", "en-US", "ru"].flatMap((locale) => [
            written(locale, "short"),
            written(locale, "long"),
          ]),
        ])
          expect(read(text), text).toEqual({ day: iso });
      }),
    );
  });

  it("is read as the lists of the program show it", () => {
    fc.assert(
      fc.property(day, fc.constantFrom("en", "ru"), (iso, locale) => {
        const text = formatDay(iso, locale);
        const shown = readDay(text, { order: undefined, today: iso });
        expect(shown, text).toEqual({ day: iso });
      }),
    );
  });

  it("with slashes is unclear exactly if both orders are days and differ", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 31 }),
        fc.integer({ min: 1, max: 31 }),
        (first, second) => {
          const text = `${first}/${second}/2026`;
          const both = [read(text, "dayFirst"), read(text, "monthFirst")];
          const days = both.filter((found) => found !== "none");
          const distinct = new Set(days.map((found) => JSON.stringify(found)));
          const expected =
            distinct.size === 2 ? "unclear" : (days[0] ?? "none");
          expect(read(text)).toEqual(expected);
        },
      ),
    );
  });

  it("with slashes is read in the chosen order", () => {
    expect(read("03/04/2026", "dayFirst")).toEqual({ day: "2026-04-03" });
    expect(read("03/04/26", "monthFirst")).toEqual({ day: "2026-03-04" });
    expect(read("13/04/2026", "monthFirst")).toBe("none");
  });

  it.each([
    "",
    "soon",
    "31.02.2026",
    "2026-13-01",
    "45992",
    "28 Foo 2026",
    "1",
  ])("is not read from “%s”", (text) => {
    expect(read(text)).toBe("none");
  });
});
