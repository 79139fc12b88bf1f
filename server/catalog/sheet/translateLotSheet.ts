import type { Viewer } from "../../../domain/access";
import type { Language } from "../../../domain/limits";
import type { AuctionSheetTranslation } from "../../../generated/schemas";
import { failure } from "../../platform/errors";
import type { Catalog } from "../catalog";
import { carRows } from "../lotSource";
import { visibleLot } from "../visibleLot";
import { lotSheet } from "./lotSheet";
import { translateSheet } from "./translateSheet";

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
