import type { Point, Project, Position } from "./geometry";

export type Shot = "corner" | "side";

const angle = (36 * Math.PI) / 180;
const eyeHeight = 190;
const frame = { width: 600, height: 370, centre: 320, ground: 418 };
/** Keeps small cars smaller than large cars. */
const largestScale = 1.72;

type Extent = { length: number; width: number; height: number };

/** Projects from the side, without perspective. */
function sideView([x, y]: Position): Point {
  return [x, -y];
}

/** Returns a perspective projection from the near corner at eye height. */
function cornerView({ length, width }: Extent): Project {
  const distance = Math.max(900, length * 2);
  const middle = (length * Math.cos(angle) - width * Math.sin(angle)) / 2;
  return ([x, y, z]) => {
    const across = x * Math.cos(angle) - z * Math.sin(angle);
    const depth = x * Math.sin(angle) + z * Math.cos(angle);
    const scale = distance / (distance + depth);
    return [(across - middle) * scale, (eyeHeight - y) * scale];
  };
}

function corners({ length, width, height }: Extent): Position[] {
  return [0, length].flatMap((x) =>
    [0, height].flatMap((y) => [0, width].map((z): Position => [x, y, z])),
  );
}

/** Returns a projection that fits a vehicle of this size into the picture. */
export function cameraFor(shot: Shot, extent: Extent): Project {
  const view = shot === "side" ? sideView : cornerView(extent);
  const points = corners(extent).map(view);
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const scale = Math.min(
    frame.width / (right - left),
    frame.height / (bottom - top),
    largestScale,
  );
  return (position) => {
    const [x, y] = view(position);
    return [
      frame.centre + (x - (left + right) / 2) * scale,
      frame.ground + (y - bottom) * scale,
    ];
  };
}
