/** Words of colour names as houses write them, and what they look like. */
const swatches: readonly (readonly [word: RegExp, color: string])[] = [
  [/two|2\s?tone/i, "linear-gradient(135deg, #f6f5f1 50%, #8fb3bd 50%)"],
  [/pearl|p white/i, "#f1eee6"],
  [/white/i, "#fbfbfa"],
  [/black/i, "#26282b"],
  [/silver/i, "#b9bec5"],
  [/gun|gr[ae]y/i, "#5d636b"],
  [/wine|bordeaux|^w$/i, "#6f1f33"],
  [/blue|navy/i, "#2c57a5"],
  [/red/i, "#b9252b"],
  [/beige|gold|champagne/i, "#cdbfa4"],
  [/brown|bronze/i, "#65483a"],
  [/green/i, "#3d5f4b"],
  [/purple|violet/i, "#52366f"],
  [/orange/i, "#d9691e"],
  [/yellow/i, "#e3b92b"],
  [/pink/i, "#dba3b2"],
];

/** A CSS colour for a colour's name; null for one that says none. */
export const colorSwatch = (name: string): string | null =>
  swatches.find(([word]) => word.test(name))?.[1] ?? null;
