import type { BikePhotoKey, BikeShape } from "../demo/bikes/bikePhotos";
import { paintOf, tone } from "./palette";
import { drawStudio } from "./scene";

/** The measures of a bike on a picture of 640 by 480, in pixels. */
type Frame = {
  /** Wheels: x of the axles, radius, and the width of the tyres. */
  wheels: readonly [rear: number, front: number];
  radius: number;
  tyre: number;
  /** Height of the seat, and of the handlebar. */
  seat: number;
  bar: number;
  /** Path of the painted tank, and of further painted parts. */
  tank: string;
  parts: string;
};

const floor = 392;
const dark = "#24282d";
const metal = "#aeb6bd";

const frames: Readonly<Record<BikeShape, Frame>> = {
  naked: {
    wheels: [185, 468],
    radius: 72,
    tyre: 20,
    seat: 236,
    bar: 186,
    tank: "M285 240q8 -42 70 -44q48 0 58 34q-24 26 -62 26q-40 0 -66 -16z",
    parts: "M150 244q44 -24 92 -14l-12 16q-40 -2 -70 8z",
  },
  sports: {
    wheels: [188, 462],
    radius: 72,
    tyre: 23,
    seat: 224,
    bar: 204,
    tank: "M284 238q10 -44 74 -44q40 2 52 30q-26 32 -66 32q-36 0 -60 -18z",
    parts:
      "M142 208l100 8l-14 20l-70 -6zM388 200q60 -6 78 46q-10 24 -38 28q10 66 -70 96l-74 -6q40 -60 66 -96q22 -36 38 -68z",
  },
  cruiser: {
    wheels: [160, 496],
    radius: 66,
    tyre: 26,
    seat: 270,
    bar: 180,
    tank: "M284 266q22 -48 78 -50q38 2 52 36q-34 22 -68 24q-38 2 -62 -10z",
    parts:
      "M92 314q6 -64 74 -62q40 2 58 32l-20 8q-20 -22 -46 -20q-36 4 -46 44z",
  },
  scooter: {
    wheels: [190, 462],
    radius: 48,
    tyre: 20,
    seat: 232,
    bar: 160,
    tank: "M152 322q-4 -66 50 -76l104 2q20 40 8 74z",
    parts:
      "M312 332l96 0q24 -60 14 -134l26 -14q24 84 -4 156q-8 22 -40 24l-92 -4z",
  },
  offroad: {
    wheels: [180, 474],
    radius: 80,
    tyre: 20,
    seat: 196,
    bar: 150,
    tank: "M284 210q30 -34 92 -30q26 12 22 46l-44 34q-40 -8 -70 -50z",
    parts: "M136 190l120 8l-8 16l-100 -8zM430 250l92 -14q-30 -26 -84 -16z",
  },
  mini: {
    wheels: [220, 436],
    radius: 52,
    tyre: 24,
    seat: 254,
    bar: 176,
    tank: "M296 264q10 -38 62 -38q38 2 42 32q-22 22 -52 22q-32 0 -52 -16z",
    parts: "M184 262q30 -18 66 -10l-10 14q-26 -2 -48 4z",
  },
};

const line = (path: string, colour: string, width: number) =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round"/>`;

function drawWheel(
  x: number,
  { radius, tyre }: Frame,
  isTurning: boolean,
): string {
  const y = floor - radius;
  const spokes = Array.from({ length: 5 }, (_, index) => {
    const angle = (index * 2 * Math.PI) / 5;
    const reach = radius - tyre;
    const dx = Math.round(Math.cos(angle) * reach);
    const dy = Math.round(Math.sin(angle) * reach);
    return line(`M${x} ${y}l${dx} ${dy}`, metal, 7);
  }).join("");
  const turning = isTurning
    ? `<animateTransform attributeName="transform" type="rotate" from="0 ${x} ${y}" to="360 ${x} ${y}" dur="1s" repeatCount="indefinite"/>`
    : "";
  return (
    `<circle cx="${x}" cy="${y}" r="${radius - tyre / 2}" fill="none" stroke="${dark}" stroke-width="${tyre}"/>` +
    `<circle cx="${x}" cy="${y}" r="${radius - tyre}" fill="none" stroke="${metal}" stroke-width="5"/>` +
    `<g>${spokes}${turning}</g>` +
    `<circle cx="${x}" cy="${y}" r="${Math.round(radius * 0.34)}" fill="none" stroke="#7d858c" stroke-width="4"/>` +
    `<circle cx="${x}" cy="${y}" r="9" fill="${dark}"/>`
  );
}

/** Draws a bike from its right side, with the front wheel on the right. */
function drawSide(
  shape: BikeShape,
  colour: string,
  isTurning: boolean,
): string {
  const frame = frames[shape];
  const { wheels, radius, seat, bar, tank, parts } = frame;
  const [rear, front] = wheels;
  const axle = floor - radius;
  const head = front - (axle - bar) * 0.42;
  const { body } = paintOf(colour);
  const engine = 316;
  return (
    `<ellipse cx="${(rear + front) / 2}" cy="${floor + 6}" rx="${(front - rear) / 2 + radius}" ry="12" fill="#14181d" opacity="0.22"/>` +
    drawWheel(rear, frame, isTurning) +
    drawWheel(front, frame, isTurning) +
    line(`M${rear} ${axle}L${engine - 26} ${axle - 20}`, "#5b6168", 13) +
    line(
      `M${engine - 40} ${seat + 30}L${head} ${bar + 54}L${engine + 40} ${axle}`,
      "#3a3f45",
      13,
    ) +
    `<rect x="${engine - 52}" y="${axle - 74}" width="112" height="84" rx="18" fill="#6d747b"/>` +
    line(
      `M${engine - 40} ${axle - 50}h86M${engine - 40} ${axle - 32}h86M${engine - 40} ${axle - 14}h86`,
      "#8f979e",
      5,
    ) +
    `<circle cx="${engine - 14}" cy="${axle - 6}" r="26" fill="#858d94"/>` +
    line(
      `M${engine + 30} ${axle - 20}q-6 40 -60 40L${rear - 34} ${axle + 4}`,
      metal,
      15,
    ) +
    line(`M${front} ${axle}L${head} ${bar}`, metal, 11) +
    line(`M${head - 44} ${bar - 6}q24 -14 46 4`, dark, 9) +
    `<circle cx="${head + 22}" cy="${bar + 34}" r="21" fill="#e8eef3" stroke="${dark}" stroke-width="5"/>` +
    `<path d="M${rear - 34} ${seat}q80 -20 150 6q10 14 -6 18q-80 4 -140 -4z" fill="${dark}"/>` +
    `<g fill="${body}" stroke="${tone(body, -0.35)}" stroke-width="3"><path d="${tank}"/><path d="${parts}"/></g>` +
    `<path d="${tank}" fill="#ffffff" opacity="0.14" transform="translate(0 -4)"/>`
  );
}

const closeUp = 2.1;
const centres = { engine: [316, 300], wheel: [468, 320] } as const;

/**
 * Returns a photo of a bike as an SVG document of 640 by 480. The views `run` and
 * `idle` move. The same key always gives the same picture.
 */
export function drawBike({ shape, colour, view }: BikePhotoKey): string {
  const side = drawSide(shape, colour, view === "run");
  const content = () => {
    if (view === "left")
      return `<g transform="translate(640 0) scale(-1 1)">${side}</g>`;
    if (view === "engine" || view === "wheel") {
      const [x, y] = centres[view];
      return `<g transform="translate(${320 - x * closeUp} ${250 - y * closeUp}) scale(${closeUp})">${side}</g>`;
    }
    if (view === "idle")
      return `<g>${side}<animateTransform attributeName="transform" type="translate" values="0 0;0 -2;0 0" dur="0.2s" repeatCount="indefinite"/></g>`;
    return side;
  };
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 480" stroke-linejoin="round">${drawStudio()}${content()}</svg>`;
}
