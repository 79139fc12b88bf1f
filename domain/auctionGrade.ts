import type { Tone } from "./lotStatus";

/** Auction grades from best to worst. Grades on one line are equal. */
const order = [
  ["S"],
  ["9", "8", "7"],
  ["6"],
  ["5"],
  ["4.5"],
  ["4"],
  ["3.5"],
  ["3"],
  ["RA", "R1"],
  ["R", "RB", "R2", "R?"],
  ["2"],
  ["1", "WR"],
  ["***", "0", "--"],
];

const ranks = new Map(
  order.flatMap((grades, rank) =>
    grades.map((grade): [string, number] => [grade, rank + 1]),
  ),
);

/** Returns the rank of an auction grade, 1 for the best; null for other text. */
export const gradeRank = (grade: string): number | null =>
  ranks.get(grade.trim().toUpperCase()) ?? null;

const green = new Set(["6", "5", "S"]);
const orange = new Set(["3.5", "4", "4.5"]);
const red = new Set("*** RA R 3 2 RB R2 R? 1 WR".split(" "));

/** Returns the colour of an auction grade, grey for an unknown grade. */
export function gradeTone(grade: string): Tone {
  if (green.has(grade)) return "green";
  if (orange.has(grade)) return "orange";
  return red.has(grade) ? "red" : "grey";
}
