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
    const found = items.map(({ name, findings }) => {
      if (random() > (9 - score) * 0.09) return `${name}-`;
      pictures += 1;
      const finding = pick(random, findings);
      const level = pick(random, plan.levels);
      return plan.ungraded.includes(finding)
        ? `${name}-${finding}`
        : `${name}-${finding} ${level}`;
    });
    const photos = Array.from({ length: Math.min(pictures, 3) }, (_, picture) =>
      photoOf(section + 1, picture + 1),
    );
    return {
      txt: `${heading}:${score}#${found.join(",")},-`,
      img: photos.join("#"),
    };
  });

/** Returns the lettered items of the sheet, from A on, joined by `#`. */
export function letteredItems(random: Random, scores: Scores): string {
  const count = 12 + Math.floor(random() * 15);
  const overall = Math.min(...Object.values(scores));
  return plan.letters
    .slice(0, count)
    .map(({ name, findings }, place) => {
      const letter = String.fromCharCode(65 + place);
      const isFine = random() < 0.4 + overall * 0.07;
      return `${letter}-${name}: ${isFine ? "OK" : pick(random, findings)}`;
    })
    .join("#");
}
