import type PDFKit from "pdfkit";

type Document = InstanceType<typeof PDFKit>;
type Weight = "regular" | "bold";

/** The place and look of a text; lengths are in points. */
type Flow = {
  x: number;
  y: number;
  width: number;
  size: number;
  weight: Weight;
  color: string;
  /** A longer text is cut and ends with an ellipsis. */
  mostLines: number;
  lineGap?: number;
  /** A text for programs: its lines break anywhere, but never end with a hyphen. */
  isCode?: boolean;
};

/** Part of a line in one font. */
type Run = { font: string; text: string };

/** Kanji, kana, and the signs and full-width forms that belong to them. */
const japanese =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u33ff\uff00-\uffef]/u;

/** Returns the registered font that has the letter. */
const fontOf = (letter: string, weight: Weight): string =>
  japanese.test(letter) ? `${weight}Japanese` : weight;

/**
 * Draws a text and returns the y below it. Japanese letters are drawn with their own font,
 * on the baseline of the others. A word that is longer than a line is broken anywhere.
 */
export function flowText(document: Document, text: string, flow: Flow): number {
  const { x, y, width, size, weight, color, mostLines, lineGap = 0 } = flow;
  const breakOf = flow.isCode ? lastBreakOfCode : lastBreak;
  document.fontSize(size).fillColor(color);
  const measure = measureLetters(document, weight);
  const lines = breakLines(Array.from(oneLine(text)), {
    width,
    measure,
    breakOf,
  });
  const shown = lines.slice(0, mostLines);
  const last = shown.at(-1);
  if (last && lines.length > mostLines) shorten(last, width, measure);
  document.font(weight);
  const height = document.currentLineHeight(true) + lineGap;
  const ascent = size * ascentOfInter;
  for (const [index, letters] of shown.entries()) {
    let left = x;
    for (const { font, text: part } of runsOf(letters, weight)) {
      document.font(font).text(part, left, y + index * height + ascent, {
        lineBreak: false,
        baseline: "alphabetic",
      });
      left += document.widthOfString(part);
    }
  }
  return y + shown.length * height;
}

/** The height of Inter above its baseline, as a part of the size. */
const ascentOfInter = 0.96875;

type Measure = (letter: string) => number;

/** Returns a function that measures a letter in its font. */
function measureLetters(document: Document, weight: Weight): Measure {
  const widths = new Map<string, number>();
  return (letter) => {
    const known = widths.get(letter);
    if (known !== undefined) return known;
    const width = document.font(fontOf(letter, weight)).widthOfString(letter);
    widths.set(letter, width);
    return width;
  };
}

/** Splits letters into lines. */
function breakLines(
  letters: readonly string[],
  {
    width,
    measure,
    breakOf,
  }: {
    width: number;
    measure: Measure;
    /** Returns the last index before which the letters can be broken; below 1 for none. */
    breakOf: (letters: readonly string[]) => number;
  },
): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  let taken = 0;
  for (const letter of letters) {
    const own = measure(letter);
    if (taken + own > width && letter !== " " && line.length > 0) {
      const end = breakOf([...line, letter]);
      const rest = end > 0 ? line.slice(end) : [];
      lines.push(end > 0 ? line.slice(0, end) : line);
      line = rest;
      taken = rest.reduce((sum, each) => sum + measure(each), 0);
    }
    line.push(letter);
    taken += own;
  }
  return line.length > 0 ? [...lines, line] : lines;
}

/** Programs that copy from a PDF drop a hyphen at the end of a line. */
const lastBreakOfCode = (letters: readonly string[]): number =>
  letters.findLastIndex((_letter, index) => letters[index - 1] !== "-");

/** Returns the last index after a space, a hyphen or a Japanese letter; below 1 for none. */
const lastBreak = (letters: readonly string[]): number =>
  letters.findLastIndex((letter, index) => {
    const before = letters[index - 1] ?? "";
    const canEnd = before === " " || before === "-" || japanese.test(before);
    return index > 0 && canEnd && !neverFirst.test(letter);
  });

/** Signs that no Japanese line begins with. */
const neverFirst = /[ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ、。・）」』】]/u;

/** Ends the line with an ellipsis, within the width. */
function shorten(line: string[], width: number, measure: Measure): void {
  const lengthOf = () => line.reduce((sum, each) => sum + measure(each), 0);
  while (line.length > 0 && lengthOf() + measure("…") > width) line.pop();
  line.push("…");
}

/** Joins neighbouring letters of the same font. */
function runsOf(letters: readonly string[], weight: Weight): Run[] {
  const runs: Run[] = [];
  for (const letter of letters) {
    const font = fontOf(letter, weight);
    const last = runs.at(-1);
    if (last?.font === font) last.text += letter;
    else runs.push({ font, text: letter });
  }
  return runs;
}

const oneLine = (text: string): string =>
  text.normalize("NFC").replace(/\s+/g, " ").trim();
