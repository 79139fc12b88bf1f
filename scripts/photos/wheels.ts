import type { BodyShape } from "./bodies/bodyShape";
import type { Canvas } from "./ink";
import type { Position } from "./geometry";
import { wheelMatrix } from "./geometry";

const tyre = "#17191c";

function spokes(count: number, path: string, colour: string): string {
  return Array.from(
    { length: count },
    (_, index) =>
      `<path d="${path}" fill="${colour}" transform="rotate(${Math.round((360 / count) * index)})"/>`,
  ).join("");
}

const rims = {
  alloy:
    `<circle r=".66" fill="#c3c8ce"/><circle r=".59" fill="#33383e"/>` +
    spokes(5, "M-.1 0L-.15-.6L-.03-.6L0-.2L.03-.6L.15-.6L.1 0Z", "#d3d7dc"),
  sport:
    `<circle r=".72" fill="#8c929a"/><circle r=".66" fill="#22262b"/>` +
    spokes(7, "M-.07 0L-.09-.67L.09-.67L.07 0Z", "#a9afb7"),
  steel:
    `<circle r=".62" fill="#9aa0a7"/><circle r=".55" fill="#b8bdc3"/>` +
    spokes(8, "M-.055-.36L.055-.36L.07-.47L-.07-.47Z", "#595f66"),
} as const;

/** Returns the definition of a wheel as a unit circle, which each wheel uses. */
export function wheelDefinition(rim: BodyShape["wheels"]["rim"]): string {
  return (
    `<g id="wheel"><circle r="1" fill="${tyre}"/>` +
    `<circle r=".84" fill="none" stroke="#2b2f34" stroke-width=".05"/>` +
    `${rims[rim]}<circle r=".15" fill="#767c84"/><circle r=".08" fill="#dfe2e6"/></g>`
  );
}

function centres({ wheels }: BodyShape, z: number): Position[] {
  return [wheels.front, wheels.rear].map((x) => [x, wheels.radius, z]);
}

/** Draws the tyres of the far side, which show under the body. */
export function drawFarWheels({ model, project }: Canvas): string {
  const { radius } = model.shape.wheels;
  return [10, 26]
    .flatMap((depth) => centres(model.shape, model.shape.width - depth))
    .map((position) => {
      return `<circle r="1" fill="${tyre}" transform="${wheelMatrix(project, position, radius)}"/>`;
    })
    .join("");
}

/** Draws the wheel arches and wheels of the near side. */
export function drawNearWheels(
  { model, project }: Canvas,
  archColour: string,
): string {
  const { radius } = model.shape.wheels;
  return centres(model.shape, 0)
    .map(([x, y]) => {
      const matrix = (z: number, size: number) =>
        wheelMatrix(project, [x, y, z], size);
      return (
        `<path d="M-1.27-.3L-1.23 0A1.23 1.23 0 0 0 1.23 0L1.27-.3Z" fill="${archColour}" transform="${matrix(0, radius)}"/>` +
        `<path d="M-1.13-.3L-1.15 0A1.15 1.15 0 0 0 1.15 0L1.13-.3Z" fill="#0d0f11" transform="${matrix(1, radius)}"/>` +
        `<circle r="1" fill="#0f1113" transform="${matrix(20, radius)}"/>` +
        `<use href="#wheel" transform="${matrix(2, radius)}"/>`
      );
    })
    .join("");
}
