import { integer, pick, type Random } from "../random";
import { sheets } from "./sheetFacts";

type Notes = { sellerNotes: string; inspectorNotes: string };

/** Returns the Japanese notes of seller and inspector that fit the grade. */
export function demoNotes(
  random: Random,
  { grade, equipment }: { grade: string; equipment: string },
): Notes {
  const points = [...sheets.points]
    .filter(([code]) => ` ${equipment} `.includes(` ${code} `))
    .map(([, phrase]) => phrase);
  const cautions = random() < 0.4 ? [pick(random, sheets.cautions)] : [];
  const own = random() < 0.15 ? [pick(random, sheets.notes.rare)] : [];
  return {
    sellerNotes: [...new Set(points), ...own, ...cautions].join(" "),
    inspectorNotes: [...new Set(inspected(random, grade))].join(" "),
  };
}

function inspected(random: Random, grade: string): string[] {
  const { clean, used, worn, repaired, broken } = sheets.notes;
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
