import type { Car } from "./describeCar";
import { colours } from "./facts";
import words from "./facts/sheets.json";
import { pick, type Random } from "./random";

const photoRoute = "/api/photos/";

/** The bodies that `drawings` has. */
const bodyKeys = Object.keys(words.bodies);

/** Outside views exist in each colour, the interior in each trim. */
const outsideViews = [
  "front",
  "rear",
  "side",
  "left",
  "wheel",
  "lamp",
] as const;
const trims = ["black", "beige", "grey"] as const;
const engineColour = "silver";

type PhotoView = (typeof outsideViews)[number] | "interior" | "engine";
/** One picture of a vehicle. For the interior, `colour` is the trim. */
export type PhotoKey = { body: string; colour: string; view: string };

/** Returns the keys of all pictures of cars, about 1,800. */
export function photoKeys(): PhotoKey[] {
  return bodyKeys.flatMap((body): PhotoKey[] => [
    ...colours.flatMap(({ key: colour }) =>
      outsideViews.map((view) => ({ body, colour, view })),
    ),
    ...trims.map((colour) => ({ body, colour, view: "interior" as const })),
    { body, colour: engineColour, view: "engine" },
  ]);
}

/** Returns the file name of a picture, such as `suv-two-tone-front.svg`. */
export function photoFile({ body, colour, view }: PhotoKey): string {
  return `${body}-${colour}-${view}.svg`;
}

/** Returns the key of a body by its name in the facts ("Kei Van"). */
export function photoBodyOf(name: string): string {
  const key = name.toLowerCase().replaceAll(" ", "-");
  if (bodyKeys.includes(key)) return key;
  throw new Error(`No drawing for the body ${name}`);
}

const alwaysShown: PhotoView[] = ["front", "rear", "interior"];
const sometimesShown: { view: PhotoView; share: number }[] = [
  { view: "side", share: 0.8 },
  { view: "left", share: 0.5 },
  { view: "engine", share: 0.75 },
  { view: "wheel", share: 0.45 },
  { view: "lamp", share: 0.45 },
];

/**
 * Returns the addresses of a lot's five to eight photos, the front first; of a past
 * sale the first three.
 */
export function choosePhotos(
  random: Random,
  car: Car,
  isPast = false,
): string[] {
  const body = photoBodyOf(car.model.body);
  const trim = pick(random, ["black", "black", "beige", "grey"] as const);
  const extra = isPast
    ? []
    : sometimesShown.filter(({ share }) => random() < share);
  const missing = sometimesShown.filter((line) => !extra.includes(line));
  while (!isPast && extra.length < 2) extra.push(...missing.splice(0, 1));
  const colourOf = (view: PhotoView) => {
    if (view === "interior") return trim;
    return view === "engine" ? engineColour : car.colour.key;
  };
  return [...alwaysShown, ...extra.map(({ view }) => view)].map(
    (view) => photoRoute + photoFile({ body, colour: colourOf(view), view }),
  );
}
