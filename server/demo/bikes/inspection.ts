import { pick, type Random } from "../random";
import type { Scores } from "./describeBike";
import plan from "../facts/bikeInspection.json";

/** The photos of a section: its number in ten, and the number of the picture. */
type PhotoOf = (section: number, picture: number) => string;

/**
 * Returns the six parts of an inspection report as the feed writes them: heading and
 * score before `#`, then items with their findings. A higher score has fewer findings.
 *
 * @example "Front:6#Tube outer-Rust Lv1,Front Tire-Reduce,-"
 */
export const inspectionRates = (
  random: Random,
  scores: Scores,
  photoOf: PhotoOf,
): { txt: string; img: string }[] =>
  plan.sections.map(({ key, heading, items }, section) => {
    const score = scores[key as keyof Scores];
    let pictures = 1;
    const findings = items.map((item) => {
      if (random() > (9 - score) * 0.09) return `${item}-`;
      pictures += 1;
      return `${item}-${pick(random, plan.findings)} ${pick(random, plan.levels)}`;
    });
    const photos = Array.from({ length: Math.min(pictures, 3) }, (_, picture) =>
      photoOf(section + 1, picture + 1),
    );
    return {
      txt: `${heading}:${score}#${findings.join(",")},-`,
      img: photos.join("#"),
    };
  });

/** Returns the lettered items of the sheet, from A on, joined by `#`. */
export function letteredItems(random: Random, scores: Scores): string {
  const count = 12 + Math.floor(random() * 15);
  const overall = Math.min(...Object.values(scores));
  return plan.letters
    .slice(0, count)
    .map((name, place) => {
      const letter = String.fromCharCode(65 + place);
      const isFine = random() < 0.4 + overall * 0.07;
      const text = isFine
        ? "OK"
        : `${pick(random, plan.findings)} ${pick(random, plan.levels)}`;
      return `${letter}-${name}: ${text}`;
    })
    .join("#");
}
