import words from "./facts/sheets.json";
import { integer, pick, type Random } from "./random";

const { cautions, notes } = words;

/** Returns notes of the seller that do not depend on the car. */
export const ownNotes = (random: Random): string =>
  [
    ...(random() < 0.15 ? [pick(random, notes.rare)] : []),
    ...(random() < 0.4 ? [pick(random, cautions)] : []),
  ].join(" ");

/** Returns Japanese notes of the inspector that fit the grade. */
export const inspectorNotes = (random: Random, grade: string): string =>
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
