import { createRequire } from "node:module";
import { Ajv, type Options } from "ajv";
import { isEqual } from "../../../domain/formats";
import { fieldRules } from "./fieldRules";
import { formats } from "./formats";

/** Annotations of our schemas; the program reads them, Ajv ignores them. */
export const annotations = [
  "x-copies",
  "x-unique",
  "x-uniqueEmpty",
  "x-core",
  "x-always",
  "x-access",
  "x-areas",
  "x-autocomplete",
  "x-better",
  "x-choices",
  "x-choicesFor",
  "x-code",
  "x-computed",
  "x-dictionary",
  "x-file",
  "x-form",
  "x-groups",
  "x-history",
  "x-label",
  "x-labelChoice",
  "x-guarded",
  "x-onlyOne",
  "x-options",
  "x-language",
  "x-nameOf",
  "x-copyOf",
  "x-neededWithout",
  "x-own",
  "x-record",
  "x-requiredWhen",
  "x-states",
  "x-row",
  "x-section",
  "x-share",
  "x-sections",
  "x-shown",
  "x-structural",
  "x-creatable",
  "x-texts",
  "x-textsFor",
  "x-tones",
  "x-unit",
  "x-vocabulary",
  "x-when",
];

/** The comparison that Ajv uses for `const`, `enum` and `uniqueItems`. */
const comparison = createRequire(import.meta.url)(
  "ajv/dist/runtime/equal.js",
) as { default: typeof isEqual & { code: string } };
comparison.default = Object.assign(isEqual, { code: comparison.default.code });

/**
 * Returns an Ajv that validates and never changes a value. `strictNumbers` is
 * off so that range keywords also reject Infinity.
 */
export function createAjv(options: Options = {}): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    strict: true,
    strictNumbers: false,
    strictTypes: false,
    strictRequired: false,
    allowUnionTypes: true,
    // Takes half of the time to compile, and the validators are no faster.
    code: { optimize: false },
    keywords: annotations,
    ...options,
  });
  for (const rule of fieldRules) ajv.addKeyword(rule);
  for (const [name, format] of Object.entries(formats))
    ajv.addFormat(name, format);
  return ajv;
}
