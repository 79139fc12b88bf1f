import type { Language } from "../../../domain/limits";
import { escapeHtml } from "../escapeHtml";
import type { Messages } from "../messages";
import type { MailContent } from "./mailKind";

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
export function drawMail(
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
