import { Ajv, type Options } from "ajv";
import { fullFormats } from "ajv-formats/dist/formats.js";

/** Annotations of our schemas; each is read by the program, not by Ajv. */
export const annotations = [
  "x-core",
  "x-always",
  "x-access",
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

/**
 * Whether the text looks like an e-mail address: one @ between a name without
 * spaces and a host with a dot. Linear in its length, which is at most 254.
 */
export function isEmail(text: string): boolean {
  if (text.length > 254) return false;
  const [name = "", host = "", ...more] = text.split("@");
  if (more.length > 0 || name === "" || name.length > 64) return false;
  if (/[\s\p{Cc}"(),:;<>[\\\]]/u.test(text)) return false;
  const labels = host.split(".");
  const isHost =
    labels.length > 1 &&
    labels.every((label) => /^[\p{L}\p{N}-]{1,63}$/u.test(label));
  return isHost && !name.startsWith(".") && !name.endsWith(".");
}
