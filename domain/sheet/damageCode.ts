import type { Language } from "../limits";
import { foldSheetText } from "./sheetText";
import words from "./words/codes.json";
import panelWords from "./words/panels.json";

/** A damage code: what the damage is, and how large. */
export type DamageCode = { letter: string; size: number | null };

/** The family of houses that a sheet belongs to; they read codes differently. */
export type HouseStyle = "uss" | "ju" | "taa" | "general";

type Word = Readonly<Record<Language, string>>;
type Code = Word & {
  code: string;
  size?: string;
  most?: number;
  isSerious?: boolean;
};

const codes = new Map(
  words.codes.map((entry: Code): [string, Code] => [entry.code, entry]),
);
const sizes: Readonly<Record<string, readonly Word[]>> = words.sizes;
const houses: Readonly<Record<string, Readonly<Record<string, Word>>>> =
  words.houses;

const panelOfName = new Map(
  panelWords.flatMap(({ id, ja }) =>
    [id, ...ja].map((name): [string, string] => [panelKey(name), id]),
  ),
);

function panelKey(name: string): string {
  return foldSheetText(name).replaceAll(" ", "").toLowerCase();
}

/** Returns the style of a house by its name, such as `ju` for "JU Gifu". */
export function houseStyle(house: string | null): HouseStyle {
  const name = (house ?? "").toUpperCase();
  if (name.startsWith("USS")) return "uss";
  if (name.startsWith("JU")) return "ju";
  return name.startsWith("TAA") ? "taa" : "general";
}

/** Returns the parts of a damage code such as `A2` or `XX`; null if unknown. */
export function parseDamageCode(text: string): DamageCode | null {
  const match = /^([A-Z]{1,2})([1-9])?$/.exec(
    foldSheetText(text).toUpperCase(),
  );
  const [, letter = "", digit] = match ?? [];
  const known = codes.get(letter);
  if (!known) return null;
  const size = digit === undefined ? null : Number(digit);
  return (size ?? 0) > (known.most ?? 0) ? null : { letter, size };
}

/**
 * Returns a mark of the car map, a damage code and a panel by its id or its
 * Japanese name; null for malformed text and unknown panels.
 *
 * @example
 * parseMark("U2 左リアドア"); // { code: { letter: "U", size: 2 }, panel: "left-rear-door" }
 */
export function parseMark(
  text: string,
): { code: DamageCode; panel: string } | null {
  const [, codeText = "", name = ""] =
    /^([A-Za-z]{1,2}\d?)[\s:@]+(\S.*)$/.exec(foldSheetText(text)) ?? [];
  const code = parseDamageCode(codeText);
  const panel = panelOfName.get(panelKey(name));
  return code && panel !== undefined ? { code, panel } : null;
}

/** Returns the text of a code, such as `A2`. */
export const damageText = ({ letter, size }: DamageCode): string =>
  `${letter}${size ?? ""}`;

/** Returns whether the damage is more than cosmetic. */
export const isSeriousDamage = ({ letter }: DamageCode): boolean =>
  codes.get(letter)?.isSerious === true;

/** Returns the meaning of a code in a house's own reading, such as "Dent, up to 3 cm". */
export function damageMeaning(
  code: DamageCode,
  { style, language }: { style: HouseStyle; language: Language },
): string {
  const own = houses[style];
  const whole = own?.[damageText(code)];
  if (whole) return whole[language];
  const known = codes.get(code.letter);
  const kind = (own?.[code.letter] ?? known)?.[language] ?? code.letter;
  const size = sizes[known?.size ?? ""]?.[(code.size ?? 0) - 1]?.[language];
  return size === undefined ? kind : `${kind}, ${size}`;
}

/** Returns the name of a panel. */
export const panelName = (panel: string, language: Language): string =>
  panelWords.find(({ id }) => id === panel)?.[language] ?? panel;

/** The ids of all panels. */
export const panelIds: readonly string[] = panelWords.map(({ id }) => id);
