import type { Language } from "../../../domain/limits";
import { formatNumber } from "../../../domain/money";
import { parseEraDate } from "../../../domain/sheet/eraDate";
import { parseMileage } from "../../../domain/sheet/sheetMileage";
import {
  translateNotes,
  type NoteSegment,
} from "../../../domain/sheet/translateNotes";
import type {
  AuctionSheetSheet,
  AuctionSheetTranslation,
} from "../../../generated/schemas";
import type { Context } from "../../workspace/context";

/** Rows of dates, which may be of a Japanese era. */
const dateRows = new Set(["firstRegistration", "inspection"]);

/**
 * Returns the rows of a sheet in the reader's language: dates without eras, the
 * mileage in km, all other texts word by word from the dictionary.
 */
export const translateSheet = (
  messages: Context["messages"],
  sheet: AuctionSheetSheet,
  language: Language,
): AuctionSheetTranslation["rows"] =>
  sheet.rows.map(({ id, text }) => {
    const whole = dateRows.has(id)
      ? dateText(text, language)
      : id === "mileage" && mileageText(messages, text, language);
    const segments: NoteSegment[] = whole
      ? [{ text: whole, from: text }]
      : translateNotes(text, language);
    return { id, segments };
  });

/** Returns `June 2019`, or null for malformed text. */
function dateText(text: string, language: Language): string | null {
  const date = parseEraDate(text);
  if (date === null || !date.includes("-")) return date;
  const format = { year: "numeric", month: "long", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(language, format).format(new Date(date));
}

function mileageText(
  messages: Context["messages"],
  text: string,
  language: Language,
): string | null {
  const km = parseMileage(text)?.km;
  if (km === null || km === undefined) return null;
  return messages.translate(language, "lot.km", { number: formatNumber(km) });
}
