import { Ajv, type Options } from "ajv";
import { fullFormats } from "ajv-formats/dist/formats.js";
import { isEmail } from "../../domain/formats";

/** Annotations of our schemas; each is read by the program, not by Ajv. */
export const annotations = [
  "x-core",
  "x-always",
  "x-access",
  "x-areas",
  "x-dictionary",
  "x-groups",
  "x-options",
  "x-unit",
];

/**
 * An Ajv that judges and never changes a value. `strictNumbers` is off so that
 * range keywords also judge Infinity.
 */
export function createAjv(options: Options = {}): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    strict: true,
    strictNumbers: false,
    strictTypes: false,
    strictRequired: false,
    allowUnionTypes: true,
    keywords: annotations,
    ...options,
  });
  ajv.addFormat("date", fullFormats.date);
  ajv.addFormat("date-time", fullFormats["date-time"]);
  ajv.addFormat("email", { type: "string", validate: isEmail });
  return ajv;
}
