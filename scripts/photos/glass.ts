import { outlinePoint } from "./carModel";
import type { Canvas } from "./ink";
import { fill, patchPath, sidePath } from "./ink";

type Place = readonly [x: number, y: number];
type Opening = { bottom: number; top: number; left: Slope; right: Slope };
type Slope = (y: number) => number;

const pillar = { front: 9, rear: 12 };
const postWidth = 5;
const roofRail = 9;

function slopeThrough(from: readonly number[], to: readonly number[]): Slope {
  const [x0 = 0, y0 = 0] = from;
  const [x1 = 0, y1 = 0] = to;
  return (y) => x0 + ((y - y0) / (y1 - y0 || 1)) * (x1 - x0);
}

/** Returns the area of the side windows between pillars, window line and roof. */
function openingOf({ model }: Canvas): Opening {
  const { shape } = model;
  const front = slopeThrough(outlinePoint(shape, 3), outlinePoint(shape, 4));
  const rear = slopeThrough(outlinePoint(shape, 6), outlinePoint(shape, 5));
  const [, roofFront = 0] = outlinePoint(shape, 4);
  return {
    bottom: Math.max(...shape.belt) + 1,
    top: roofFront - roofRail,
    left: (y) => front(y) + pillar.front,
    right: (y) => rear(y) - pillar.rear,
  };
}

function paneBetween(opening: Opening, from: Slope, to: Slope): Place[] {
  const left = (y: number) => Math.max(opening.left(y), from(y));
  const right = (y: number) => Math.min(opening.right(y), to(y));
  const steps = [0, 0.25, 0.5, 0.75, 1];
  const heights = steps.map(
    (share) => opening.bottom + (opening.top - opening.bottom) * share,
  );
  const open = heights.filter((y) => right(y) - left(y) > 4);
  return [
    ...open.map((y): Place => [left(y), y]),
    ...open.reverse().map((y): Place => [right(y), y]),
  ];
}

const glassFill = "url(#glass)";
const frameColour = "#15181c";

/** Draws the side windows in their dark frame, each with a reflection. */
export function drawSideWindows(canvas: Canvas): string {
  const { shape } = canvas.model;
  const opening = openingOf(canvas);
  const [blindFrom, blindTo] = shape.blind ?? [Infinity, Infinity];
  const frameEnd = blindFrom > 0 ? blindFrom : Infinity;
  const frameStart = blindFrom > 0 ? -Infinity : blindTo;
  const frame = paneBetween(
    opening,
    () => frameStart,
    () => frameEnd,
  );
  const edges = [frameStart, ...shape.posts, frameEnd];
  const panes = edges
    .slice(1)
    .map((edge, index) =>
      paneBetween(
        opening,
        () => (edges[index] ?? 0) + postWidth / 2,
        () => edge - postWidth / 2,
      ),
    )
    .filter((pane) => pane.length >= 6);
  return [
    fill(
      sidePath(canvas, frame),
      frameColour,
      `stroke="${frameColour}" stroke-width="5"`,
    ),
    ...panes.map((pane) => fill(sidePath(canvas, pane), glassFill)),
    ...panes.map((pane) => drawReflection(canvas, pane)),
  ].join("");
}

function drawReflection(canvas: Canvas, pane: readonly Place[]): string {
  const xs = pane.map(([x]) => x);
  const ys = pane.map(([, y]) => y);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [bottom, top] = [Math.min(...ys), Math.max(...ys)];
  const width = right - left;
  if (width < 26) return "";
  const band: Place[] = [
    [left + width * 0.48, bottom + 1],
    [left + width * 0.74, top - 1],
    [left + width * 0.9, top - 1],
    [left + width * 0.64, bottom + 1],
  ];
  return fill(sidePath(canvas, band), "#fff", 'opacity=".16"');
}

/** Draws the window of the left end: windscreen or rear window. */
export function drawEndWindow(canvas: Canvas, isFront: boolean): string {
  const along = isFront ? ([0.05, 0.93] as const) : ([0.1, 0.9] as const);
  const patch = (from: number, to: number) =>
    patchPath(canvas, { stretch: 3, across: [from, to], along });
  return [
    fill(
      patch(0.07, 0.93),
      frameColour,
      `stroke="${frameColour}" stroke-width="3"`,
    ),
    fill(patch(0.09, 0.91), "url(#screen)"),
    fill(patch(0.52, 0.72), "#fff", 'opacity=".1"'),
    fill(patch(0.76, 0.81), "#fff", 'opacity=".08"'),
  ].join("");
}
