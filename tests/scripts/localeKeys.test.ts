import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import en from "../../locales/en.json";

type Texts = { readonly [key: string]: string | Texts };

const keysOf = (texts: Texts, prefix = ""): string[] =>
  Object.entries(texts).flatMap(([key, text]) =>
    typeof text === "string"
      ? [prefix + key]
      : keysOf(text, `${prefix}${key}.`),
  );

const folders = "src server domain scripts schemas resources public".split(" ");

const files = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(tsx?|m?js|json)$/.test(file))
    .map((file) => `${folder}/${file}`),
);

/** The sources with the constants that templates begin with, as in `${place}.win`. */
const sources = files.map((file) => {
  const source = readFileSync(file, "utf8");
  const constants = new Map(
    [...source.matchAll(/const (\w+) = "((?:\w+\.)+\w+)";/g)].map(
      ([, name = "", text = ""]) => [name, text],
    ),
  );
  return source.replace(
    /(?<=`)\$\{(\w+)\}(?=\.)/g,
    (hole, name: string) => constants.get(name) ?? hole,
  );
});

/** A template that is no key: the name of a draft in the storage of the browser. */
const storedDraft = "workshop.userId";

/** Groups whose key is a value of the program, such as the texts of two kinds of views. */
const chosenGroups = ["saved.", "savedViews.", "mail."];

const quoted = new Set(
  sources.flatMap((source) =>
    [...source.matchAll(/["'`]((?:[\w-]+\.)+[\w-]+)["'`]/g)].map(
      ([, text = ""]) => text,
    ),
  ),
);

/** Beginning and end of the keys that templates build, such as `lot.worth.${name}`. */
const built = sources
  .flatMap((source) => [
    ...source.matchAll(
      /`((?:[\w-]+\.)+)\$\{((?:[^{}]|\{[^{}]*\})*)\}([\w.-]*)(`|\$)/g,
    ),
  ])
  .filter(([, start = "", hole = ""]) => start + hole !== storedDraft)
  .map(([, start = "", , end = "", next]) => ({
    start,
    end: next === "`" ? end : "",
  }));

it("has no text that the program does not use", () => {
  const isBuilt = (key: string) =>
    built.some(({ start, end }) => key.startsWith(start) && key.endsWith(end));
  const unused = keysOf(en).filter(
    (key) =>
      !quoted.has(key) &&
      !isBuilt(key) &&
      !chosenGroups.some((group) => key.startsWith(group)),
  );
  expect(unused).toEqual([]);
});
