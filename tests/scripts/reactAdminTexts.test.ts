import { readdirSync, readFileSync } from "node:fs";
import english from "ra-language-english";
import { expect, it } from "vitest";
import { valueAt } from "../../domain/formats";
import en from "../../locales/en.json";
import ru from "../../locales/ru.json";

const textAt = (texts: object, key: string): unknown =>
  valueAt(texts, key.split("."));

/** The keys of react-admin in the scripts of the build. */
const builtKeys = () => {
  const folder = "dist/web/assets";
  const scripts = readdirSync(folder).filter((name) => name.endsWith(".js"));
  const keys = scripts.flatMap((name) => [
    ...readFileSync(`${folder}/${name}`, "utf8").matchAll(
      /["'`](ra\.[a-z_]+\.[a-z0-9_]+)["'`]/g,
    ),
  ]);
  return [...new Set(keys.map(([, key = ""]) => key))].toSorted();
};

it("has each text of react-admin that the built program can show, and no other", () => {
  const texts = Object.entries(en.ra).flatMap(([group, names]) =>
    Object.keys(names).map((name) => `ra.${group}.${name}`),
  );
  expect(texts.toSorted()).toEqual(builtKeys());
});

it("has the texts of react-admin in English and in Russian", () => {
  for (const key of builtKeys()) {
    expect(textAt(en, key)).toBe(textAt(english, key));
    expect(textAt(ru, key)).toMatch(/[а-яё]/i);
  }
});
