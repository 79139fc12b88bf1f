import { createHash, randomBytes } from "node:crypto";
import type { Transaction } from "kysely";
import type { Database, Tables } from "../platform/database";

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

export type Purpose =
  | "set-password"
  | "reset-password"
  | "verify-email"
  | "stop-daily-search"
  | "stop-alert-mails"
  | "stop-bid-mails"
  | "download-file"
  | "download-photos";
type Trx = Transaction<Tables>;

/**
 * Returns a new token for a link in a mail to a user. Only its hash is stored.
 * Deletes the user's expired tokens, and with `replacesOlder` the older ones of
 * the same purpose.
 */
export async function issueLinkToken(
  trx: Trx,
  token: {
    userId: string;
    purpose: Purpose;
    /** The row that the link is about. */
    subject?: string;
    lifetimeHours: number;
    replacesOlder?: boolean;
    now: Date;
  },
): Promise<string> {
  const { userId, purpose, subject = "", lifetimeHours, now } = token;
  const { replacesOlder = false } = token;
  await trx
    .deleteFrom("link_tokens")
    .where("user_id", "=", userId)
    .where((eb) =>
      eb.or([
        eb("expires_at", "<=", now),
        ...(replacesOlder ? [eb("purpose", "=", purpose)] : []),
      ]),
    )
    .execute();
  const secret = newSecret();
  await trx
    .insertInto("link_tokens")
    .values({
      hash: hashOf(secret),
      user_id: userId,
      purpose,
      subject,
      expires_at: new Date(now.getTime() + lifetimeHours * 3_600_000),
    })
    .execute();
  return secret;
}

/** The unsubscribe links of a mail work for this time. */
const unsubscribeHours = 60 * 24;

/** Returns the links of a mail that stop the mails of its kind. */
export async function unsubscribeLinks(
  trx: Trx,
  base: string,
  token: Pick<
    Parameters<typeof issueLinkToken>[1],
    "userId" | "purpose" | "subject" | "now"
  >,
): Promise<{ page: string; oneClick: string }> {
  const lifetimeHours = unsubscribeHours;
  const secret = await issueLinkToken(trx, { ...token, lifetimeHours });
  return {
    page: `${base}/mails/stop?token=${secret}`,
    oneClick: `${base}/api/mails/stop?token=${secret}`,
  };
}

export type LinkToken = { userId: string; subject: string };

type Given = {
  token: string;
  /** The purposes of which the token must have one. */
  purpose: Purpose | readonly Purpose[];
  now: Date;
};

/** Returns what a token stands for; null if it is unknown, used or expired. */
export async function findLinkToken(
  { kysely }: Pick<Database, "kysely">,
  { token, purpose, now }: Given,
): Promise<LinkToken | null> {
  if (!isSecret(token)) return null;
  const found = await kysely
    .selectFrom("link_tokens")
    .where("hash", "=", hashOf(token))
    .where("purpose", "in", [purpose].flat())
    .where("expires_at", ">", now)
    .select(["user_id", "subject"])
    .executeTakeFirst();
  return found ? { userId: found.user_id, subject: found.subject } : null;
}

/**
 * Uses up a token: of several transactions with the same token one gets the
 * result, the others get null.
 */
export async function useLinkToken(
  trx: Trx,
  { token, purpose, now }: Given,
): Promise<LinkToken | null> {
  if (!isSecret(token)) return null;
  const used = await trx
    .deleteFrom("link_tokens")
    .where("hash", "=", hashOf(token))
    .where("purpose", "in", [purpose].flat())
    .where("expires_at", ">", now)
    .returning(["user_id", "subject"])
    .executeTakeFirst();
  return used ? { userId: used.user_id, subject: used.subject } : null;
}
