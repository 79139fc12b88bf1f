import { colours } from "../facts";
import { photoFile, type PhotoKey } from "../photoNames";

const bikeShapes = [
  "naked",
  "sports",
  "cruiser",
  "scooter",
  "offroad",
  "mini",
] as const;
type BikeShape = (typeof bikeShapes)[number];

/** `run` and `idle` move and stand for videos. */
const views = ["right", "left", "engine", "wheel", "run", "idle"] as const;
type BikeView = (typeof views)[number];
const shownViews = ["right", "left", "engine", "wheel"] as const;

const shapeOfBody: Readonly<Record<string, BikeShape>> = {
  Sports: "sports",
  Tourer: "sports",
  Cruiser: "cruiser",
  Trike: "cruiser",
  Scooter: "scooter",
  Business: "scooter",
  Adventure: "offroad",
  Offroad: "offroad",
  Motard: "offroad",
  ATV: "offroad",
  Mini: "mini",
};

const keyOf = (shape: BikeShape, colour: string, view: BikeView): PhotoKey => ({
  body: `bike-${shape}`,
  colour,
  view,
});

/** Returns the keys of all pictures of bikes, about 570. */
export const bikePhotoKeys = (): PhotoKey[] =>
  bikeShapes.flatMap((shape) =>
    colours.flatMap(({ key }) => views.map((view) => keyOf(shape, key, view))),
  );

type Painted = { body: string; colour: string };

/** Returns the address of a picture of a bike by its body in the facts. */
export const bikePhoto = ({ body, colour }: Painted, view: BikeView): string =>
  `/api/photos/${photoFile(keyOf(shapeOfBody[body] ?? "naked", colour, view))}`;

/** Returns the addresses of a bike's photos, the right side first. */
export const bikePhotosOf = (bike: Painted): string[] =>
  shownViews.map((view) => bikePhoto(bike, view));
