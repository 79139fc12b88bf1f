import { createHash, randomBytes } from "node:crypto";

/** A new secret of 256 bits, as text that a cookie can hold. */
export const newSecret = (): string => randomBytes(32).toString("base64url");

/** What the database keeps of a secret. */
export const hashOf = (secret: string): string =>
  createHash("sha256").update(secret).digest("base64url");

/** The refresh token of a family: what all of them share, and its own secret. */
export const refreshToken = (family: string): string =>
  `${family}.${newSecret()}`;

/** What all refresh tokens of one login begin with; null for no such token. */
export function familyOf(token: string): string | null {
  const [family, secret, ...more] = token.split(".");
  const isToken = more.length === 0 && [family, secret].every(isSecret);
  return isToken && family ? family : null;
}

export const isSecret = (text: string | undefined): boolean =>
  text !== undefined && /^[\w-]{43}$/.test(text);
