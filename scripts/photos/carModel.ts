import type { BodyShape } from "./bodies/bodyShape";
import type { Curve, Spot } from "./geometry";
import { between, curveAt, curveThrough, lerp } from "./geometry";

/** A body placed in space, its left end at x = 0. */
export type CarModel = {
  shape: BodyShape;
  /** The near side's outline, a curve for each stretch. */
  near: readonly Curve[];
  far: readonly Curve[];
  /** A spot on a stretch: `across` from near (0) to far, `along` it. */
  spotOn: (stretch: number, across: number, along: number) => Spot;
  /** A spot on the near side. */
  spotOnSide: (x: number, y: number) => Spot;
  /** Height of the window line. */
  beltAt: (x: number) => number;
};

const taperLength = 70;
const taperDepth = 13;

/** How far the middle bows out at each place of the outline. */
const bows = [12, 15, 13, 11, 5, 5, 11, 13, 15, 12];
const crowns = [0, 0, 3, 3, 5, 5, 3, 3, 0, 0];

/** The body seen from its other end: what was the tail is at x = 0. */
export function turned(shape: BodyShape): BodyShape {
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

export function placeOf(shape: BodyShape, index: number): readonly number[] {
  return shape.outline[index] ?? [0, 0];
}

function sideInset(shape: BodyShape, x: number, y: number): number {
  const [, roof = 0] = placeOf(shape, 4);
  const belt = Math.max(...shape.belt);
  const lean = (shape.lean * Math.max(0, y - belt)) / Math.max(1, roof - belt);
  const [first = 0] = placeOf(shape, 1);
  const [last = 0] = placeOf(shape, 8);
  const end = Math.min(x - first, last - x, taperLength);
  return lean + taperDepth * (1 - Math.max(0, end) / taperLength) ** 2;
}

function sideCurve(shape: BodyShape, stretch: number, isFar: boolean): Curve {
  const [x0 = 0, y0 = 0] = placeOf(shape, stretch);
  const [x1 = 0, y1 = 0] = placeOf(shape, stretch + 1);
  const span = Math.hypot(x1 - x0, y1 - y0) || 1;
  const swell = shape.swell[stretch] ?? 0;
  const spot = (x: number, y: number): Spot => {
    const inset = sideInset(shape, x, y);
    return [x, y, isFar ? shape.width - inset : inset];
  };
  return curveThrough(
    spot(x0, y0),
    spot(
      (x0 + x1) / 2 - (swell * (y1 - y0)) / span,
      (y0 + y1) / 2 + (swell * (x1 - x0)) / span,
    ),
    spot(x1, y1),
  );
}

/** Builds the body's surface from its shape. */
export function modelOf(shape: BodyShape): CarModel {
  const stretches = shape.swell.map((_, index) => index);
  const near = stretches.map((index) => sideCurve(shape, index, false));
  const far = stretches.map((index) => sideCurve(shape, index, true));
  const spotOn = (stretch: number, across: number, along: number): Spot => {
    const one = near[stretch];
    const other = far[stretch];
    if (!one || !other) throw new Error(`No stretch ${stretch}`);
    const spot = between(curveAt(one, along), curveAt(other, along), across);
    const arch = 4 * across * (1 - across);
    const at = (values: readonly number[]) =>
      lerp(values[stretch] ?? 0, values[stretch + 1] ?? 0, along) * arch;
    const outward = stretch < 4 ? -1 : stretch > 4 ? 1 : lerp(-1, 1, along);
    return [spot[0] + outward * at(bows), spot[1] + at(crowns), spot[2]];
  };
  return {
    shape,
    near,
    far,
    spotOn,
    spotOnSide: (x, y) => [x, y, sideInset(shape, x, y)],
    beltAt: (x) => lerp(shape.belt[0], shape.belt[1], x / shape.length),
  };
}
