import { colours } from "../demo/facts";

/** The paint of the body and of the roof. */
export type Paint = { body: string; roof: string };

const paints = new Map(
  colours.map((colour): [string, Paint] => [
    colour.key,
    { body: colour.hex, roof: colour.roofHex ?? colour.hex },
  ]),
);

/** Returns the paint of a colour key. Throws for an unknown key. */
export function paintOf(key: string): Paint {
  const paint = paints.get(key);
  if (!paint) throw new Error(`No paint for the colour ${key}`);
  return paint;
}

function channels(hex: string): number[] {
  return [1, 3, 5].map((start) => parseInt(hex.slice(start, start + 2), 16));
}

function mix(hex: string, other: string, share: number): string {
  const target = channels(other);
  return channels(hex).reduce((text, value, index) => {
    const mixed = value + ((target[index] ?? value) - value) * share;
    return text + Math.round(mixed).toString(16).padStart(2, "0");
  }, "#");
}

/** Returns a lighter colour for amounts up to 1, a darker one down to -1. */
export function tone(hex: string, amount: number): string {
  return amount >= 0
    ? mix(hex, "#ffffff", amount)
    : mix(hex, "#0c0f14", -amount);
}
