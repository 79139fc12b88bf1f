import { createHmac, timingSafeEqual } from "node:crypto";
import { fromBase32 } from "./base32";

/** The step of RFC 6238. */
const stepSeconds = 30;
const digits = 6;
/** Clocks of phones may be one step behind or ahead. */
const drifts = [0, -1, 1];

/** Returns the number of the 30-second step that contains a moment. */
export const stepAt = (now: Date): number =>
  Math.floor(now.getTime() / 1000 / stepSeconds);

/** Returns the code of six digits that RFC 6238 gives for a base32 secret in a step. */
export function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac("sha1", fromBase32(secret)).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  const number = hash.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

/** Returns the step to which a code belongs: the present one or a neighbour; else null. */
export function stepOfCode(
  secret: string,
  code: string,
  now: Date,
): number | null {
  const present = stepAt(now);
  const found = drifts.find((drift) =>
    isSame(codeOf(secret, present + drift), code),
  );
  return found === undefined ? null : present + found;
}

const isSame = (one: string, other: string): boolean =>
  one.length === other.length &&
  timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** Returns the address that authenticator apps read from a QR code. */
export function totpAddress(secret: string, email: string): string {
  const issuer = "Seriba";
  const label = encodeURIComponent(`${issuer}:${email}`);
  return `otpauth://totp/${label}?secret=${secret}&issuer=${issuer}`;
}
