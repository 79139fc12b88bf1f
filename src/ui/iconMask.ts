import { iconPaths, type IconName } from "./iconPaths";

const masks = new Map<string, string>();

/**
 * Returns an icon as a CSS image for `mask`, which draws the icon in the colour of the
 * text without an element of its own.
 */
export function iconMask(icon: IconName, isFilled = false): string {
  const key = `${icon} ${String(isFilled)}`;
  const known = masks.get(key);
  if (known !== undefined) return known;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20" fill="${isFilled ? "#000" : "none"}" stroke="#000" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"><path d="${iconPaths[icon]}"/></svg>`;
  const mask = `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;
  masks.set(key, mask);
  return mask;
}
