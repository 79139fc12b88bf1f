import type { BodyKey } from "../demo/photoNames";
import { tone } from "./palette";

/** The layout of the front seats. */
type Cabin = {
  /** The upper edge of the dashboard, as y on the picture. */
  dash: number;
  shift: "floor" | "dash" | "manual";
  seats: "bucket" | "comfort" | "bench";
  wheel: number;
};

const car: Cabin = { dash: 196, shift: "floor", seats: "comfort", wheel: 74 };
const sports: Cabin = {
  dash: 176,
  shift: "manual",
  seats: "bucket",
  wheel: 70,
};
const tall: Cabin = { dash: 216, shift: "dash", seats: "comfort", wheel: 72 };
const work: Cabin = { dash: 222, shift: "manual", seats: "bench", wheel: 84 };

const cabins: Record<BodyKey, Cabin> = {
  sedan: car,
  hatchback: car,
  wagon: car,
  suv: { ...car, dash: 206 },
  minivan: tall,
  van: { ...work, shift: "dash" },
  coupe: sports,
  convertible: sports,
  pickup: { ...car, dash: 210 },
  truck: work,
  bus: work,
  "kei-hatchback": { ...tall, dash: 206 },
  "kei-minivan": tall,
  "kei-van": { ...work, wheel: 76 },
  "kei-truck": { ...work, wheel: 78 },
  "kei-suv": { ...car, dash: 212 },
  "kei-convertible": { ...sports, dash: 186 },
  machinery: { dash: 238, shift: "manual", seats: "bench", wheel: 60 },
};

const trims: Record<string, { soft: string; hard: string }> = {
  black: { soft: "#3a3d42", hard: "#26292d" },
  beige: { soft: "#c9b795", hard: "#6f6453" },
  grey: { soft: "#8b9097", hard: "#4c5157" },
};

const driverX = 438;
const passengerX = 202;

function drawWindscreen({ dash }: Cabin, hard: string): string {
  return (
    `<path d="M0 0H640V480H0Z" fill="${hard}"/>` +
    `<path d="M92 40Q320 22 548 40L604 ${dash + 10}H36Z" fill="url(#sky)"/>` +
    `<path d="M58 ${dash - 34}Q320 ${dash - 52} 582 ${dash - 34}L604 ${dash + 10}H36Z" fill="#b9bfc4"/>` +
    `<path d="M268 40H372L362 70Q320 76 278 70Z" fill="#1d2024"/>` +
    `<path d="M284 46H356L350 64Q320 68 290 64Z" fill="#93a3b1"/>` +
    `<path d="M92 40L36 ${dash + 10}L0 ${dash}V20Z M548 40L604 ${dash + 10}L640 ${dash}V20Z" fill="${tone(hard, 0.12)}"/>`
  );
}

function drawDashboard({ dash }: Cabin, soft: string, hard: string): string {
  const low = dash + 118;
  const vents = [58, 262, 334, 556]
    .map(
      (x) =>
        `<rect x="${x - 26}" y="${dash + 34}" width="52" height="22" rx="6" fill="#121417"/><path d="M${x - 22} ${dash + 41}h44M${x - 22} ${dash + 49}h44" stroke="#565c63" stroke-width="2"/>`,
    )
    .join("");
  return (
    `<path d="M0 ${dash + 6}Q320 ${dash - 22} 640 ${dash + 6}V${low}Q320 ${low - 14} 0 ${low}Z" fill="${hard}"/>` +
    `<path d="M0 ${dash + 6}Q320 ${dash - 22} 640 ${dash + 6}V${dash + 26}Q320 ${dash} 0 ${dash + 26}Z" fill="${tone(hard, 0.1)}"/>` +
    `<path d="M0 ${dash + 66}Q320 ${dash + 46} 640 ${dash + 66}V${dash + 78}Q320 ${dash + 58} 0 ${dash + 78}Z" fill="${soft}"/>` +
    vents +
    `<rect x="84" y="${dash + 84}" width="150" height="30" rx="7" fill="${tone(hard, -0.25)}"/>`
  );
}

function drawCentre({ dash, shift, seats }: Cabin, hard: string): string {
  const top = dash + 62;
  const hasScreen = seats !== "bench";
  const screen = hasScreen
    ? `<rect x="246" y="${top}" width="104" height="58" rx="5" fill="#0e1114"/><rect x="252" y="${top + 5}" width="92" height="48" rx="2" fill="url(#map)"/><path d="M252 ${top + 36}l30-18l24 10l38-20M290 ${top + 53}l8-26" stroke="#e8ecef" stroke-width="2.4" fill="none"/>`
    : `<rect x="252" y="${top + 6}" width="92" height="26" rx="4" fill="#0e1114"/><path d="M262 ${top + 19}h46" stroke="#7fd0a6" stroke-width="4"/>`;
  const dials = [272, 298, 324]
    .map(
      (x) =>
        `<circle cx="${x}" cy="${top + 78}" r="9" fill="#15181b" stroke="#70767d" stroke-width="2"/>`,
    )
    .join("");
  const lever =
    shift === "dash"
      ? `<path d="M356 ${top + 62}l14 26" stroke="#1b1e22" stroke-width="9" stroke-linecap="round"/><circle cx="355" cy="${top + 60}" r="8" fill="#2b3036"/>`
      : drawFloorLever(shift, hard);
  return `<path d="M232 ${top - 8}H364L374 ${top + 104}H222Z" fill="${tone(hard, -0.2)}"/>${screen}${dials}${lever}`;
}

function drawFloorLever(shift: Cabin["shift"], hard: string): string {
  const knob =
    shift === "manual"
      ? `<circle cx="304" cy="372" r="13" fill="#15181b"/><path d="M299 368v8m5-8v8m5-8v8m-10-4h10" stroke="#c9ced4" stroke-width="1.4"/>`
      : `<rect x="290" y="354" width="28" height="26" rx="9" fill="#1b1e22"/>`;
  return (
    `<path d="M252 384H352L372 480H228Z" fill="${tone(hard, 0.06)}"/>` +
    `<ellipse cx="304" cy="420" rx="30" ry="13" fill="#121417"/>` +
    `<path d="M304 418V376" stroke="#5b6168" stroke-width="9"/>${knob}`
  );
}

function drawWheel({ dash, wheel }: Cabin, hard: string): string {
  const y = dash + 78;
  const gauges = [driverX - 38, driverX + 38]
    .map(
      (x) =>
        `<circle cx="${x}" cy="${dash + 30}" r="25" fill="#0d0f12" stroke="#5c636b" stroke-width="2"/><path d="M${x} ${dash + 30}l-11-13" stroke="#e2543f" stroke-width="2.5"/>`,
    )
    .join("");
  const ring = wheel - 6;
  return (
    `<path d="M${driverX - 92} ${dash + 44}Q${driverX} ${dash - 50} ${driverX + 92} ${dash + 44}Z" fill="${tone(hard, -0.3)}"/>${gauges}` +
    `<g transform="translate(${driverX} ${y})"><ellipse rx="${wheel}" ry="${wheel * 0.94}" fill="none" stroke="#131518" stroke-width="15"/>` +
    `<ellipse rx="${wheel}" ry="${wheel * 0.94}" fill="none" stroke="#3a3f45" stroke-width="3"/>` +
    `<path d="M-${ring} -6H-24L-20 12L-${ring - 4} 10ZM${ring} -6H24L20 12L${ring - 4} 10ZM-11 18H11L8 ${ring}H-8Z" fill="#1f2327"/>` +
    `<path d="M-30-22Q0-34 30-22L24 22Q0 32-24 22Z" fill="#24282d" stroke="#0d0f11"/><circle r="8" fill="#8f969e"/></g>`
  );
}

function drawSeat(x: number, { seats }: Cabin, soft: string): string {
  const half = { bucket: 92, comfort: 98, bench: 108 }[seats];
  const seam = tone(soft, -0.35);
  const side = seats === "bucket" ? 34 : 24;
  const head =
    seats === "bench"
      ? `<rect x="${x - 44}" y="300" width="88" height="34" rx="12" fill="${tone(soft, -0.05)}" stroke="${seam}"/>`
      : `<path d="M${x - 18} 318v26m36-26v26" stroke="#9aa0a7" stroke-width="5"/><rect x="${x - 48}" y="270" width="96" height="56" rx="20" fill="${tone(soft, 0.05)}" stroke="${seam}"/>`;
  return (
    `<g transform="translate(0 44)">${head}<path d="M${x - half} 480Q${x - half - 4} 370 ${x - half + 26} 348Q${x} 326 ${x + half - 26} 348Q${x + half + 4} 370 ${x + half} 480Z" fill="url(#seat)" stroke="${seam}" stroke-width="1.5"/>` +
    `<path d="M${x - half + side + 14} 480Q${x - half + side + 12} 390 ${x - half + side + 28} 362M${x + half - side - 14} 480Q${x + half - side - 12} 390 ${x + half - side - 28} 362M${x - half + side + 16} 424Q${x} 412 ${x + half - side - 16} 424" fill="none" stroke="${seam}" stroke-width="2"/></g>`
  );
}

/** Draws the front seats and the dashboard, with the steering wheel on the right. */
export function drawInterior(body: BodyKey, trim: string): string {
  const cabin = cabins[body];
  const look = trims[trim];
  if (!look) throw new Error(`No trim ${trim}`);
  const { soft, hard } = look;
  return (
    `<defs><linearGradient id="sky" x2="0" y2="1"><stop offset="0" stop-color="#eef1f4"/><stop offset="1" stop-color="#d9dee2"/></linearGradient>` +
    `<linearGradient id="map" x2="1" y2="1"><stop offset="0" stop-color="#3f6f8f"/><stop offset="1" stop-color="#5d8f78"/></linearGradient>` +
    `<linearGradient id="seat" x2="0" y2="1"><stop offset="0" stop-color="${tone(soft, 0.08)}"/><stop offset="1" stop-color="${tone(soft, -0.22)}"/></linearGradient></defs>` +
    drawWindscreen(cabin, hard) +
    drawDashboard(cabin, soft, hard) +
    `<path d="M0 ${cabin.dash + 116}H640V480H0Z" fill="${tone(hard, -0.35)}"/>` +
    drawCentre(cabin, hard) +
    drawWheel(cabin, hard) +
    drawSeat(passengerX - 66, cabin, soft) +
    drawSeat(driverX + 66, cabin, soft)
  );
}
