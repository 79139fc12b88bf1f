import { hasFlag } from "../../../domain/access";
import type { Language } from "../../../domain/limits";
import type { SharedLotReply } from "../../../generated/schemas";
import type { Context } from "../../workspace/context";
import type { CatalogPorts } from "../catalog";
import { lotSheet } from "../sheet/lotSheet";
import { translateSheet } from "../sheet/translateSheet";
import type { OpenedLot } from "./sharedLot";

/** Rows that identify the vehicle or its former owner. */
const privateRows: readonly string[] = ["chassisNo", "plate"];

/**
 * Returns the auction sheet of a shared lot in the reader's language, if the field of
 * the sheet is shared. Rows that repeat a field which is not shared, the chassis number
 * and the number plate are empty. It is translated if its sharer may see translations.
 */
export function sharedSheet(
  {
    schemas,
    messages,
    ports,
  }: Pick<Context, "schemas" | "messages"> & { ports: CatalogPorts },
  { isSheetShared, row, stored, sharer }: OpenedLot,
  language: Language,
): Pick<SharedLotReply, "sheet" | "translation"> {
  const whole = isSheetShared
    ? lotSheet({ schemas, ports }, { stored, row }, language)
    : null;
  if (!whole) return { sheet: null, translation: null };
  const rows = whole.rows.map((line) =>
    privateRows.includes(line.id) ? { ...line, text: "" } : line,
  );
  const sheet = { ...whole, rows };
  return {
    sheet,
    translation: hasFlag(sharer, "auctionTranslationUse")
      ? {
          success: true,
          rows: translateSheet(messages, sheet, language),
          image: null,
        }
      : null,
  };
}
