import type { BodyShape } from "./bodies/bodyShape";
import type { Shot } from "./camera";
import { cameraFor } from "./camera";
import type { CarModel } from "./carModel";
import { buildModel, outlinePoint, reversed } from "./carModel";
import { drawFrontEnd, drawRearEnd, drawSideLamps } from "./ends";
import type { Point, Position } from "./geometry";
import { polygonPath } from "./geometry";
import { drawEndWindow } from "./glass";
import type { Canvas } from "./ink";
import { fill, patchPath, stroke, sideLine } from "./ink";
import { drawLoadBed } from "./loadBed";
import { drawOpenTop } from "./openTop";
import type { Paint } from "./palette";
import { tone } from "./palette";
import { faceTone, facesCamera } from "./prism";
import { drawShadow, paintDefinitions } from "./scene";
import { drawMirror, drawSide } from "./side";
import { drawFarWheels, drawNearWheels, wheelDefinition } from "./wheels";

/** A drawn car, with the points on which close-ups centre. */
export type Drawing = { svg: string; lamp: Point; wheel: Point };

const roofStretches = [3, 4, 5];

function hasFeature(
  { shape }: CarModel,
  feature: NonNullable<BodyShape["features"]>[number],
): boolean {
  return shape.features?.includes(feature) ?? false;
}

/** Draws the surfaces that run across the car: bonnet, roof, ends. */
function drawSkin(canvas: Canvas, paint: Paint): string {
  const { model, project } = canvas;
  return model.near
    .map((curve, stretch) => {
      const corners: Position[] = [
        model.positionOn(stretch, 0, 0),
        model.positionOn(stretch, 0, 1),
        model.positionOn(stretch, 1, 1),
        model.positionOn(stretch, 1, 0),
      ];
      if (!facesCamera(project, corners)) return "";
      const hasRoofPaint = roofStretches.includes(stretch);
      const base = hasRoofPaint ? paint.roof : paint.body;
      const [from, , to] = curve;
      const shade = tone(base, faceTone(to[0] - from[0], to[1] - from[1]));
      const path = patchPath(canvas, {
        stretch,
        across: [0, 1],
        along: [0, 1],
      });
      return fill(path, shade, `stroke="${shade}" stroke-width="1"`);
    })
    .reverse()
    .join("");
}

/** Draws the dark area below the sills. */
function drawUnderside({ model, project }: Canvas): string {
  const { shape } = model;
  const [startX = 0, chinY = 0] = outlinePoint(shape, 0);
  const [endX = 0, heelY = 0] = outlinePoint(shape, 9);
  const low = Math.min(chinY, heelY) - 7;
  const from = startX + 20;
  const side: Position[] = [
    [from, chinY + 8, 12],
    [from, low, 12],
    [endX - 20, low, 12],
    [endX - 20, heelY + 8, 12],
  ];
  const end: Position[] = [
    [from, chinY + 8, 12],
    [from, low, 12],
    [from, low, shape.width - 12],
    [from, chinY + 8, shape.width - 12],
  ];
  return fill(
    polygonPath(project, side) + polygonPath(project, end),
    "#0f1114",
  );
}

function drawRoofRails(canvas: Canvas): string {
  const [from = 0, y = 0] = outlinePoint(canvas.model.shape, 4);
  const [to = 0] = outlinePoint(canvas.model.shape, 5);
  return stroke(
    sideLine(canvas, [from + 14, y + 3], [to - 10, y + 4]),
    "#33383e",
    {
      width: 3.5,
    },
  );
}

/** Draws the spare wheel or the spoiler, if the car has one. */
function drawRearExtras(canvas: Canvas, paint: Paint): string {
  const { model, project } = canvas;
  if (hasFeature(model, "spareWheel")) {
    const [x, y, z] = model.positionOn(2, 0.5, 0.2);
    const at = (position: Position) => project(position).map(Math.round);
    const [cx = 0, cy = 0] = at([x - 8, y, z]);
    const [rx = 0] = at([x - 8, y, z - 31]);
    const [, ry = 0] = at([x - 8, y + 31, z]);
    const ellipse = (share: number, colour: string) =>
      `<ellipse cx="${cx}" cy="${cy}" rx="${Math.round((rx - cx) * share)}" ry="${Math.round((cy - ry) * share)}" fill="${colour}"/>`;
    return (
      ellipse(1, "#1a1c1f") +
      ellipse(0.86, tone(paint.body, -0.12)) +
      ellipse(0.3, tone(paint.body, -0.3))
    );
  }
  if (hasFeature(model, "spoiler")) {
    const path = patchPath(canvas, {
      stretch: 2,
      across: [0.04, 0.96],
      along: [0, 0.16],
    });
    return fill(path, tone(paint.body, -0.2));
  }
  return "";
}

function drawEnd(canvas: Canvas, paint: Paint): string {
  const { model, end } = canvas;
  if (end === "front") return drawFrontEnd(canvas, paint);
  if (model.shape.bed) return drawEndWindow(canvas, false);
  const isOpen = hasFeature(model, "openTop");
  return (
    drawRearEnd(canvas, paint) +
    (isOpen ? "" : drawEndWindow(canvas, false)) +
    drawRearExtras(canvas, paint)
  );
}

function drawOpenBed(canvas: Canvas): string {
  const stretch = canvas.end === "front" ? 6 : 2;
  const corners = [0, 1].map((along) =>
    canvas.model.positionOn(stretch, 0.5, along),
  );
  if (corners.length === 0) return "";
  return fill(
    patchPath(canvas, { stretch, across: [0.05, 0.95], along: [0.03, 0.97] }),
    "#2b2f34",
  );
}

function mirrorPlace({ shape }: CarModel, end: Canvas["end"]): number {
  const [foot = 0] = outlinePoint(shape, end === "front" ? 3 : 6);
  return end === "front" ? foot + 26 : foot - 26;
}

/** Draws a car from the side, or from a corner with one end to the camera. */
export function drawCar(
  shape: BodyShape,
  { shot, end, paint }: { shot: Shot; end: Canvas["end"]; paint: Paint },
): Drawing {
  const model = buildModel(end === "front" ? shape : reversed(shape));
  const height = Math.max(
    ...shape.outline.map(([, y]) => y),
    shape.bed?.top ?? 0,
    hasFeature(model, "openTop") ? 128 : 0,
  );
  const extent = { length: shape.length, width: shape.width, height };
  const canvas: Canvas = { model, project: cameraFor(shot, extent), end };
  const { project } = canvas;
  const isCorner = shot === "corner";
  const [, belt] = project([0, shape.belt[0], 0]);
  const [, floor] = project([0, 20, 0]);
  const cabin = [
    isCorner ? drawSkin(canvas, paint) : "",
    isCorner && hasFeature(model, "openBed") ? drawOpenBed(canvas) : "",
    hasFeature(model, "openTop") ? drawOpenTop(canvas) : "",
    drawSide(canvas, paint),
    isCorner ? drawEnd(canvas, paint) : "",
    drawSideLamps(canvas),
  ].join("");
  const bed = drawLoadBed(canvas, paint);
  const svg = [
    `<defs>${paintDefinitions(paint.body, { belt, floor })}${wheelDefinition(shape.wheels.rim)}</defs>`,
    drawShadow(project, extent),
    isCorner ? drawFarWheels(canvas) : "",
    drawUnderside(canvas),
    end === "front" ? bed + cabin : cabin + bed,
    hasFeature(model, "roofRails") ? drawRoofRails(canvas) : "",
    drawNearWheels(canvas, hasFeature(model, "cladding") ? "#34383d" : "none"),
    drawMirror(canvas, mirrorPlace(model, end), tone(paint.body, -0.08)),
  ].join("");
  return {
    svg,
    lamp: project(model.positionOn(1, 0.1, 0.6)),
    wheel: project([model.shape.wheels.front, shape.wheels.radius, 0]),
  };
}
