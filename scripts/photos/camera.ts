import type { Point, Project, Spot } from "./geometry";

export type Shot = "corner" | "side";

const angle = (36 * Math.PI) / 180;
const eyeHeight = 190;
const frame = { width: 600, height: 370, centre: 320, ground: 418 };
/** Small cars are not blown up to the size of large ones. */
const largestScale = 1.72;

type Extent = { length: number; width: number; height: number };

/** From the side nothing shrinks with distance. */
function sideView([x, y]: Spot): Point {
  return [x, -y];
}

/** From before the near corner, at the height of a tall photographer's eye. */
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

function corners({ length, width, height }: Extent): Spot[] {
  return [0, length].flatMap((x) =>
    [0, height].flatMap((y) => [0, width].map((z): Spot => [x, y, z])),
  );
}

/** A projection that fits what stands in the extent into the picture. */
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
  return (spot) => {
    const [x, y] = view(spot);
    return [
      frame.centre + (x - (left + right) / 2) * scale,
      frame.ground + (y - bottom) * scale,
    ];
  };
}
