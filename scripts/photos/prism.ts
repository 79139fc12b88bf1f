import type { Project, Spot } from "./geometry";
import { polygonPath, signedArea } from "./geometry";
import { fill } from "./ink";
import { tone } from "./palette";

/**
 * A solid with the same outline on both sides, given clockwise as seen from
 * the near side, in cm.
 */
export type Prism = {
  outline: readonly (readonly [x: number, y: number])[];
  near: number;
  far: number;
  colour: string;
};

/** How light a face is by where it points: up is light, down dark. */
export function faceTone(dx: number, dy: number): number {
  const up = dx / (Math.hypot(dx, dy) || 1);
  return -0.07 + 0.2 * up;
}

/** True when the corners of a face run as they do when it is seen. */
export function isSeen(project: Project, corners: readonly Spot[]): boolean {
  return signedArea(corners.map(project)) < -4;
}

function edgeOf(colour: string): string {
  return `stroke="${colour}" stroke-width="1"`;
}

/** The faces of a solid that can be seen, the near one last. */
export function drawPrism(project: Project, prism: Prism): string {
  const { outline, near, far, colour } = prism;
  const faces = outline.map(([x, y], index) => {
    const [nextX, nextY] = outline[(index + 1) % outline.length] ?? [x, y];
    const corners: Spot[] = [
      [x, y, near],
      [nextX, nextY, near],
      [nextX, nextY, far],
      [x, y, far],
    ];
    if (!isSeen(project, corners)) return "";
    const shade = tone(colour, faceTone(nextX - x, nextY - y));
    return fill(polygonPath(project, corners), shade, edgeOf(shade));
  });
  const side = polygonPath(
    project,
    outline.map(([x, y]): Spot => [x, y, near]),
  );
  return faces.join("") + fill(side, colour, edgeOf(tone(colour, -0.15)));
}

/** A box along the car's axes. */
export function box(from: Spot, to: Spot, colour: string): Prism {
  return {
    outline: [
      [from[0], from[1]],
      [from[0], to[1]],
      [to[0], to[1]],
      [to[0], from[1]],
    ],
    near: from[2],
    far: to[2],
    colour,
  };
}
