import type { Transaction } from "kysely";
import type { Language } from "../../../domain/limits";
import type { Tables } from "../database";

/** A part of a mail, drawn as HTML and as plain text. */
type MailBlock =
  | { kind: "text"; text: string }
  | { kind: "button"; label: string; url: string }
  | { kind: "items"; items: readonly MailItem[] };

export type MailItem = { title: string; lines: readonly string[]; url: string };

export type MailContent = {
  subject: string;
  blocks: readonly MailBlock[];
  /** A page on which the reader stops mails of this kind without signing in. */
  unsubscribe?: {
    /** The page that asks for confirmation. */
    page: string;
    /** The call that mail programs make on one click (RFC 8058). */
    oneClick: string;
  };
};

/** The person whom a mail is for, as stored when it is sent. */
export type Recipient = {
  userId: string;
  email: string;
  fullName: string;
  language: Language;
};

/** Returns the person whom a mail to a user is for. */
export type FindRecipient = (
  trx: Transaction<Tables>,
  userId: string,
) => Promise<Recipient>;

/**
 * Makes the mails of one kind. The text is made when the mail is sent, in the
 * transaction that takes it from the outbox, so that no token of a link is ever
 * stored and the recipient's rights are current.
 */
export type MailKind = {
  kind: string;
  /** Returns null if the recipient must not get the mail any more. */
  compose(
    trx: Transaction<Tables>,
    mail: {
      recipient: Recipient;
      data: Readonly<Record<string, unknown>>;
      now: Date;
    },
  ): Promise<MailContent | null>;
};
