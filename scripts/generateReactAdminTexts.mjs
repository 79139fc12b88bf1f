// Writes react-admin's own texts into the section `ra` of the locales, from the packages of
// react-admin. Only the texts that the built program can show are taken: browsers load the
// locales before the first paint. tests/scripts/reactAdminTexts.test.ts looks for others.
import fs from "node:fs";
import path from "node:path";
import english from "ra-language-english";
import russian from "ra-language-russian";
import { root, writeIfNew } from "./support/generated.mjs";

const keys = [
  "ra.notification.i18n_error",
  "ra.notification.logged_out",
  "ra.notification.not_authorized",
];

/** Texts of ours instead of the package's, by language. */
const replaced = {
  ru: { "ra.notification.logged_out": "Сеанс завершён. Войдите снова." },
};

/** The Russian package is CommonJS, whose default export Node gives one level deeper. */
const packages = { en: english, ru: russian.default };

for (const [language, texts] of Object.entries(packages)) {
  const file = `locales/${language}.json`;
  const locale = JSON.parse(fs.readFileSync(path.join(root, file), "utf8"));
  const ra = {};
  for (const key of keys) {
    const [, group, name] = key.split(".");
    const text = replaced[language]?.[key] ?? texts.ra[group][name];
    ra[group] = { ...ra[group], [name]: text };
  }
  writeIfNew(file, `${JSON.stringify({ ...locale, ra }, null, 2)}\n`);
}
