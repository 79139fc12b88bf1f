import type { DemoSheets, SheetTemplate } from "../../server/demo/demoData";
import { conditions } from "./facts";
import words from "./facts/sheets.json";
import { createRandom, integer, pick, type Random } from "./random";
import { sheetMarks } from "./sheetMarks";
import { inspectorNotes, ownNotes } from "./sheetNotes";

/** So many cars of a grade have different sheets. */
const sheetsOfGrade = 60;

/** Returns sheets for each grade, without the rows that repeat fields of the car. */
export function demoSheets(seed: string): DemoSheets {
  const grades = conditions.flatMap(({ shares }) =>
    shares.map(({ grade }) => grade),
  );
  const { bodies, colours, fuels, points } = words;
  const templates = [...new Set(grades)].map((grade) => {
    const random = createRandom(`${seed}/sheets/${grade}`);
    const make = () => sheetTemplate(random, grade);
    return [grade, Array.from({ length: sheetsOfGrade }, make)] as const;
  });
  return {
    words: { bodies, colours, fuels, points },
    templates: Object.fromEntries(templates),
  };
}

const sheetTemplate = (random: Random, grade: string): SheetTemplate => ({
  grades: {
    interior: interiorGrade(random, grade),
    ...(random() < 0.5 && { exterior: exteriorGrade(random, grade) }),
  },
  rows: {
    interiorColor: pick(random, Object.values(words.trims)),
    history: pick(random, [
      "自家用",
      "自家用",
      "自家用",
      "自家用",
      "レンタ",
      "事業用",
    ]),
    plate: `${pick(random, words.plates)} ${integer(random, 300, 399)}`,
    recycling: String(integer(random, 60, 160) * 100),
    serviceBook: yesOrNo(random, 0.6),
    manuals: yesOrNo(random, 0.7),
    spareKey: yesOrNo(random, 0.4),
    sellerNotes: ownNotes(random),
    inspectorNotes: inspectorNotes(random, grade),
  },
  registeredIn: integer(random, 1, 12),
  inspectedUntil:
    random() < 0.5
      ? { years: integer(random, 0, 1), month: integer(random, 1, 12) }
      : null,
  paint: random() < 0.02 ? "色替有" : "色替無",
  mileageMark: random() < 0.02 ? pick(random, ["$", "#", "*"]) : "",
  marks: sheetMarks(random, grade),
});

const yesOrNo = (random: Random, share: number): string =>
  random() < share ? "有" : "無";

const interiorGrade = (random: Random, grade: string): string =>
  pick(
    random,
    ["S", "6", "5"].includes(grade)
      ? ["A", "A", "B"]
      : ["B", "B", "C", "C", "D"],
  );

const exteriorGrade = (random: Random, grade: string): string =>
  pick(
    random,
    ["S", "6", "5", "4.5"].includes(grade) ? ["A", "B"] : ["C", "C", "D"],
  );
