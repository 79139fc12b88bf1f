/** A point on the picture: x to the right, y down. */
export type Point = readonly [x: number, y: number];
/**
 * A position in space in cm: x from the left end of the car, y up from the
 * ground, z from the near side to the far side.
 */
export type Position = readonly [x: number, y: number, z: number];
/** Projects a position onto the picture. */
export type Project = (position: Position) => Point;
/** A quadratic curve in space. */
export type Curve = readonly [from: Position, control: Position, to: Position];

export function lerp(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

export function between(from: Position, to: Position, share: number): Position {
  return [
    lerp(from[0], to[0], share),
    lerp(from[1], to[1], share),
    lerp(from[2], to[2], share),
  ];
}

/** Returns the curve from `from` to `to` that passes `middle` halfway. */
export function curveThrough(
  from: Position,
  middle: Position,
  to: Position,
): Curve {
  const chord = between(from, to, 0.5);
  return [from, between(chord, middle, 2), to];
}

export function curveAt([from, control, to]: Curve, share: number): Position {
  return between(
    between(from, control, share),
    between(control, to, share),
    share,
  );
}

export function line(from: Position, to: Position): Curve {
  return [from, between(from, to, 0.5), to];
}

/** Formats a number in the shortest way, rounded to a tenth. */
export function shortNumber(value: number): string {
  const text = String(Math.round(value * 10) / 10);
  return text.replace(/^(-?)0\./, "$1.");
}

function coordinates([x, y]: Point): string {
  return `${shortNumber(x)} ${shortNumber(y)}`;
}

function rounded([x, y]: Point): Point {
  return [Math.round(x * 10) / 10, Math.round(y * 10) / 10];
}

/** Returns the offset between two points as path data. */
function offsetText(from: Point, to: Point): string {
  const across = shortNumber(to[0] - from[0]);
  const down = shortNumber(to[1] - from[1]);
  return down.startsWith("-") ? across + down : `${across} ${down}`;
}

/** Returns a curve as path data, a nearly straight curve as a line. */
function curveText(from: Point, control: Point, to: Point): string {
  const bend = Math.hypot(
    control[0] - (from[0] + to[0]) / 2,
    control[1] - (from[1] + to[1]) / 2,
  );
  if (bend < 0.7) return `l${offsetText(from, to)}`;
  return `q${offsetText(from, control)} ${offsetText(from, to)}`;
}

/** Returns path data along the curves; straight lines close the gaps. */
export function curvePath(project: Project, curves: readonly Curve[]): string {
  let pen: Point | undefined;
  return curves
    .map((curve) => {
      const [from, control, to] = curve.map((position) =>
        rounded(project(position)),
      );
      if (!from || !control || !to) return "";
      const isApart = pen && Math.hypot(from[0] - pen[0], from[1] - pen[1]) > 0;
      const jump = pen && isApart ? `l${offsetText(pen, from)}` : "";
      const start = pen ? jump : `M${coordinates(from)}`;
      pen = to;
      return start + curveText(from, control, to);
    })
    .join("");
}

export function polygonPath(
  project: Project,
  positions: readonly Position[],
): string {
  const points = positions.map((position) => rounded(project(position)));
  const ways = points.map((point, index) => {
    const previous = points[index - 1];
    return previous ? offsetText(previous, point) : `M${coordinates(point)}l`;
  });
  return `${ways.join(" ").replace("l ", "l").replaceAll(" -", "-")}z`;
}

/** Returns twice the signed area of a polygon; negative if counter-clockwise. */
export function signedArea(points: readonly Point[]): number {
  return points.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = points[(index + 1) % points.length] ?? [x, y];
    return sum + x * nextY - nextX * y;
  }, 0);
}

/** Returns the matrix that turns a unit circle into a wheel of `radius`. */
export function wheelMatrix(
  project: Project,
  [x, y, z]: Position,
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
  return `matrix(${values.map(shortNumber).join(" ")})`;
}
