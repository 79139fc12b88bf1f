import { sql, type Transaction } from "kysely";
import type { LotArea } from "../catalog";
import type { Tables } from "../platform/database/tables";
import { announceChange } from "../platform/live";
import { carriedExtra, sharedColumns } from "./copiedFields";

/**
 * Copies changed lots (result, hammer price, time, whatever else a bid keeps)
 * onto the bids on them, in the transaction that writes the lots. A bid's
 * version stays: nothing that a manager edits has changed. So does whether it
 * counts against the USS limit, which was settled when it was placed.
 */
export async function followLots(
  trx: Transaction<Tables>,
  { area, lotIds }: { area: LotArea; lotIds: readonly string[] },
): Promise<void> {
  const copied = [
    ...sharedColumns.map((name) => ({
      of: name,
      from: sql.ref(`lots.${name}`),
    })),
    { of: "lot_status", from: sql.ref("lots.status") },
    { of: "extra", from: carriedExtra },
  ];
  const kept = copied.map(({ of }) => sql.ref(`bids.${of}`));
  const present = copied.map(({ from }) => from);
  const changes = copied.map(({ of, from }) => sql`${sql.ref(of)} = ${from}`);
  const { numAffectedRows } = await sql`
    update bids set ${sql.join(changes)}, seq = nextval('change_seq')
    from lots
    where lots.area = ${area} and lots.id = any(${lotIds}::bigint[])
      and bids.lot_id = lots.id and bids.lot_area = lots.area
      and (${sql.join(kept)}) is distinct from (${sql.join(present)})`.execute(
    trx,
  );
  // The lots' own change has given the transaction its number by now.
  if (numAffectedRows) await announceChange(trx, "bids");
}
