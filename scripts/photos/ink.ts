import type { CarModel } from "./carModel";
import type { Project } from "./geometry";
import { curvePath, curveThrough, line, polygonPath } from "./geometry";

/**
 * The input of a drawing function: the body, its projection onto the picture, and
 * the end on the left.
 */
export type Canvas = {
  model: CarModel;
  project: Project;
  end: "front" | "rear";
};

export function fill(path: string, colour: string, more = ""): string {
  return `<path d="${path}" fill="${colour}"${more && ` ${more}`}/>`;
}

export function stroke(
  path: string,
  colour: string,
  { width, opacity = 1 }: { width: number; opacity?: number },
): string {
  const transparency = opacity < 1 ? ` opacity="${opacity}"` : "";
  return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}"${transparency}/>`;
}

/**
 * A part of the surface of an outline stretch. Bounds are shares from 0 to 1:
 * `across` from the near to the far side, `along` from start to end.
 */
export type Patch = {
  stretch: number;
  across: readonly [number, number];
  along: readonly [number, number];
};

/** Returns the path of a patch, curved like the body. */
export function patchPath(
  { model, project }: Canvas,
  { stretch, across: [left, right], along: [low, high] }: Patch,
): string {
  const position = (across: number, along: number) =>
    model.positionOn(stretch, across, along);
  const middle = (left + right) / 2;
  const half = (low + high) / 2;
  const curves = [
    curveThrough(
      position(left, low),
      position(left, half),
      position(left, high),
    ),
    curveThrough(
      position(left, high),
      position(middle, high),
      position(right, high),
    ),
    curveThrough(
      position(right, high),
      position(right, half),
      position(right, low),
    ),
    curveThrough(
      position(right, low),
      position(middle, low),
      position(left, low),
    ),
  ];
  return `${curvePath(project, curves)}Z`;
}

/** Returns the path of a line across a stretch, at `along[0]`. */
export function acrossPath(
  { model, project }: Canvas,
  { stretch, across: [left, right], along: [at] }: Patch,
): string {
  const position = (across: number) => model.positionOn(stretch, across, at);
  return curvePath(project, [
    curveThrough(position(left), position((left + right) / 2), position(right)),
  ]);
}

/** Returns the path of a polygon on the near side. */
export function sidePath(
  { model, project }: Canvas,
  places: readonly (readonly [number, number])[],
): string {
  return polygonPath(
    project,
    places.map(([x, y]) => model.positionOnSide(x, y)),
  );
}

/** Returns the path of a straight line on the near side. */
export function sideLine(
  { model, project }: Canvas,
  from: readonly [number, number],
  to: readonly [number, number],
): string {
  return curvePath(project, [
    line(model.positionOnSide(...from), model.positionOnSide(...to)),
  ]);
}
