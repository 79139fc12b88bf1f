import { formatYen } from "../../../domain/money";
import type { Language } from "../../../domain/limits";
import type { MovedLine, QuoteWarning } from "../../../domain/quote";
import { findViewer, unsubscribeLinks } from "../../identity";
import { portalAddress } from "../../platform/config";
import type { MailKind } from "../../platform/mail";
import { placeName } from "../choices";
import { lineLabel } from "../lineLabel";
import { compareQuotes } from "./compareQuotes";
import { dayText } from "./quoteDocument";
import { totalOfQuote } from "./quoteQueries";
import type { QuoteScope } from "./readCars";

export const quoteMailKind = "quote";
export const quoteMailJobName = "quote-mails";

/**
 * Makes the mail about a quote whose price or warnings have changed, or which a manager has
 * priced again. It compares the quote when it is sent, and is dropped if the quote is gone or
 * is as its owner knows it by then.
 */
export const quoteMail = (scope: QuoteScope): MailKind => ({
  kind: quoteMailKind,
  compose: async (trx, { recipient, data, now }) => {
    const { userId, language, fullName } = recipient;
    const quote = await trx
      .selectFrom("quotes")
      .selectAll()
      .where("id", "=", String(data.quoteId))
      .where("user_id", "=", userId)
      .executeTakeFirst();
    if (!quote || !(await findViewer(trx, userId))) return null;
    const [compared] = await compareQuotes(scope, { kysely: trx, trx }, [
      quote,
    ]);
    const present = compared?.present;
    if (!compared || !present) return null;
    const { moved, warnings } = compared.comparison;
    const saved = totalOfQuote(quote);
    const isMoved = saved !== present.total;
    const isRepriced = !isMoved && quote.told.total !== saved;
    if (!isMoved && !isRepriced && moved.length + warnings.length === 0)
      return null;
    const change = isMoved ? "moved" : isRepriced ? "repriced" : "same";
    const text = (key: string, values: Record<string, string> = {}) =>
      scope.messages.translate(language, `mail.${key}`, values);
    const yen = (value: number | null) =>
      value === null
        ? scope.messages.translate(language, "list.unknown")
        : formatYen(value);
    const names = {
      car: quote.title,
      port: placeName(scope, quote.destination, language),
    };
    const base = portalAddress(scope.config);
    const url = `${base}/quotes/${quote.id}`;
    return {
      subject: text(
        change === "same" ? "quote.warningSubject" : "quote.subject",
        names,
      ),
      blocks: [
        { kind: "text", text: text("hello", { name: fullName }) },
        {
          kind: "text",
          text: text(`quote.${change}`, {
            ...names,
            before: yen(isRepriced ? quote.told.total : saved),
            after: yen(present.total),
          }),
        },
        ...[
          ...moved.map((line) => movedText(scope, line, language)),
          ...warnings.map((warning) => warningText(scope, warning, language)),
        ].map((line) => ({ kind: "text" as const, text: line })),
        { kind: "button", label: text("quote.open"), url },
      ],
      unsubscribe: await unsubscribeLinks(trx, base, {
        userId,
        purpose: "stop-alert-mails",
        now,
      }),
    };
  },
});

type Scope = Pick<QuoteScope, "messages">;

function movedText(scope: Scope, line: MovedLine, language: Language): string {
  const yen = (value: number | null | undefined) =>
    value === null
      ? scope.messages.translate(language, "list.unknown")
      : formatYen(value ?? 0);
  return scope.messages.translate(language, "prices.quotes.movedLine", {
    line: lineLabel(scope, line, language),
    before: yen(line.before),
    after: yen(line.after),
  });
}

/** Returns the words of a warning: its rate or rule, the source and the day. */
function warningText(
  scope: Scope,
  warning: QuoteWarning,
  language: Language,
): string {
  const { messages } = scope;
  const day = warning.day === null ? "" : dayText(warning.day, language);
  if (warning.kind === "rate") {
    const key = warning.amount === null ? "rateGone" : "rate";
    return messages.translate(language, `prices.quotes.warnings.${key}`, {
      line: lineLabel(scope, warning, language),
      day,
      amount: warning.amount === null ? "" : formatYen(warning.amount),
    });
  }
  const { rule } = warning;
  const words = language === "ru" ? rule.textRu : rule.textEn;
  return messages.translate(
    language,
    `prices.quotes.warnings.${warning.kind}`,
    {
      rule: words ?? "",
      source: rule.source ?? "",
      day,
    },
  );
}
