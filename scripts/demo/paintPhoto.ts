import { readFileSync } from "node:fs";
import { colours } from "./facts";
import type { PhotoKey } from "./photoNames";

const folder = "scripts/demo/drawings";

/**
 * The colours of the parts that a drawing names, such as `{body -0.12}`: the body 12 %
 * darker. The edge is the side of a roof that has a colour of its own.
 */
type Paint = Partial<
  Record<"body" | "roof" | "edge" | "soft" | "hard", string>
>;

/** Seats are soft, the dashboard is hard. */
const trims: Readonly<Record<string, Paint>> = {
  black: { soft: "#3a3d42", hard: "#26292d" },
  beige: { soft: "#c9b795", hard: "#6f6453" },
  grey: { soft: "#8b9097", hard: "#4c5157" },
};

const light = "#ffffff";
const dark = "#0c0f14";

/**
 * Returns a photo as an SVG document of 640 by 480: the drawing of a vehicle and view,
 * painted in a colour. Throws if there is no such drawing, or no such colour.
 */
export function paintPhoto({ body, colour, view }: PhotoKey): string {
  const drawing = readFileSync(`${folder}/${body}-${view}.svg`, "utf8");
  const paint = view === "interior" ? trims[colour] : paintOf(colour);
  return drawing
    .trimEnd()
    .replaceAll(/\{(\w+)([^}]*)\}/g, (_all, part, tones) => {
      const hex = paint?.[part as keyof Paint];
      if (!hex) throw new Error(`No colour ${colour} of ${part} in ${body}`);
      return String(tones).split(" ").slice(1).map(Number).reduce(toned, hex);
    });
}

function paintOf(colour: string): Paint | undefined {
  const found = colours.find(({ key }) => key === colour);
  if (!found) return undefined;
  const { hex, roofHex } = found;
  return { body: hex, roof: roofHex ?? hex, edge: roofHex ?? "none" };
}

/** Returns a lighter colour for amounts up to 1, a darker one down to -1. */
function toned(hex: string, amount: number): string {
  const target = channels(amount >= 0 ? light : dark);
  return channels(hex).reduce((text, value, index) => {
    const other = target[index] ?? value;
    const mixed = Math.round(value + (other - value) * Math.abs(amount));
    return text + mixed.toString(16).padStart(2, "0");
  }, "#");
}

const channels = (hex: string): number[] =>
  [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));
