import type { Project, Position } from "./geometry";
import { polygonPath, signedArea } from "./geometry";
import { fill } from "./ink";
import { tone } from "./palette";

/**
 * A solid with the same outline on the near and the far side. The outline is
 * clockwise as seen from the near side; lengths in cm.
 */
export type Prism = {
  outline: readonly (readonly [x: number, y: number])[];
  near: number;
  far: number;
  colour: string;
};

/** Returns the tone of a face by its direction: light if up, dark if down. */
export function faceTone(dx: number, dy: number): number {
  const up = dx / (Math.hypot(dx, dy) || 1);
  return -0.07 + 0.2 * up;
}

/** Whether a face is turned to the camera, by the order of its corners. */
export function facesCamera(
  project: Project,
  corners: readonly Position[],
): boolean {
  return signedArea(corners.map(project)) < -4;
}

function edgeOf(colour: string): string {
  return `stroke="${colour}" stroke-width="1"`;
}

/** Draws the visible faces of a solid, the near face last. */
export function drawPrism(project: Project, prism: Prism): string {
  const { outline, near, far, colour } = prism;
  const faces = outline.map(([x, y], index) => {
    const [nextX, nextY] = outline[(index + 1) % outline.length] ?? [x, y];
    const corners: Position[] = [
      [x, y, near],
      [nextX, nextY, near],
      [nextX, nextY, far],
      [x, y, far],
    ];
    if (!facesCamera(project, corners)) return "";
    const shade = tone(colour, faceTone(nextX - x, nextY - y));
    return fill(polygonPath(project, corners), shade, edgeOf(shade));
  });
  const side = polygonPath(
    project,
    outline.map(([x, y]): Position => [x, y, near]),
  );
  return faces.join("") + fill(side, colour, edgeOf(tone(colour, -0.15)));
}

/** Returns a box that is parallel to the axes. */
export function box(from: Position, to: Position, colour: string): Prism {
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
