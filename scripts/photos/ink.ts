import type { CarModel } from "./carModel";
import type { Project } from "./geometry";
import { curvePath, curveThrough, line, polygonPath } from "./geometry";

/**
 * The input of a drawing function: the body, its projection to the picture, and
 * the end that faces left.
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
  const see = opacity < 1 ? ` opacity="${opacity}"` : "";
  return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}"${see}/>`;
}

/** Part of an outline stretch's surface, between shares across and along. */
export type Patch = {
  stretch: number;
  across: readonly [number, number];
  along: readonly [number, number];
};

/** Path of a patch, its edges bowed as the body is. */
export function patchPath(
  { model, project }: Canvas,
  { stretch, across: [left, right], along: [low, high] }: Patch,
): string {
  const spot = (across: number, along: number) =>
    model.spotOn(stretch, across, along);
  const middle = (left + right) / 2;
  const half = (low + high) / 2;
  const curves = [
    curveThrough(spot(left, low), spot(left, half), spot(left, high)),
    curveThrough(spot(left, high), spot(middle, high), spot(right, high)),
    curveThrough(spot(right, high), spot(right, half), spot(right, low)),
    curveThrough(spot(right, low), spot(middle, low), spot(left, low)),
  ];
  return `${curvePath(project, curves)}Z`;
}

/** A line across an outline stretch's surface. */
export function acrossPath(
  { model, project }: Canvas,
  { stretch, across: [left, right], along: [at] }: Patch,
): string {
  const spot = (across: number) => model.spotOn(stretch, across, at);
  return curvePath(project, [
    curveThrough(spot(left), spot((left + right) / 2), spot(right)),
  ]);
}

/** A polygon on the near side. */
export function sidePath(
  { model, project }: Canvas,
  places: readonly (readonly [number, number])[],
): string {
  return polygonPath(
    project,
    places.map(([x, y]) => model.spotOnSide(x, y)),
  );
}

/** An open line on the near side through a place halfway. */
export function sideLine(
  { model, project }: Canvas,
  from: readonly [number, number],
  to: readonly [number, number],
): string {
  return curvePath(project, [
    line(model.spotOnSide(...from), model.spotOnSide(...to)),
  ]);
}
