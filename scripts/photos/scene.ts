import type { Project } from "./geometry";
import { shortNumber, polygonPath } from "./geometry";
import { tone } from "./palette";

const horizon = 298;

function stops(list: readonly (readonly [offset: number, colour: string])[]) {
  return list
    .map(
      ([offset, colour]) => `<stop offset="${offset}" stop-color="${colour}"/>`,
    )
    .join("");
}

function gradient(
  id: string,
  way: string,
  list: readonly (readonly [number, string])[],
): string {
  return `<linearGradient id="${id}" ${way}>${stops(list)}</linearGradient>`;
}

const upright = 'x1="0" y1="0" x2="0" y2="1"';

/** Draws the background: the wall and the floor of a studio. */
export function drawStudio(): string {
  return (
    `<defs>${gradient("wall", upright, [
      [0, "#e4e8ec"],
      [0.8, "#eef0f3"],
      [1, "#e9ecef"],
    ])}` +
    `${gradient("floor", upright, [
      [0, "#c9cdd1"],
      [0.25, "#d3d6d9"],
      [1, "#dcdfe1"],
    ])}</defs>` +
    `<path d="M0 0H640V${horizon}H0Z" fill="url(#wall)"/>` +
    `<path d="M0 ${horizon}H640V480H0Z" fill="url(#floor)"/>`
  );
}

/**
 * Returns the gradients of paint, glass and lamps. The paint's gradient runs from
 * the window line to the floor, given as y on the picture.
 */
export function paintDefinitions(
  body: string,
  { belt, floor }: { belt: number; floor: number },
): string {
  const run = `gradientUnits="userSpaceOnUse" x1="0" x2="0" y1="${shortNumber(belt - 50)}" y2="${shortNumber(floor)}"`;
  return (
    gradient("side", run, [
      [0, tone(body, 0.05)],
      [0.3, tone(body, 0.12)],
      [0.46, body],
      [0.52, tone(body, -0.07)],
      [0.8, tone(body, -0.13)],
      [1, tone(body, -0.32)],
    ]) +
    gradient("glass", upright, [
      [0, "#5d7084"],
      [0.5, "#34424f"],
      [1, "#222b34"],
    ]) +
    gradient("screen", upright, [
      [0, "#7d90a2"],
      [0.55, "#465665"],
      [1, "#26303a"],
    ]) +
    gradient("lamp", upright, [
      [0, "#ffffff"],
      [0.5, "#dbe4ec"],
      [1, "#93a2b0"],
    ])
  );
}

/** Draws the soft shadow under a vehicle. */
export function drawShadow(
  project: Project,
  { length, width }: { length: number; width: number },
): string {
  const ground = (grow: number) =>
    polygonPath(project, [
      [-grow, 0, -grow / 2],
      [length + grow, 0, -grow / 2],
      [length + grow, 0, width + grow],
      [-grow, 0, width + grow],
    ]);
  const layer = (grow: number, soft: number, opacity: number) =>
    `<path d="${ground(grow)}" fill="#14181d" stroke="#14181d" stroke-width="14" opacity="${opacity}" filter="url(#soft${soft})"/>`;
  const blur = (soft: number) =>
    `<filter id="soft${soft}" filterUnits="userSpaceOnUse" x="0" y="200" width="640" height="280"><feGaussianBlur stdDeviation="${soft}"/></filter>`;
  return (
    `<defs>${blur(12)}${blur(4)}</defs>` +
    layer(8, 12, 0.22) +
    layer(-14, 4, 0.34)
  );
}
