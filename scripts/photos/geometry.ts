/** A place on the picture: x to the right, y down. */
export type Point = readonly [x: number, y: number];
/**
 * A place on or around the car in cm: x from the end that faces left, y up
 * from the ground, z from the near side to the far one.
 */
export type Spot = readonly [x: number, y: number, z: number];
export type Project = (spot: Spot) => Point;
/** A quadratic curve in space. */
export type Curve = readonly [from: Spot, control: Spot, to: Spot];

export function lerp(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

export function between(from: Spot, to: Spot, share: number): Spot {
  return [
    lerp(from[0], to[0], share),
    lerp(from[1], to[1], share),
    lerp(from[2], to[2], share),
  ];
}

/** The curve from one spot to another through a third, halfway. */
export function curveThrough(from: Spot, middle: Spot, to: Spot): Curve {
  const chord = between(from, to, 0.5);
  return [from, between(chord, middle, 2), to];
}

export function curveAt([from, control, to]: Curve, share: number): Spot {
  return between(
    between(from, control, share),
    between(control, to, share),
    share,
  );
}

export function line(from: Spot, to: Spot): Curve {
  return [from, between(from, to, 0.5), to];
}

/** A number as short as a tenth of a unit allows. */
export function figure(value: number): string {
  const text = String(Math.round(value * 10) / 10);
  return text.replace(/^(-?)0\./, "$1.");
}

function pointText([x, y]: Point): string {
  return `${figure(x)} ${figure(y)}`;
}

function rounded([x, y]: Point): Point {
  return [Math.round(x * 10) / 10, Math.round(y * 10) / 10];
}

/** The way from one point to another, as path data for relative commands. */
function wayText(from: Point, to: Point): string {
  const across = figure(to[0] - from[0]);
  const down = figure(to[1] - from[1]);
  return down.startsWith("-") ? across + down : `${across} ${down}`;
}

/** A curve no one can tell from a straight line is written as one. */
function curveText(from: Point, control: Point, to: Point): string {
  const bend = Math.hypot(
    control[0] - (from[0] + to[0]) / 2,
    control[1] - (from[1] + to[1]) / 2,
  );
  if (bend < 0.7) return `l${wayText(from, to)}`;
  return `q${wayText(from, control)} ${wayText(from, to)}`;
}

/** Path data along the curves, joined by straight lines where they part. */
export function curvePath(project: Project, curves: readonly Curve[]): string {
  let pen: Point | undefined;
  return curves
    .map((curve) => {
      const [from, control, to] = curve.map((spot) => rounded(project(spot)));
      if (!from || !control || !to) return "";
      const isApart = pen && Math.hypot(from[0] - pen[0], from[1] - pen[1]) > 0;
      const jump = pen && isApart ? `l${wayText(pen, from)}` : "";
      const start = pen ? jump : `M${pointText(from)}`;
      pen = to;
      return start + curveText(from, control, to);
    })
    .join("");
}

export function polygonPath(project: Project, spots: readonly Spot[]): string {
  const points = spots.map((spot) => rounded(project(spot)));
  const ways = points.map((point, index) => {
    const previous = points[index - 1];
    return previous ? wayText(previous, point) : `M${pointText(point)}l`;
  });
  return `${ways.join(" ").replace("l ", "l").replaceAll(" -", "-")}z`;
}

/** Twice the signed area of a polygon on the picture. */
export function signedArea(points: readonly Point[]): number {
  return points.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = points[(index + 1) % points.length] ?? [x, y];
    return sum + x * nextY - nextX * y;
  }, 0);
}

/** A matrix that draws a unit circle as a wheel of `radius` at the centre. */
export function wheelMatrix(
  project: Project,
  [x, y, z]: Spot,
  radius: number,
): string {
  const centre = project([x, y, z]);
  const right = project([x + radius, y, z]);
  const up = project([x, y + radius, z]);
  const values = [
    right[0] - centre[0],
    right[1] - centre[1],
    up[0] - centre[0],
    up[1] - centre[1],
    ...centre,
  ];
  return `matrix(${values.map(figure).join(" ")})`;
}
