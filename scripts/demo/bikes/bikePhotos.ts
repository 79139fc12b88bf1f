import { colours } from "../facts";

/** The shapes that `scripts/photos/drawBike` can draw. */
export const bikeShapes = [
  "naked",
  "sports",
  "cruiser",
  "scooter",
  "offroad",
  "mini",
] as const;
export type BikeShape = (typeof bikeShapes)[number];

/** `run` and `idle` move and stand for videos. */
const views = ["right", "left", "engine", "wheel", "run", "idle"] as const;
type BikeView = (typeof views)[number];
const shownViews = ["right", "left", "engine", "wheel"] as const;

/** One picture of a bike; `colour` is a key of the facts. */
export type BikePhotoKey = { shape: BikeShape; colour: string; view: BikeView };

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

/** Returns the keys of all pictures, about 570. */
export const bikePhotoKeys = (): BikePhotoKey[] =>
  bikeShapes.flatMap((shape) =>
    colours.flatMap(({ key: colour }) =>
      views.map((view) => ({ shape, colour, view })),
    ),
  );

/** Returns the file name of a picture, such as `bike-naked-red-left.svg`. */
export const bikePhotoFile = ({ shape, colour, view }: BikePhotoKey): string =>
  `bike-${shape}-${colour}-${view}.svg`;

type Painted = { body: string; colour: string };

/** Returns the address of a picture of a bike by its body in the facts. */
export const bikePhoto = ({ body, colour }: Painted, view: BikeView): string =>
  `/api/photos/${bikePhotoFile({ shape: shapeOfBody[body] ?? "naked", colour, view })}`;

/** Returns the addresses of a bike's photos, the right side first. */
export const bikePhotosOf = (bike: Painted): string[] =>
  shownViews.map((view) => bikePhoto(bike, view));
