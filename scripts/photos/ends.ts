import type { BodyShape } from "./bodies/bodyShape";
import type { Paint } from "./palette";
import { tone } from "./palette";
import { outlinePoint } from "./carModel";
import { drawEndWindow } from "./glass";
import type { Canvas, Patch } from "./ink";
import { acrossPath, fill, patchPath, sidePath, stroke } from "./ink";

type Span = readonly [number, number];

const dark = "#1b1f24";
const lampGlass = "url(#lamp)";
const tailRed = "#a5161d";
const frontLamp: Span = [0.5, 0.93];

type Look = { across: Span; along: Span; colour: string };

function patchFill(path: string, colour: string): string {
  const isPlain = colour.startsWith("#");
  return fill(
    path,
    colour,
    isPlain ? `stroke="${colour}" stroke-width="1.5"` : "",
  );
}

function patch(
  canvas: Canvas,
  stretch: number,
  { across, along, colour }: Look,
): string {
  return patchFill(patchPath(canvas, { stretch, across, along }), colour);
}

/** Draws a patch and its mirror image on the other half. */
function pair(
  canvas: Canvas,
  stretch: number,
  { across: [from, to], along, colour }: Look,
): string {
  const spans: Span[] = [
    [1 - to, 1 - from],
    [from, to],
  ];
  const paths = spans.map((across) =>
    patchPath(canvas, { stretch, across, along }),
  );
  return patchFill(paths.join(""), colour);
}

function drawPlate(canvas: Canvas, stretch: number, along: Span): string {
  return fill(
    patchPath(canvas, { stretch, across: [0.4, 0.6], along }),
    "#f4f4ef",
    'stroke="#8b9096" stroke-width="1"',
  );
}

/** Draws the part of the left lamp that is visible from the side. */
function drawNearLamp(canvas: Canvas, isFront: boolean): string {
  const { shape } = canvas.model;
  const along = isFront ? frontLamp : rearLampSpan(shape);
  const colour = isFront ? lampGlass : tailRed;
  return drawCornerLamp(canvas, { stretch: 1, along, colour });
}

function drawFarLamp(canvas: Canvas, isFront: boolean): string {
  const [low, high] = isFront ? frontLamp : rearLampSpan(canvas.model.shape);
  const colour = isFront ? lampGlass : tailRed;
  const along: Span = [1 - low, 1 - high];
  return drawCornerLamp(canvas, { stretch: 7, along, colour });
}

/** Draws the parts of all lamps that are visible from the side. */
export function drawSideLamps(canvas: Canvas): string {
  const isFront = canvas.end === "front";
  const hasCab = canvas.model.shape.bed !== undefined;
  return [
    hasCab && !isFront ? "" : drawNearLamp(canvas, isFront),
    hasCab && isFront ? "" : drawFarLamp(canvas, !isFront),
  ].join("");
}

function rearLampSpan({ rearLamps }: BodyShape): Span {
  return rearLamps === "wide" ? [0.42, 0.95] : [0.25, 0.98];
}

function drawCornerLamp(
  canvas: Canvas,
  { stretch, along, colour }: { stretch: number; along: Span; colour: string },
): string {
  const [low, high] = along.map((share) =>
    canvas.model.positionOn(stretch, 0, share),
  );
  if (!low || !high) return "";
  const isSlim =
    colour === tailRed && canvas.model.shape.rearLamps === "upright";
  const [atTop, atFoot] = isSlim ? [9, 8] : [32, 16];
  const inward = stretch < 4 ? 1 : -1;
  return fill(
    sidePath(canvas, [
      [low[0], low[1]],
      [high[0], high[1]],
      [high[0] + inward * atTop, high[1] + 1],
      [low[0] + inward * atFoot, low[1] + 4],
    ]),
    colour,
    `stroke="${dark}"`,
  );
}

function drawLampEyes(canvas: Canvas, along: Span): string {
  const middle: Span = [along[0] + 0.08, along[1] - 0.06];
  return [
    pair(canvas, 1, {
      across: [0.045, 0.105],
      along: middle,
      colour: "#fdfefe",
    }),
    pair(canvas, 1, { across: [0.13, 0.19], along: middle, colour: "#dfe7ee" }),
  ].join("");
}

function bars(canvas: Canvas, { stretch, across, along }: Patch): string {
  const [low, high] = along;
  const paths = [0.25, 0.5, 0.75].map((share) => {
    const at = low + (high - low) * share;
    return acrossPath(canvas, { stretch, across, along: [at, at] });
  });
  return stroke(paths.join(""), "#8e959d", { width: 1.6, opacity: 0.9 });
}

/** Draws bumper, grille, lamps, plate and windscreen. */
export function drawFrontEnd(canvas: Canvas, paint: Paint): string {
  const grille: Patch = {
    stretch: 1,
    across: [0.27, 0.73],
    along: [0.34, 0.88],
  };
  const seam = tone(paint.body, -0.45);
  const creases = [0.2, 0.8].map((across) =>
    patchPath(canvas, {
      stretch: 2,
      across: [across, across],
      along: [0.08, 0.95],
    }),
  );
  return [
    pair(canvas, 0, { across: [0.2, 0.5], along: [0.12, 0.62], colour: dark }),
    bars(canvas, { stretch: 0, across: [0.2, 0.8], along: [0.12, 0.62] }),
    pair(canvas, 0, { across: [0.05, 0.15], along: [0.3, 0.7], colour: dark }),
    pair(canvas, 0, {
      across: [0.075, 0.125],
      along: [0.4, 0.6],
      colour: "#e6ebf0",
    }),
    patch(canvas, 1, { ...grille, colour: dark }),
    bars(canvas, grille),
    pair(canvas, 1, { across: [0.005, 0.24], along: frontLamp, colour: dark }),
    pair(canvas, 1, {
      across: [0.012, 0.23],
      along: [0.54, 0.9],
      colour: lampGlass,
    }),
    drawLampEyes(canvas, frontLamp),
    stroke(
      acrossPath(canvas, { stretch: 2, across: [0, 1], along: [0.02, 0.02] }),
      seam,
      { width: 1.4, opacity: 0.7 },
    ),
    stroke(creases.join(""), seam, { width: 1.2, opacity: 0.35 }),
    drawPlate(canvas, 0, [0.66, 0.98]),
    drawEndWindow(canvas, true),
    drawWipers(canvas),
  ].join("");
}

function drawWipers(canvas: Canvas): string {
  const wiper = (from: number, to: number) =>
    acrossPath(canvas, { stretch: 3, across: [from, to], along: [0.08, 0.08] });
  return stroke(wiper(0.15, 0.46) + wiper(0.52, 0.84), "#0b0d0f", { width: 2 });
}

/** Draws the rear bumper, lamps, plate and tailgate lines. */
export function drawRearEnd(canvas: Canvas, paint: Paint): string {
  const { shape } = canvas.model;
  const isWide = shape.rearLamps === "wide";
  const seam = tone(paint.body, -0.45);
  const along = rearLampSpan(shape);
  const across: Span = isWide ? [0.005, 0.27] : [0.005, 0.12];
  const [, deckY = 0] = outlinePoint(shape, 3);
  const [, tailY = 0] = outlinePoint(shape, 2);
  const isOpen = shape.features?.includes("openBed") ?? false;
  const hasHighLamps = !isWide && !isOpen && deckY - tailY > 9;
  return [
    patch(canvas, 0, {
      across: [0.12, 0.88],
      along: [0.02, 0.3],
      colour: dark,
    }),
    pair(canvas, 0, {
      across: [0.03, 0.11],
      along: [0.5, 0.66],
      colour: tailRed,
    }),
    drawTailLamps(canvas, along, across),
    hasHighLamps ? drawUprightTop(canvas) : "",
    stroke(
      acrossPath(canvas, {
        stretch: 1,
        across: [0.02, 0.98],
        along: [0.08, 0.08],
      }),
      seam,
      { width: 1.4, opacity: 0.8 },
    ),
    stroke(
      acrossPath(canvas, { stretch: 2, across: [0, 1], along: [0.03, 0.03] }),
      seam,
      { width: 1.2, opacity: 0.5 },
    ),
    stroke(
      acrossPath(canvas, {
        stretch: 1,
        across: [0.34, 0.66],
        along: [0.82, 0.82],
      }),
      isWide ? "#c9ced4" : seam,
      { width: 2.4 },
    ),
    drawPlate(canvas, 1, [0.26, 0.66]),
  ].join("");
}

function drawTailLamps(canvas: Canvas, along: Span, across: Span): string {
  const [low, high] = along;
  const middle = low + (high - low) * 0.45;
  const inner = across[1] - 0.015;
  return [
    pair(canvas, 1, { across, along, colour: "#5e0c11" }),
    pair(canvas, 1, {
      across: [across[0] + 0.012, inner],
      along: [middle, high - 0.04],
      colour: tailRed,
    }),
    pair(canvas, 1, {
      across: [across[0] + 0.02, inner - 0.02],
      along: [low + 0.06, middle - 0.05],
      colour: "#e8a08c",
    }),
  ].join("");
}

/** Draws the upper part of upright lamps, beside the tailgate. */
function drawUprightTop(canvas: Canvas): string {
  return pair(canvas, 2, {
    across: [0.005, 0.09],
    along: [0.02, 0.9],
    colour: tailRed,
  });
}
