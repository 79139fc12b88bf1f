import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const fence = /^```(\w+) (\S+)( merge)?\n([\s\S]*?)^```$/gm;

/**
 * Returns the code blocks of a Markdown text that name a file: `file` is new, or replaced
 * by the block; a block with `diff` or `merge` changes it.
 */
export const blocksOf = (markdown) =>
  [...markdown.matchAll(fence)].map(([, language, file, merge, text]) => ({
    file,
    kind: language === "diff" ? "diff" : merge ? "merge" : "file",
    text,
  }));

/** Adds the keys of a JSON object, in depth. */
const merged = (present, added) =>
  Object.entries(added).reduce(
    (all, [key, value]) => ({
      ...all,
      [key]:
        typeof value === "object" && !Array.isArray(value)
          ? merged(all[key] ?? {}, value)
          : value,
    }),
    present,
  );

/** Replaces the lines of a diff in a text. Throws unless they are there exactly once. */
const patched = (file, text, diff) => {
  const lines = diff.trimEnd().split("\n");
  const side = (signs) =>
    lines
      .filter((line) => signs.includes(line[0]))
      .map((line) => `${line.slice(1)}\n`)
      .join("");
  const before = side(" -");
  const whole = `\n${text}`;
  const at = whole.indexOf(`\n${before}`);
  const isDoubled = whole.includes(`\n${before}`, at + 1);
  if (at === -1 || isDoubled)
    throw new Error(
      `${file} has these lines ${isDoubled && at !== -1 ? "twice" : "nowhere"}:\n${before}`,
    );
  const rest = whole.slice(at + 1 + before.length);
  return `${whole.slice(1, at + 1)}${side(" +")}${rest}`;
};

/** Writes blocks into a folder, in their order. */
export function applyBlocks(folder, blocks) {
  for (const { file, kind, text } of blocks) {
    const target = path.join(folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    const present = kind === "file" ? "" : readFileSync(target, "utf8");
    if (kind === "file") writeFileSync(target, text);
    else if (kind === "diff")
      writeFileSync(target, patched(file, present, text));
    else {
      const json = merged(JSON.parse(present), JSON.parse(text));
      writeFileSync(target, `${JSON.stringify(json, null, 2)}\n`);
    }
  }
}
