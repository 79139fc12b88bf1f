import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import en from "../../locales/en.json";
import ru from "../../locales/ru.json";

type Texts = { readonly [key: string]: string | Texts };

const keysOf = (texts: Texts, prefix = ""): string[] =>
  Object.entries(texts).flatMap(([key, text]) =>
    typeof text === "string"
      ? [prefix + key]
      : keysOf(text, `${prefix}${key}.`),
  );

const textsOf = (texts: string | Texts): string[] =>
  typeof texts === "string" ? [texts] : Object.values(texts).flatMap(textsOf);

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

/** Sections whose texts replace others: `orders.bid.title` replaces `bid.title`. */
const sections = ["orders.", "bidsAndOrders."];

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

const replacedBy = (key: string) => {
  const section = sections.find((name) => key.startsWith(name));
  return section === undefined ? null : key.slice(section.length);
};

it("has no text of a section without the text that it replaces", () => {
  const keys = new Set(keysOf(en));
  const replaced = [...keys].map(replacedBy).filter((key) => key !== null);
  expect(replaced.length).toBeGreaterThan(100);
  expect(replaced.filter((key) => !keys.has(key))).toEqual([]);
});

it("calls no order a bid in the texts of orders", () => {
  const calledBids = (messages: Texts) =>
    textsOf(messages.orders ?? "").filter((text) =>
      /\b(bid|bids|bidding)\b|(?<!\p{L})став(к|ок|им)/iu.test(text),
    );
  expect(calledBids(en)).toEqual([]);
  expect(calledBids(ru)).toEqual([]);
});

it("has no text that the program does not use", () => {
  const isBuilt = (key: string) =>
    built.some(({ start, end }) => key.startsWith(start) && key.endsWith(end));
  const unused = keysOf(en).filter(
    (key) =>
      replacedBy(key) === null &&
      !quoted.has(key) &&
      !isBuilt(key) &&
      !chosenGroups.some((group) => key.startsWith(group)),
  );
  expect(unused).toEqual([]);
});
