import { panelIds } from "../../domain/sheet/damageCode";
import type { DemoSheets, SheetTemplate } from "../../server/demo/demoData";
import { conditions } from "./facts";
import words from "./facts/sheets.json";
import { createRandom, integer, pick, type Random } from "./random";

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

const { cautions, notes } = words;

/** Returns notes of the seller that do not depend on the car. */
const ownNotes = (random: Random): string =>
  [
    ...(random() < 0.15 ? [pick(random, notes.rare)] : []),
    ...(random() < 0.4 ? [pick(random, cautions)] : []),
  ].join(" ");

/** Returns Japanese notes of the inspector that fit the grade. */
const inspectorNotes = (random: Random, grade: string): string =>
  [...new Set(inspected(random, grade))].join(" ");

function inspected(random: Random, grade: string): string[] {
  const { clean, used, worn, repaired, broken } = notes;
  const some = (phrases: readonly string[], least: number, most: number) =>
    Array.from({ length: integer(random, least, most) }, () =>
      pick(random, phrases),
    );
  if (["S", "6", "5"].includes(grade)) return some(clean, 1, 2);
  if (grade === "4.5") return [...some(clean, 0, 1), ...some(used, 1, 2)];
  if (grade === "4") return some(used, 2, 4);
  if (grade.startsWith("R"))
    return [...some(repaired, 1, 2), ...some(used, 1, 3)];
  const base = [...some(used, 2, 4), ...some(worn, 2, 4)];
  return ["3.5", "3", "2"].includes(grade)
    ? base
    : [...some(broken, 1, 3), ...base];
}

/** The damage that a grade usually has. */
type Band = {
  grades: readonly string[];
  count: readonly [least: number, most: number];
  codes: readonly string[];
};

const small = ["A1", "A1", "U1", "A1", "E1"];
const usual = ["A1", "A1", "A2", "U1", "U1", "E1", "E2", "W1", "P1", "B1"];
const worn = [...usual, "A2", "A3", "U2", "W2", "W2", "S1", "B2", "P2", "H1"];
const broken = [...worn, "A3", "U3", "B3", "W3", "S2", "C1", "Y2", "X"];

const bands: readonly Band[] = [
  { grades: ["S"], count: [0, 0], codes: small },
  { grades: ["6"], count: [0, 1], codes: small },
  { grades: ["5"], count: [0, 2], codes: small },
  { grades: ["4.5"], count: [1, 4], codes: small },
  { grades: ["4"], count: [4, 9], codes: usual },
  { grades: ["3.5"], count: [8, 16], codes: worn },
  { grades: ["3"], count: [9, 16], codes: worn },
  { grades: ["R", "RA", "RB"], count: [4, 9], codes: usual },
];
const rest: Band = { grades: [], count: [9, 16], codes: broken };

const hidden = ["core-support", "left-inside-panel", "right-inside-panel"];
const glass = ["windscreen", "rear-window"];
const painted = panelIds.filter(
  (panel) => !hidden.includes(panel) && !glass.includes(panel),
);

/** Returns the marks of a car map that fit the grade, worst panels of repaired cars too. */
function sheetMarks(random: Random, grade: string): string[] {
  const band = bands.find(({ grades }) => grades.includes(grade)) ?? rest;
  const marks = Array.from({ length: integer(random, ...band.count) }, () => {
    const panel = pick(random, painted);
    const isWheel = panel.endsWith("wheel") || panel.endsWith("mirror");
    return `${isWheel ? "A1" : pick(random, band.codes)} ${panel}`;
  });
  if (band.count[1] > 4 && random() < 0.3) marks.push("G windscreen");
  if (grade.startsWith("R"))
    marks.push(
      `XX ${pick(random, ["bonnet", "core-support"])}`,
      `W2 ${pick(random, hidden)}`,
    );
  return [...new Set(marks)];
}
