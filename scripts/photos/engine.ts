import type { BodyKey } from "../demo/photoNames";
import { paintOf, tone } from "./palette";

/** The size and the parts of an engine. */
type Layout = "small" | "four" | "six" | "diesel";

const layouts: Record<BodyKey, Layout> = {
  sedan: "four",
  hatchback: "four",
  wagon: "four",
  suv: "six",
  minivan: "four",
  van: "diesel",
  coupe: "six",
  convertible: "four",
  pickup: "diesel",
  truck: "diesel",
  bus: "diesel",
  "kei-hatchback": "small",
  "kei-minivan": "small",
  "kei-van": "small",
  "kei-truck": "small",
  "kei-suv": "small",
  "kei-convertible": "small",
  machinery: "diesel",
};

const bay = "#24282d";
const alloy = "#a7adb4";
const black = "#15181b";
const cast = "#565d65";

function rounded(
  [x, y, width, height]: readonly [number, number, number, number],
  colour: string,
  { radius = 8, edge = black }: { radius?: number; edge?: string } = {},
): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${colour}" stroke="${edge}" stroke-width="1.5"/>`;
}

function round(x: number, y: number, radius: number, colour: string): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colour}" stroke="${black}" stroke-width="1.5"/>`;
}

function hose(path: string, width: number, colour = "#0e1012"): string {
  return (
    `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round"/>` +
    `<path d="${path}" fill="none" stroke="${tone(colour, 0.25)}" stroke-width="${Math.max(1.5, width / 6)}" stroke-linecap="round" opacity=".7"/>`
  );
}

/** Draws wings, bonnet, bulkhead and radiator panel. */
function drawBay(paint: string): string {
  const inner = tone(paint, -0.3);
  return (
    `<path d="M0 0H640V480H0Z" fill="${tone(paint, -0.08)}"/>` +
    `<path d="M0 0H640V66Q320 34 0 66Z" fill="${tone(paint, -0.42)}"/>` +
    `<path d="M120 0L156 44M520 0L484 44M250 0L262 36M390 0L378 36" stroke="${tone(paint, -0.55)}" stroke-width="9"/>` +
    `<path d="M66 96Q320 62 574 96L606 392Q320 432 34 392Z" fill="${inner}"/>` +
    `<path d="M86 112Q320 82 554 112L578 372Q320 404 62 372Z" fill="${bay}"/>` +
    `<path d="M86 112Q320 82 554 112L557 142Q320 114 83 142Z" fill="#3a4047"/>` +
    `<path d="M34 392Q320 432 606 392L618 436Q320 480 22 436Z" fill="${black}"/>` +
    `<path d="M64 408Q320 444 576 408" fill="none" stroke="#3d434a" stroke-width="4"/>` +
    rounded([298, 414, 44, 22], alloy, { radius: 4 }) +
    [70, 190, 450, 570]
      .map((x) => round(x, x > 100 && x < 540 ? 424 : 412, 5, alloy))
      .join("")
  );
}

function drawTowers(): string {
  return [122, 518]
    .map(
      (x) =>
        round(x, 196, 42, "#4b5158") +
        round(x, 196, 27, "#2c3136") +
        round(x, 196, 9, alloy) +
        [0, 120, 240]
          .map((turn) => {
            const angle = (turn * Math.PI) / 180;
            return round(
              Math.round(x + 34 * Math.cos(angle)),
              Math.round(196 + 34 * Math.sin(angle)),
              4.5,
              alloy,
            );
          })
          .join(""),
    )
    .join("");
}

function drawBattery(): string {
  return (
    rounded([442, 258, 106, 74], "#1b1e22") +
    rounded([442, 258, 106, 20], "#2f343a", { radius: 4 }) +
    round(462, 268, 7, "#b23a32") +
    round(528, 268, 7, alloy) +
    rounded([460, 292, 70, 24], "#e4e7ea", { radius: 2 }) +
    `<path d="M466 300h40m-40 8h54" stroke="#79818a" stroke-width="3"/>` +
    hose("M462 266Q420 232 392 246", 7, "#7c231d")
  );
}

function drawReservoirs(): string {
  return (
    rounded([80, 268, 54, 66], "#dfe3d9", { radius: 10, edge: "#8d938a" }) +
    `<path d="M82 304h50v22q0 6-6 6h-38q-6 0-6-6z" fill="#6aa88a" opacity=".75"/>` +
    round(107, 268, 13, black) +
    rounded([486, 128, 56, 30], "#d9dccf", { radius: 8, edge: "#8d938a" }) +
    round(514, 128, 11, black) +
    round(92, 364, 15, "#2f6aa8")
  );
}

function drawCoils(count: number, top: number): string {
  return Array.from({ length: count }, (_, index) => {
    const x = 320 + (index - (count - 1) / 2) * 46;
    return rounded([x - 13, top, 26, 32], black, { radius: 5 });
  }).join("");
}

const cover = "#2f343a";

const blocks: Record<Layout, string> = {
  small:
    rounded([226, 190, 176, 148], cast, { radius: 14 }) +
    rounded([238, 200, 152, 76], alloy, { radius: 10 }) +
    drawCoils(3, 218) +
    round(270, 306, 17, black) +
    hose("M402 240Q446 226 440 180Q434 150 392 150H300", 24) +
    rounded([206, 130, 112, 44], "#1c2024"),
  four:
    rounded([204, 178, 224, 164], cast, { radius: 16 }) +
    rounded([214, 186, 204, 104], cover, { radius: 16 }) +
    `<path d="M238 208H394M238 224H394M252 262Q316 244 380 262" fill="none" stroke="#565d65" stroke-width="4"/>` +
    round(236, 310, 17, black) +
    round(384, 318, 14, "#c6a53a") +
    hose("M418 224Q470 214 470 176Q468 150 430 146", 26) +
    rounded([330, 124, 112, 42], "#1c2024"),
  six:
    rounded([196, 160, 248, 188], cast, { radius: 18 }) +
    `<path d="M206 190L296 176V326L218 336ZM434 190L344 176V326L422 336Z" fill="#8b2a2a" stroke="${black}" stroke-width="1.5"/>` +
    `<path d="M222 206l62-8M224 226l60-6M226 246l58-4M418 206l-62-8M416 226l-60-6M414 246l-58-4" stroke="#b75a56" stroke-width="3"/>` +
    rounded([292, 170, 56, 160], alloy, { radius: 12 }) +
    `<path d="M292 200H348M292 226H348M292 252H348M292 278H348" stroke="#6d747c" stroke-width="3"/>` +
    round(320, 348, 15, black) +
    hose("M320 172V140Q322 128 250 130", 24) +
    rounded([160, 112, 100, 44], "#1c2024"),
  diesel:
    rounded([194, 160, 250, 196], "#4d545c", { radius: 10 }) +
    rounded([214, 172, 120, 168], alloy, { radius: 10 }) +
    [196, 236, 276, 316]
      .map((y) => rounded([228, y - 10, 92, 20], "#6d747c", { radius: 4 }))
      .join("") +
    hose("M344 196H410M344 232H410M344 268H410M344 304H410", 8, "#8e959d") +
    round(404, 324, 32, "#6b5a4a") +
    round(404, 324, 14, "#2c2723") +
    hose("M404 292Q404 236 428 208Q452 178 400 142", 24) +
    round(232, 356, 15, "#c6a53a"),
};

/** Draws the engine bay under an open bonnet. */
export function drawEngine(body: BodyKey): string {
  const { body: paint } = paintOf("silver");
  return [
    drawBay(paint),
    drawTowers(),
    hose("M150 150Q200 160 206 214", 9),
    blocks[layouts[body]],
    hose("M206 330Q168 352 176 386", 20),
    hose("M418 336Q452 356 440 386", 20),
    drawBattery(),
    drawReservoirs(),
    rounded([152, 262, 40, 62], "#3b4148", { radius: 6 }),
    hose("M172 262Q176 236 206 236", 6),
  ].join("");
}
