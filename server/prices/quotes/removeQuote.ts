import type { Viewer } from "../../../domain/access";
import { inTransaction } from "../../platform/database";
import { assertVersion } from "./priceAgain";
import { findQuote } from "./quoteQueries";
import type { QuoteScope } from "./readCars";

/**
 * Removes a quote with its former prices and its link. Throws not_found, and stale_row unless
 * `version` is the present one.
 */
export const removeQuote = (
  { database }: Pick<QuoteScope, "database">,
  { viewer, id, version }: { viewer: Viewer; id: string; version: number },
): Promise<void> =>
  inTransaction(database, async (trx) => {
    const quote = await findQuote(trx, viewer, id, { isLocked: true });
    assertVersion(quote, version);
    await trx.deleteFrom("quotes").where("id", "=", id).execute();
  });
