import type { Selectable, Transaction } from "kysely";
import type { Tables } from "../database";
import type { Messages } from "../messages";
import { drawMail } from "./drawMail";
import type {
  FindRecipient,
  MailContent,
  MailKind,
  Recipient,
} from "./mailKind";

/** A mail of the outbox. */
export type OutboxMail = Pick<
  Selectable<Tables["outbox"]>,
  "id" | "kind" | "data" | "attempts" | "created_at" | "user_id"
>;

/** Everything that the texts of mails are made of. */
export type MailTexts = {
  kinds: readonly MailKind[];
  messages: Messages;
  findRecipient: FindRecipient;
};

export type ComposedMail = {
  recipient: Recipient;
  content: MailContent;
  subject: string;
  text: string;
  html: string;
};

/** Selects mails of the outbox. */
export const selectMails = (trx: Pick<Transaction<Tables>, "selectFrom">) =>
  trx
    .selectFrom("outbox")
    .select([
      "outbox.id",
      "outbox.kind",
      "outbox.data",
      "outbox.attempts",
      "outbox.created_at",
      "outbox.user_id",
    ]);

/**
 * Makes the text of a mail. Returns null if its recipient must not get it any
 * more. Throws for a kind that this program does not know.
 */
export async function composeMail(
  trx: Transaction<Tables>,
  { kinds, messages, now, findRecipient }: MailTexts & { now: Date },
  mail: OutboxMail,
): Promise<ComposedMail | null> {
  const kind = kinds.find((entry) => entry.kind === mail.kind);
  if (!kind) throw new Error(`No mail of the kind "${mail.kind}" is known`);
  const recipient = await findRecipient(trx, mail.user_id);
  const { data } = mail;
  const content = await kind.compose(trx, { recipient, data, now });
  if (!content) return null;
  const { language } = recipient;
  return { recipient, content, ...drawMail(content, { messages, language }) };
}
