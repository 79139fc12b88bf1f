import { outlinePoint } from "./carModel";
import { polygonPath } from "./geometry";
import type { Canvas } from "./ink";
import { fill, patchPath } from "./ink";
import { drawPrism } from "./prism";

const leather = "#3a3e44";
const screenHeight = 38;
const screenLean = 32;

/** Draws the back and the headrest of a seat whose centre is at `z`. */
function drawSeat({ project, end }: Canvas, x: number, z: number): string {
  const lean = end === "front" ? 8 : -8;
  const back = (half: number, low: number, high: number) =>
    drawPrism(project, {
      outline: [
        [x + (low - 80) * 0.2, low],
        [x + lean + (low - 80) * 0.2, high],
        [x + lean + 10, high],
        [x + 10, low],
      ],
      near: z - half,
      far: z + half,
      colour: leather,
    });
  return back(24, 78, 104) + back(13, 104, 117);
}

function drawWindscreen({ model, project, end }: Canvas): string {
  const { shape } = model;
  const isFront = end === "front";
  const [footX = 0, footY = 0] = outlinePoint(shape, isFront ? 3 : 6);
  const topX = footX + (isFront ? screenLean : -screenLean);
  const topY = footY + screenHeight;
  const frame = polygonPath(project, [
    [footX, footY, 8],
    [topX, topY, 24],
    [topX, topY, shape.width - 24],
    [footX, footY, shape.width - 8],
  ]);
  const look = 'fill-opacity=".35" stroke="#1a1d21" stroke-width="5"';
  return fill(frame, "#8ea3b5", look);
}

/** Draws the cockpit of a convertible: seats and windscreen. */
export function drawOpenTop(canvas: Canvas): string {
  const { shape } = canvas.model;
  const [from = 0] = outlinePoint(shape, 4);
  const [to = 0] = outlinePoint(shape, 5);
  const seatX = canvas.end === "front" ? to - 34 : from + 34;
  const cockpit = patchPath(canvas, {
    stretch: 4,
    across: [0.08, 0.92],
    along: [0, 1],
  });
  const seats = [0.7, 0.3]
    .map((share) => drawSeat(canvas, seatX, shape.width * share))
    .join("");
  const inside = fill(cockpit, "#1c1f23");
  return canvas.end === "front"
    ? inside + seats + drawWindscreen(canvas)
    : inside + drawWindscreen(canvas) + seats;
}
