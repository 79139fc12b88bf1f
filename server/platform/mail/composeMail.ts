import type { Selectable, Transaction } from "kysely";
import type { Tables } from "../database";
import type { Messages } from "../messages";
import type {
  FindRecipient,
  MailContent,
  MailKind,
  Recipient,
} from "./mailKind";
import type { Language } from "../../../domain/limits";
import { escapeHtml } from "../escapeHtml";

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

type DrawnMail = { subject: string; text: string; html: string };

/** Mail programs need the style on each element. Colours of the light theme. */
const styles = {
  body: "margin:0;padding:24px;background:#f6f5f3;color:#1d1b18;font:16px/1.5 system-ui,sans-serif",
  card: "max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #e2dfda;border-radius:8px;overflow-wrap:anywhere;word-break:break-word",
  button:
    "display:inline-block;padding:10px 18px;background:#3d48c9;color:#ffffff;border-radius:6px;text-decoration:none",
  item: "margin:0 0 16px;padding:0 0 16px;border-bottom:1px solid #e2dfda",
  itemLink: "color:#3d48c9;font-weight:600",
  note: "max-width:560px;margin:16px auto 0;color:#5f5a52;font-size:13px",
} as const;

/**
 * Draws a mail in the recipient's language as plain text and as HTML. All text
 * is escaped, since titles and names come from users and feeds.
 */
function drawMail(
  { subject, blocks, unsubscribe }: MailContent,
  { messages, language }: { messages: Messages; language: Language },
): DrawnMail {
  const translate = (key: string) => messages.translate(language, key);
  const footer = translate("mail.footer");
  const stop = unsubscribe && {
    label: translate("mail.unsubscribe"),
    url: unsubscribe.page,
  };
  const text = [
    ...blocks.map(blockText),
    ["--", footer, ...(stop ? [`${stop.label}: ${stop.url}`] : [])].join("\n"),
  ].join("\n\n");
  const html = `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="${styles.body}"><div style="${styles.card}">
${blocks.map(blockHtml).join("\n")}
</div><p style="${styles.note}">${escapeHtml(footer)}${
    stop
      ? `<br><a href="${escapeHtml(stop.url)}">${escapeHtml(stop.label)}</a>`
      : ""
  }</p></body></html>`;
  return { subject: oneLine(subject), text: `${text}\n`, html };
}

type Block = MailContent["blocks"][number];

function blockText(block: Block): string {
  switch (block.kind) {
    case "text":
      return block.text;
    case "button":
      return `${block.label}:\n${block.url}`;
    case "items":
      return block.items
        .map(({ title, lines, url }) => [title, ...lines, url].join("\n"))
        .join("\n\n");
  }
}

function blockHtml(block: Block): string {
  switch (block.kind) {
    case "text":
      return `<p>${escapeHtml(block.text)}</p>`;
    case "button":
      return `<p><a href="${escapeHtml(block.url)}" style="${styles.button}">${escapeHtml(block.label)}</a></p>`;
    case "items":
      return block.items
        .map(
          ({ title, lines, url }) =>
            `<p style="${styles.item}"><a href="${escapeHtml(url)}" style="${styles.itemLink}">${escapeHtml(title)}</a>${lines
              .map((line) => `<br>${escapeHtml(line)}`)
              .join("")}</p>`,
        )
        .join("\n");
  }
}

/** A header cannot contain a line break. */
const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();
