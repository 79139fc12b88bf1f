import { bodies } from "./bodies";
import type { Drawing } from "./drawCar";
import { drawCar } from "./drawCar";
import { drawEngine } from "./engine";
import { shortNumber } from "./geometry";
import { drawInterior } from "./interior";
import { drawMachine } from "./machine";
import { paintOf } from "./palette";
import type { PhotoKey } from "../demo/photoNames";
import { drawStudio } from "./scene";

const closeUp = 2.3;

function zoomed({ svg }: Drawing, [x, y]: readonly [number, number]): string {
  const shift = [320 - x * closeUp, 250 - y * closeUp]
    .map(shortNumber)
    .join(" ");
  return `<g transform="translate(${shift}) scale(${closeUp})">${svg}</g>`;
}

function drawOutside({ body, colour, view }: PhotoKey): string {
  const paint = paintOf(colour);
  const shape = bodies[body];
  const draw = (shot: "corner" | "side", end: "front" | "rear") =>
    shape
      ? drawCar(shape, { shot, end, paint })
      : drawMachine({ shot, end, paint });
  const front = () => draw("corner", "front");
  switch (view) {
    case "rear":
      return draw("corner", "rear").svg;
    case "side":
      return draw("side", "rear").svg;
    case "left":
      return draw("side", "front").svg;
    case "wheel":
      return zoomed(front(), front().wheel);
    case "lamp":
      return zoomed(front(), front().lamp);
    default:
      return front().svg;
  }
}

function drawContent(key: PhotoKey): string {
  if (key.view === "interior") return drawInterior(key.body, key.colour);
  if (key.view === "engine") return drawEngine(key.body);
  return drawStudio() + drawOutside(key);
}

/**
 * Returns a photo as an SVG document of 640 by 480: a car by body, colour and
 * view. The same key always gives the same picture. Throws for an unknown colour.
 */
export function drawPhoto(key: PhotoKey): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 480" stroke-linejoin="round">${drawContent(key)}</svg>`;
}
