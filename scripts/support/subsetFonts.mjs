import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import subsetFont from "subset-font";

const stylesheet = /@fontsource-variable\/inter\/index\.css$/;

/** The features that browsers apply by default or that `src/theme` names. */
const keepFeatures = [
  "calt",
  "ccmp",
  "clig",
  "kern",
  "liga",
  "locl",
  "mark",
  "mkmk",
  "rclt",
  "rlig",
  "rvrn",
  "tnum",
  "cv05",
  "ss03",
];

/** The weights of all texts: from `normal` to the `bold` of headings. */
const variationAxes = { wght: { min: 400, max: 700 } };

const face = /url\(\.\/files\/([\w-]+\.woff2)\)([^}]*unicode-range: )([^;]+);/g;

/** Returns the characters of a `unicode-range`. */
const charactersOf = (ranges) =>
  ranges
    .split(",")
    .flatMap((range) => {
      const [first = 0, last = first] = range
        .replace("U+", "")
        .split("-")
        .map((code) => Number.parseInt(code, 16));
      return Array.from({ length: last - first + 1 }, (_, index) =>
        String.fromCodePoint(first + index),
      );
    })
    .join("");

/**
 * Replaces the files of the Inter font by smaller files in `folder`, which have the
 * same characters but only the features and weights that the program uses. The
 * texts look the same.
 */
export const subsetFonts = (folder) => ({
  name: "seriba-subset-fonts",
  enforce: "pre",
  apply: "build",
  async transform(css, id) {
    if (!stylesheet.test(id)) return null;
    mkdirSync(folder, { recursive: true });
    let replaced = css;
    for (const [text, name = "", between = "", ranges = ""] of css.matchAll(
      face,
    )) {
      const whole = readFileSync(path.join(path.dirname(id), "files", name));
      const subset = await subsetFont(whole, charactersOf(ranges), {
        targetFormat: "woff2",
        keepFeatures,
        variationAxes,
      });
      const file = path.join(folder, name);
      writeFileSync(file, subset);
      const url = path.relative(path.dirname(id), file);
      replaced = replaced.replace(text, `url(${url})${between}${ranges};`);
    }
    return { code: replaced, map: null };
  },
});
