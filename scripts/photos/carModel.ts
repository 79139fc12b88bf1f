import type { BodyShape } from "./bodies/bodyShape";
import type { Curve, Position } from "./geometry";
import { between, curveAt, curveThrough, lerp } from "./geometry";

/** The surface of a body in space. Its left end is at x = 0. */
export type CarModel = {
  shape: BodyShape;
  /** The outline of the near side, one curve for each stretch. */
  near: readonly Curve[];
  far: readonly Curve[];
  /** Returns a position by shares: `across` (near 0, far 1) and `along`. */
  positionOn: (stretch: number, across: number, along: number) => Position;
  /** Returns the position on the near side at x and y. */
  positionOnSide: (x: number, y: number) => Position;
  /** Returns the height of the window line. */
  beltAt: (x: number) => number;
};

const taperLength = 70;
const taperDepth = 13;

/** How far the middle bulges outward and upward at each outline point, in cm. */
const bows = [12, 15, 13, 11, 5, 5, 11, 13, 15, 12];
const crowns = [0, 0, 3, 3, 5, 5, 3, 3, 0, 0];

/** Returns the shape in reverse, with the tail at x = 0. */
export function reversed(shape: BodyShape): BodyShape {
  const flip = (x: number) => shape.length - x;
  return {
    ...shape,
    outline: shape.outline.map(([x, y]) => [flip(x), y] as const).reverse(),
    swell: [...shape.swell].reverse(),
    belt: [shape.belt[1], shape.belt[0]],
    wheels: {
      ...shape.wheels,
      front: flip(shape.wheels.rear),
      rear: flip(shape.wheels.front),
    },
    posts: shape.posts.map(flip).reverse(),
    doors: shape.doors.map(flip).reverse(),
    handles: shape.handles.map((x) => flip(x) - 14),
    rail: shape.rail && [flip(shape.rail[1]), flip(shape.rail[0])],
    blind: shape.blind && [flip(shape.blind[1]), flip(shape.blind[0])],
    bed: shape.bed && {
      ...shape.bed,
      from: flip(shape.bed.to),
      to: flip(shape.bed.from),
    },
  };
}

/** Returns a point of the outline by its index; see `BodyShape`. */
export function outlinePoint(
  shape: BodyShape,
  index: number,
): readonly number[] {
  return shape.outline[index] ?? [0, 0];
}

function sideInset(shape: BodyShape, x: number, y: number): number {
  const [, roof = 0] = outlinePoint(shape, 4);
  const belt = Math.max(...shape.belt);
  const lean = (shape.lean * Math.max(0, y - belt)) / Math.max(1, roof - belt);
  const [first = 0] = outlinePoint(shape, 1);
  const [last = 0] = outlinePoint(shape, 8);
  const end = Math.min(x - first, last - x, taperLength);
  return lean + taperDepth * (1 - Math.max(0, end) / taperLength) ** 2;
}

function outlineCurve(
  shape: BodyShape,
  stretch: number,
  isFar: boolean,
): Curve {
  const [x0 = 0, y0 = 0] = outlinePoint(shape, stretch);
  const [x1 = 0, y1 = 0] = outlinePoint(shape, stretch + 1);
  const span = Math.hypot(x1 - x0, y1 - y0) || 1;
  const swell = shape.swell[stretch] ?? 0;
  const position = (x: number, y: number): Position => {
    const inset = sideInset(shape, x, y);
    return [x, y, isFar ? shape.width - inset : inset];
  };
  return curveThrough(
    position(x0, y0),
    position(
      (x0 + x1) / 2 - (swell * (y1 - y0)) / span,
      (y0 + y1) / 2 + (swell * (x1 - x0)) / span,
    ),
    position(x1, y1),
  );
}

/** Returns the surface of a body. */
export function buildModel(shape: BodyShape): CarModel {
  const stretches = shape.swell.map((_, index) => index);
  const near = stretches.map((index) => outlineCurve(shape, index, false));
  const far = stretches.map((index) => outlineCurve(shape, index, true));
  const positionOn = (
    stretch: number,
    across: number,
    along: number,
  ): Position => {
    const nearCurve = near[stretch];
    const farCurve = far[stretch];
    if (!nearCurve || !farCurve) throw new Error(`No stretch ${stretch}`);
    const position = between(
      curveAt(nearCurve, along),
      curveAt(farCurve, along),
      across,
    );
    const arch = 4 * across * (1 - across);
    const at = (values: readonly number[]) =>
      lerp(values[stretch] ?? 0, values[stretch + 1] ?? 0, along) * arch;
    const outward = stretch < 4 ? -1 : stretch > 4 ? 1 : lerp(-1, 1, along);
    return [
      position[0] + outward * at(bows),
      position[1] + at(crowns),
      position[2],
    ];
  };
  return {
    shape,
    near,
    far,
    positionOn,
    positionOnSide: (x, y) => [x, y, sideInset(shape, x, y)],
    beltAt: (x) => lerp(shape.belt[0], shape.belt[1], x / shape.length),
  };
}
