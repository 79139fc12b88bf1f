import { isStaff, roleOf, type Viewer } from "../../../domain/access";
import { toJapanIso } from "../../../domain/japanTime";
import type { QuotePageReply } from "../../../generated/schemas";
import { compareQuotes } from "./compareQuotes";
import { failure } from "../../platform/errors";
import { findQuote, totalOfQuote } from "./quoteQueries";
import { findLiveLink } from "./quoteLinks";
import type { QuoteScope } from "./readCars";

/** Returns a quote beside the price of today, and its former prices. Throws not_found. */
export async function readQuote(
  scope: QuoteScope,
  { viewer, id }: { viewer: Viewer; id: string },
): Promise<QuotePageReply> {
  const { kysely } = scope.database;
  const quote = await findQuote(kysely, viewer, id);
  const [compared] = await compareQuotes(scope, { kysely }, [quote]);
  if (!compared) throw failure("not_found");
  const { comparison, present, car } = compared;
  const revisions = await kysely
    .selectFrom("quote_revisions")
    .selectAll()
    .where("quote_id", "=", id)
    .orderBy("version", "desc")
    .execute();
  const link = await findLiveLink(scope, id);
  const { price, car: kept } = quote;
  return {
    success: true,
    version: quote.version,
    lot: car ? { list: car.list.name, id: quote.lot_id } : null,
    year: kept.year ?? null,
    destination: quote.destination,
    basis: quote.basis,
    amount: quote.amount,
    total: totalOfQuote(quote),
    currency: price.currency,
    eta: quote.eta,
    safetyDays: quote.safety_days,
    pricedAt: toJapanIso(quote.priced_at),
    lines: price.lines,
    rules: price.rules,
    state: comparison.state,
    presentTotal: present?.total ?? null,
    moved: comparison.moved,
    warnings: comparison.warnings,
    revisions: revisions.map((revision) => ({
      version: revision.version,
      total: totalOfQuote(revision),
      eta: revision.eta,
      safetyDays: revision.safety_days,
      pricedAt: toJapanIso(revision.priced_at),
      pricedBy: isStaff(roleOf(viewer)) ? revision.priced_by_name : null,
    })),
    linkEndsAt: link ? toJapanIso(link.expires_at) : null,
  };
}
