import { panelIds } from "../../domain/sheet/damageCode";
import { integer, pick, type Random } from "./random";

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
export function sheetMarks(random: Random, grade: string): string[] {
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
