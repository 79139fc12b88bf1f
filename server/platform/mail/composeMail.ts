import type { Selectable, Transaction } from "kysely";
import { languageOf } from "../../../domain/limits";
import type { Tables } from "../database";
import type { Messages } from "../messages";
import { drawMail } from "./drawMail";
import type { MailContent, MailKind, Recipient } from "./mailKind";

/** A mail of the outbox with its recipient. */
export type OutboxMail = Pick<
  Selectable<Tables["outbox"]>,
  "id" | "kind" | "data" | "attempts" | "created_at" | "user_id"
> & { email: string; full_name: string; language_id: number | null };

export type ComposedMail = {
  recipient: Recipient;
  content: MailContent;
  subject: string;
  text: string;
  html: string;
};

/** Selects mails of the outbox with their recipients. */
export const selectMails = (trx: Pick<Transaction<Tables>, "selectFrom">) =>
  trx
    .selectFrom("outbox")
    .innerJoin("users", "users.id", "outbox.user_id")
    .select([
      "outbox.id",
      "outbox.kind",
      "outbox.data",
      "outbox.attempts",
      "outbox.created_at",
      "outbox.user_id",
      "users.email",
      "users.full_name",
      "users.language_id",
    ]);

/**
 * Makes the text of a mail. Returns null if its recipient must not get it any
 * more. Throws for a kind that this program does not know.
 */
export async function composeMail(
  trx: Transaction<Tables>,
  {
    kinds,
    messages,
    now,
  }: { kinds: readonly MailKind[]; messages: Messages; now: Date },
  mail: OutboxMail,
): Promise<ComposedMail | null> {
  const kind = kinds.find((entry) => entry.kind === mail.kind);
  if (!kind) throw new Error(`No mail of the kind "${mail.kind}" is known`);
  const recipient = {
    userId: mail.user_id,
    email: mail.email,
    fullName: mail.full_name,
    language: languageOf(mail.language_id) ?? "en",
  };
  const { data } = mail;
  const content = await kind.compose(trx, { recipient, data, now });
  if (!content) return null;
  const { language } = recipient;
  return { recipient, content, ...drawMail(content, { messages, language }) };
}
