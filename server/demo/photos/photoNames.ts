import { colours } from "../facts";
import type { BodyKey } from "./bodies";
import { bodies } from "./bodies";

/** Views of the outside come in each colour, the inside in each trim. */
const outsideViews = [
  "front",
  "rear",
  "side",
  "left",
  "wheel",
  "lamp",
] as const;
const insideTrims = ["black", "beige", "grey"] as const;
const engineColour = "silver";

export type InsideTrim = (typeof insideTrims)[number];
export type PhotoView = (typeof outsideViews)[number] | "interior" | "engine";
export type PhotoKey = { body: BodyKey; colour: string; view: PhotoView };

const bodyKeys = Object.keys(bodies).filter(isBodyKey);

function isBodyKey(text: string): text is BodyKey {
  return Object.hasOwn(bodies, text);
}

/** Every picture there is. */
export function photoKeys(): PhotoKey[] {
  return bodyKeys.flatMap((body): PhotoKey[] => [
    ...colours.flatMap(({ key: colour }) =>
      outsideViews.map((view) => ({ body, colour, view })),
    ),
    ...insideTrims.map((colour) => ({
      body,
      colour,
      view: "interior" as const,
    })),
    { body, colour: engineColour, view: "engine" },
  ]);
}

/** A picture's file name, such as `suv-two-tone-front.svg`. */
export function photoFile({ body, colour, view }: PhotoKey): string {
  return `${body}-${colour}-${view}.svg`;
}

const keyByFile = new Map(photoKeys().map((key) => [photoFile(key), key]));

/** The picture a file name stands for, null when there is none such. */
export function parsePhotoName(name: string): PhotoKey | null {
  return keyByFile.get(name) ?? null;
}

/** The key of a body as the facts name it ("Kei Van"). */
export function photoBodyOf(body: string): BodyKey {
  const key = body.toLowerCase().replaceAll(" ", "-");
  if (!isBodyKey(key)) throw new Error(`No drawing for the body ${body}`);
  return key;
}

/** The file of a car's view; inside, the trim stands for the colour. */
export function photoName({
  body,
  colour,
  view,
  trim,
}: PhotoKey & { trim: InsideTrim }): string {
  if (view === "interior") return photoFile({ body, colour: trim, view });
  if (view === "engine") return photoFile({ body, colour: engineColour, view });
  return photoFile({ body, colour, view });
}
