import { roleOf, type Viewer } from "../../../domain/access";
import { computeSum } from "../../../domain/computed/formula";
import { isComputedPrice } from "../../../domain/computedPrice";
import { japanDay } from "../../../domain/japanTime";
import { safetyDays } from "../../../domain/quote";
import { readableOwners } from "../../../domain/readableOwners";
import type { MakeQuoteBody, MakeQuoteReply } from "../../../generated/schemas";
import { findViewer } from "../../identity";
import { failure, fieldFailure } from "../../platform/errors";
import type { Session } from "../../platform/http/request";
import type { PriceOnce } from "./limitPricing";
import { createPricing } from "./pricing";
import { priceColumns } from "./priceColumns";
import { lastDayOf, stateOfTables } from "./quoteQueries";
import { keptCar, readCars, type QuoteScope } from "./readCars";

/** The basis of a hammer price that somebody has typed; others are names of fields. */
const typedBasis = "typed";

/**
 * Saves the whole price of a car as a quote of the caller, or of a client for whom a manager
 * calls. The server calculates it for the destination that the owner has chosen.
 *
 * @throws not_found for a car that the owner does not find and for an unknown client;
 * forbidden for a client whose rows the caller may not read; stale_row if the car has
 * another hammer price by now, or the owner another port; 422 without a destination; key_reused;
 * too_many_requests; unavailable while two prices of the caller are calculated.
 */
export const makeQuote = async (
  scope: QuoteScope & { priceOnce: PriceOnce },
  {
    session,
    body,
    key,
  }: { session: Session; body: MakeQuoteBody; key: string | null },
): Promise<MakeQuoteReply> => {
  const { viewer: caller, fullName } = session;
  const now = scope.clock.now();
  const options = { userId: caller.userId, key, request: ["quote", body], now };
  return scope.priceOnce(options, async (trx) => {
    const userId = body.userId ?? caller.userId;
    const viewer = await ownerOf(trx, caller, userId);
    const destination = viewer.choices?.destination ?? null;
    if (destination === null)
      throw failure("invalid_fields", {
        errors: { userId: [{ key: "prices.quotes.noPort" }] },
      });
    if (body.destination !== undefined && body.destination !== destination)
      throw failure("stale_row", { current: { destination } });
    const list = scope.workspace
      .resources()
      .find(({ name }) => name === body.list);
    if (!list) throw failure("not_found");
    const { row } = list;
    const reading = { kysely: trx, trx };
    const ids = [body.id];
    const car = (await readCars(scope, reading, { viewer, row, ids })).get(
      body.id,
    );
    if (!car) throw failure("not_found");
    const tables = await stateOfTables(scope, trx);
    const pricing = createPricing(scope, reading);
    const { properties } = scope.schemas.row(row);
    const sums = [...((await pricing.formulasOf({ viewer, row })) ?? [])]
      .filter(([field]) => isComputedPrice(properties[field]))
      .map(([field, formula]) => ({
        field,
        ...computeSum(formula, car.values),
      }));
    const sum =
      body.basis === typedBasis
        ? sums[0]
        : sums.find(({ base }) => base?.field === body.basis);
    // A row of another area has no price, whatever the hammer price is.
    if (!sum || sum.lines.length === 0)
      throw fieldFailure("basis", "invalid_choice");
    const { amount } = body;
    if (body.basis !== typedBasis && sum.base?.amount !== amount)
      throw failure("stale_row", {
        current: { amount: sum.base?.amount ?? null },
      });
    const { title, ...kept } = keptCar(scope.schemas.row(row), car.values);
    const arrival = {
      eta: body.eta ?? null,
      safety_days: body.safetyDays ?? safetyDays.usual,
    };
    const { field } = sum;
    const until = lastDayOf(arrival, pricing.today);
    const price = await priceColumns(scope, trx, pricing, {
      ...{ viewer, row, field, amount, destination, until },
      values: car.values,
    });
    const { id } = await trx
      .insertInto("quotes")
      .values({
        user_id: userId,
        made_by_id: caller.userId,
        made_by_name: fullName,
        made_at: now,
        row_schema: row,
        lot_id: body.id,
        ...{ title, destination, field, amount, basis: body.basis },
        car: JSON.stringify(kept.car),
        inputs: JSON.stringify(kept.inputs),
        sale_day: kept.saleDay,
        ...arrival,
        ...price,
        priced_at: now,
        priced_by_name: fullName,
        checked_day: japanDay(now),
        checked_tables: tables,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { success: true, result: { id, title, total: price.total } };
  });
};

/** Returns the rights of the owner of a new quote. Throws forbidden and not_found. */
async function ownerOf(
  trx: Parameters<typeof findViewer>[0],
  caller: Viewer,
  userId: string,
): Promise<Viewer> {
  const isOwn = userId === caller.userId;
  if (!isOwn && readableOwners(caller) !== "anyone") throw failure("forbidden");
  // The session may have a destination that the user has changed since.
  const owner = await findViewer(trx, userId);
  const isClient = owner && ["client", "dealer"].includes(roleOf(owner));
  if (!owner || !(isOwn || isClient)) throw failure("not_found");
  return owner;
}
