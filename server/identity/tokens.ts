import { createHash, randomBytes } from "node:crypto";

/** Returns a random secret of 256 bits as text for a cookie. */
export const newSecret = (): string => randomBytes(32).toString("base64url");

/** Returns the hash under which a secret is stored. */
export const hashOf = (secret: string): string =>
  createHash("sha256").update(secret).digest("base64url");

/** Returns a new refresh token: the family shared by a login, and a secret. */
export const refreshToken = (family: string): string =>
  `${family}.${newSecret()}`;

/** Returns the family of a refresh token, null if it is malformed. */
export function familyOf(token: string): string | null {
  const [family, secret, ...more] = token.split(".");
  const isToken = more.length === 0 && [family, secret].every(isSecret);
  return isToken && family ? family : null;
}

export const isSecret = (text: string | undefined): boolean =>
  text !== undefined && /^[\w-]{43}$/.test(text);
