import type { Viewer } from "../../../domain/access";
import {
  countAttempt,
  findViewer,
  forgiveAttempt,
  hashOf,
  newSecret,
  type NoteSecurity,
} from "../../identity";
import { inTransaction } from "../../platform/database";
import { failure } from "../../platform/errors";
import { networkOf } from "../../platform/http/network";
import { findQuote, type StoredQuote } from "./quoteQueries";
import type { QuoteScope } from "./readCars";

type Scope = Pick<QuoteScope, "database" | "clock">;

const usualDays = 7;
const dayMs = 24 * 3_600_000;

/** Returns the live link of a quote; undefined without one. */
export const findLiveLink = ({ database, clock }: Scope, quoteId: string) =>
  database.kysely
    .selectFrom("quote_links")
    .select(["id", "expires_at"])
    .where("quote_id", "=", quoteId)
    .where("ended_at", "is", null)
    .where("expires_at", ">", clock.now())
    .executeTakeFirst();

/**
 * Makes the only live link of a quote, and ends the former one. The token of 256 bits is
 * returned once; the database has its digest. Throws not_found.
 */
export async function issueLink(
  { database, clock }: Scope,
  {
    viewer,
    id,
    days = usualDays,
  }: { viewer: Viewer; id: string; days?: number | undefined },
): Promise<{ token: string; endsAt: Date }> {
  const now = clock.now();
  const endsAt = new Date(now.getTime() + days * dayMs);
  const token = newSecret();
  await inTransaction(database, async (trx) => {
    await findQuote(trx, viewer, id, { isLocked: true });
    await trx
      .updateTable("quote_links")
      .set({ ended_at: now })
      .where("quote_id", "=", id)
      .where("ended_at", "is", null)
      .execute();
    await trx
      .insertInto("quote_links")
      .values({ quote_id: id, digest: hashOf(token), expires_at: endsAt })
      .execute();
  });
  return { token, endsAt };
}

/** Ends the link of a quote, if it has one. Throws not_found for the quote. */
export async function endLink(
  { database, clock }: Scope,
  { viewer, id }: { viewer: Viewer; id: string },
): Promise<void> {
  await findQuote(database.kysely, viewer, id);
  await database.kysely
    .updateTable("quote_links")
    .set({ ended_at: clock.now() })
    .where("quote_id", "=", id)
    .where("ended_at", "is", null)
    .execute();
}

const throttle = { most: 60, windowSeconds: 15 * 60 };

/**
 * Returns the quote behind a live link. Throws link_expired for an unknown, ended or expired
 * link and for a quote of a disabled user, and too_many_requests after 60 such tokens from
 * one network in 15 minutes.
 */
export async function openLink(
  scope: Pick<QuoteScope, "database" | "clock">,
  {
    token,
    address,
    note,
  }: { token: string; address: string; note: NoteSecurity },
): Promise<{ quote: StoredQuote; endsAt: Date }> {
  const { kysely } = scope.database;
  const throttles = [
    { key: `quote network ${networkOf(address)}`, ...throttle },
  ];
  await countAttempt(scope, throttles, () =>
    note({ event: "share-throttled" }),
  );
  const link = await kysely
    .selectFrom("quote_links")
    .innerJoin("quotes", "quotes.id", "quote_links.quote_id")
    .where("digest", "=", hashOf(token))
    .where("ended_at", "is", null)
    .where("expires_at", ">", scope.clock.now())
    .selectAll("quotes")
    .select("expires_at as endsAt")
    .executeTakeFirst();
  if (!link || !(await findViewer(kysely, link.user_id)))
    throw failure("link_expired");
  await forgiveAttempt(scope, throttles);
  const { endsAt, ...quote } = link;
  return { quote, endsAt };
}

/** Counts a print by a link. Throws too_many_requests after 30 of one quote in 15 minutes. */
export const countPrint = (
  scope: Scope,
  { id }: Pick<StoredQuote, "id">,
): Promise<void> =>
  countAttempt(scope, [
    { key: `quote print ${id}`, most: 30, windowSeconds: 15 * 60 },
  ]);
