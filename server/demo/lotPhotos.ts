import type { Car } from "./describeCar";
import type { PhotoView } from "./photos/photoNames";
import { photoBodyOf, photoName } from "./photos/photoNames";
import type { Random } from "./random";
import { pick } from "./random";

const photoRoute = "/api/photos/";
const always: PhotoView[] = ["front", "rear", "interior"];
const sometimes: { view: PhotoView; share: number }[] = [
  { view: "side", share: 0.8 },
  { view: "left", share: 0.5 },
  { view: "engine", share: 0.75 },
  { view: "wheel", share: 0.45 },
  { view: "lamp", share: 0.45 },
];

/** Addresses of a lot's drawn photos, the front first, five at least. */
export function choosePhotos(random: Random, car: Car): string[] {
  const body = photoBodyOf(car.model.body);
  const trim = pick(random, ["black", "black", "beige", "grey"] as const);
  const extra = sometimes.filter(({ share }) => random() < share);
  const missing = sometimes.filter((line) => !extra.includes(line));
  while (extra.length < 2) extra.push(...missing.splice(0, 1));
  return [...always, ...extra.map(({ view }) => view)]
    .map((view) => photoName({ body, colour: car.colour.key, view, trim }))
    .map((name) => photoRoute + name);
}
