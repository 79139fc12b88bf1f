import type { Transaction } from "kysely";
import { userLevels } from "../../../domain/access";
import { toJapanIso } from "../../../domain/japanTime";
import { portalAddress } from "../../platform/config";
import type { Tables } from "../../platform/database";
import type { JobQueue } from "../../platform/jobs";
import { queueMail, type MailKind } from "../../platform/mail";
import type { Context } from "../../workspace/context";
import { issueLinkToken } from "../tokens";

type Trx = Transaction<Tables>;

/** The mails with a link that proves who opens it. */
const links = {
  /** Invites a user whom an administrator has created. */
  "set-password": {
    texts: "setPassword",
    page: "/auth/change-password",
    lifetimeHours: 24,
  },
  "reset-password": {
    texts: "resetPassword",
    page: "/auth/change-password",
    lifetimeHours: 1,
  },
  "verify-email": {
    texts: "verifyEmail",
    page: "/verify-email",
    lifetimeHours: 24,
  },
} as const;

export type LinkKind = keyof typeof links;

/** The purposes of links by which a user sets a password. */
export const passwordLinks = ["set-password", "reset-password"] as const;

type MailContext = Pick<Context, "config" | "messages">;

/** Returns the mails about the account of a user. */
export const accountMails = (context: MailContext): MailKind[] => [
  ...(Object.keys(links) as LinkKind[]).map((kind) => linkMail(context, kind)),
  passwordChangedMail(context),
];

/** Makes a mail with a link. A new link ends the older ones of its kind. */
const linkMail = (
  { config, messages }: MailContext,
  kind: LinkKind,
): MailKind => ({
  kind,
  compose: async (trx, { recipient, now }) => {
    const { userId, language, fullName } = recipient;
    if (!(await findRecipientOf(trx, kind, userId))) return null;
    const { texts, page, lifetimeHours } = links[kind];
    const token = await issueLinkToken(trx, {
      userId,
      purpose: kind,
      lifetimeHours,
      replacesOlder: true,
      now,
    });
    const text = (key: string, values = {}) =>
      messages.translate(language, `mail.${key}`, values);
    return {
      subject: text(`${texts}.subject`),
      blocks: [
        { kind: "text", text: text("hello", { name: fullName }) },
        { kind: "text", text: text(`${texts}.text`) },
        {
          kind: "button",
          label: text(`${texts}.button`),
          url: `${portalAddress(config)}${page}?token=${token}`,
        },
        {
          kind: "text",
          text: text(`${texts}.expiry`, { hours: lifetimeHours }),
        },
      ],
    };
  },
});

/** The kind of the mail that tells a user of a changed password. */
export const passwordChanged = "password-changed";

/** Makes the mail by which a user notices a password that somebody else has changed. */
const passwordChangedMail = ({ config, messages }: MailContext): MailKind => ({
  kind: passwordChanged,
  compose: async (trx, { recipient, data, now }) => {
    const { userId, language, fullName } = recipient;
    if (!(await findRecipientOf(trx, "set-password", userId))) return null;
    const at = typeof data.at === "string" ? data.at : toJapanIso(now);
    const text = (key: string, values = {}) =>
      messages.translate(language, `mail.${key}`, values);
    const moment = new Intl.DateTimeFormat(
      language === "ru" ? "ru-RU" : "en-GB",
      { dateStyle: "long", timeStyle: "short", timeZone: "Asia/Tokyo" },
    ).format(new Date(at));
    return {
      subject: text("passwordChanged.subject"),
      blocks: [
        { kind: "text", text: text("hello", { name: fullName }) },
        { kind: "text", text: text("passwordChanged.text", { moment }) },
        { kind: "text", text: text("passwordChanged.warning") },
        {
          kind: "button",
          label: text("passwordChanged.button"),
          url: `${portalAddress(config)}/auth/forgot-password`,
        },
      ],
    };
  },
});

/**
 * Finds and locks the user who may get a mail with a link: nobody disabled, and no link to
 * confirm an e-mail that is confirmed already.
 */
export const findRecipientOf = (
  trx: Trx,
  kind: LinkKind,
  user: string | { emailKey: string },
): Promise<{ id: string } | undefined> =>
  trx
    .selectFrom("users")
    .where((eb) =>
      typeof user === "string"
        ? eb("id", "=", user)
        : eb("email_key", "=", user.emailKey),
    )
    .where("user_level", "!=", userLevels.disabled)
    .$if(kind === "verify-email", (users) =>
      users.where("email_verified_at", "is", null),
    )
    .select("id")
    .forUpdate()
    .executeTakeFirst();

/**
 * Queues a mail with a link, unless one of its kind waits to be sent: a second click must
 * not send a second mail. The caller holds the lock of the user.
 */
export async function queueLinkMail(
  trx: Trx,
  { jobs, now }: { jobs: JobQueue; now: Date },
  { userId, kind }: { userId: string; kind: LinkKind },
): Promise<void> {
  const waiting = await trx
    .selectFrom("outbox")
    .where("user_id", "=", userId)
    .where("kind", "=", kind)
    .where("state", "=", "waiting")
    .select("id")
    .executeTakeFirst();
  if (!waiting) await queueMail(trx, { jobs, now }, { userId, kind });
}
