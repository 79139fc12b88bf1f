import type { Viewer } from "../../../domain/access";
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
import { failure } from "../../platform/errors";
import type { Context } from "../../workspace/context";
import type { Catalog } from "../catalog";
import { carRows } from "../lotSource";
import { visibleLot } from "../visibleLot";
import { lotSheet } from "./lotSheet";

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

/**
 * Returns the sheet of a car in a language: the translated rows of its data, or the
 * address of its translated picture. The first call for a picture requests the
 * translation, and `image` is null until it is ready. Throws not_found for a lot that
 * the viewer may not see, no_translator if there are no data and no picture that could
 * be translated, and translator_failed once after a failed translation.
 */
export async function translateLotSheet(
  catalog: Catalog,
  { viewer, id, language }: { viewer: Viewer; id: string; language: Language },
): Promise<AuctionSheetTranslation> {
  const { context, ports } = catalog;
  const { schemas, messages } = context;
  const lot = await visibleLot(catalog, { viewer, id, rows: carRows });
  const sheet = lotSheet({ schemas, ports }, lot, language);
  if (sheet)
    return {
      success: true,
      rows: translateSheet(messages, sheet, language),
      image: null,
    };
  const address = lot.row.auctionSheet;
  if (typeof address !== "string" || !ports.sheetTranslator)
    throw failure("no_translator");
  const state = await ports.sheetTranslator.request({ address, language });
  const picture = `/api/car-auction/translated-sheet?id=${id}&language=${language}`;
  return { success: true, rows: [], image: state === "done" ? picture : null };
}
