import type { Language } from "../../../domain/limits";
import type { PdfPage } from "../../platform/pdf";
import { dayText, quoteDocument } from "./quoteDocument";
import type { StoredQuote } from "./quoteQueries";
import type { QuoteScope } from "./readCars";

/** Rules are long texts, which must not be cut. */
const linesOfNote = 12;

/** Returns the print of a quote in the language of its reader. */
export function quotePage(
  scope: Pick<QuoteScope, "messages">,
  quote: StoredQuote,
  language: Language,
): PdfPage {
  const { title, facts, lines, total, rulesTitle, rules, notes } =
    quoteDocument(scope, quote, language);
  const text = (key: string, values: Record<string, string>) =>
    scope.messages.translate(language, `prices.${key}`, values);
  return {
    language,
    title: text("quotes.document.title", {}),
    subtitle: title,
    facts: [...facts, ...lines, total],
    mostNoteLines: linesOfNote,
    notes: [
      ...notes,
      ...(rulesTitle === null ? [] : [`${rulesTitle}:`]),
      ...rules.map(({ text: rule, source, checkedOn }) =>
        [
          rule,
          source,
          checkedOn &&
            text("rules.checkedOn", { day: dayText(checkedOn, language) }),
        ]
          .filter(Boolean)
          .join(" · "),
      ),
    ],
  };
}
