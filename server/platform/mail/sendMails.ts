import type { Clock } from "../clock";
import { inTransaction, type Database } from "../database";
import type { Job } from "../jobs";
import {
  composeMail,
  selectMails,
  type ComposedMail,
  type MailTexts,
  type OutboxMail,
} from "./composeMail";
import { mailJob } from "./outbox";
import { MailRejected, type Transport } from "./smtp";

/** Milliseconds. A mail whose sending was cut off is sent again after this time. */
const lease = 10 * 60_000;
const firstPause = 60_000;
const longestPause = 3_600_000;
/** A mail that could not be sent for this time is given up. */
const longestWait = 7 * 24 * 3_600_000;

type Sender = MailTexts & {
  database: Database;
  clock: Clock;
  /** Null without a mail server: mails wait in the outbox. */
  transport: Transport | null;
};

/**
 * Makes the job that sends the mails that are due. A rejected mail is given up; a mail
 * whose text cannot be made waits, and the job fails once the others are sent;
 * while the mail server is away, all mails wait and the job fails, so that the
 * queue runs it again. A mail is sent at least once: if the program is killed
 * between the answer of the mail server and the note of it, the mail is sent
 * again under the same Message-ID.
 */
export const sendMailJob = (sender: Sender): Job => ({
  name: mailJob,
  everySeconds: 60,
  run: async (signal) => {
    const { transport } = sender;
    if (!transport) return 0;
    let failed: CompositionFailed | undefined;
    for (let sent = 0; ;) {
      if (signal.aborted) return sent;
      const taken = await takeMail(sender).catch(async (error: unknown) => {
        if (!(error instanceof CompositionFailed)) throw error;
        await noteFailure(sender, error.mail, { code: "COMPOSITION" });
        failed ??= error;
        return "failed" as const;
      });
      if (taken === "none") {
        if (failed) throw failed;
        return sent;
      }
      if (taken === "dropped" || taken === "failed") continue;
      await sendMail(sender, transport, taken);
      sent += 1;
    }
  },
});

type Taken = { mail: OutboxMail; composed: ComposedMail };

/** Takes the next mail that is due, so that no other server sends it. */
const takeMail = ({
  database,
  clock,
  ...texts
}: Sender): Promise<Taken | "none" | "dropped"> =>
  inTransaction(database, async (trx) => {
    const now = clock.now();
    const mail = await selectMails(trx)
      .where("outbox.due_at", "<=", now)
      .orderBy("outbox.due_at")
      .orderBy("outbox.id")
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!mail) return "none";
    const composed = await composeMail(trx, { ...texts, now }, mail).catch(
      (error: unknown) => {
        throw new CompositionFailed(mail, { cause: error });
      },
    );
    const change = composed
      ? {
          due_at: new Date(now.getTime() + lease),
          attempts: mail.attempts + 1,
        }
      : { due_at: null, state: "dropped" as const };
    await trx
      .updateTable("outbox")
      .set(change)
      .where("id", "=", mail.id)
      .execute();
    return composed ? { mail, composed } : "dropped";
  });

async function sendMail(
  sender: Sender,
  transport: Transport,
  { mail, composed }: Taken,
): Promise<void> {
  const { database, clock } = sender;
  const { id } = mail;
  try {
    await transport.send({ messageId: messageIdOf(mail), ...composed });
  } catch (error) {
    if (!(error instanceof MailRejected)) {
      await noteFailure(sender, mail, { code: codeOf(error) });
      throw new MailServerUnavailable(codeOf(error));
    }
    const { code, isFinal } = error;
    await noteFailure(sender, mail, { code: String(code), isFinal });
    return;
  }
  await database.kysely
    .updateTable("outbox")
    .set({ state: "sent", sent_at: clock.now(), due_at: null, error: null })
    .where("id", "=", id)
    .execute();
}

/**
 * A mail keeps its Message-ID when it is sent again, so that the receiving server can
 * drop the second copy. After a restore, new mails get ids that later mails had before,
 * so the id alone does not tell mails apart.
 */
const messageIdOf = ({ id, created_at }: OutboxMail): string =>
  `outbox-${id}-${created_at.getTime()}`;

/** Notes a failed attempt, and when to try again unless it was the last. */
async function noteFailure(
  { database, clock }: Sender,
  { id, attempts, created_at }: OutboxMail,
  { code, isFinal = false }: { code: string; isFinal?: boolean },
): Promise<void> {
  const now = clock.now();
  const isOver = isFinal || now.getTime() - created_at.getTime() > longestWait;
  const pause = Math.min(firstPause * 2 ** attempts, longestPause);
  await database.kysely
    .updateTable("outbox")
    .set({
      error: code,
      attempts: attempts + 1,
      due_at: isOver ? null : new Date(now.getTime() + pause),
      state: isOver ? "failed" : "waiting",
    })
    .where("id", "=", id)
    .execute();
}

/** The text of a mail could not be made. */
class CompositionFailed extends Error {
  readonly mail: OutboxMail;

  constructor(mail: OutboxMail, options: ErrorOptions) {
    super("The text of a mail could not be made", options);
    this.name = "CompositionFailed";
    this.mail = mail;
  }
}

/** Without the driver's message, which may contain addresses. */
class MailServerUnavailable extends Error {
  readonly code: string;

  constructor(code: string) {
    super("The mail server did not take the mail");
    this.name = "MailServerUnavailable";
    this.code = code;
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : "UNKNOWN";
