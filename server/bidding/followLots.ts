import { sql, type Transaction } from "kysely";
import type { LotArea } from "../catalog";
import type { Tables } from "../platform/database/tables";
import { announceChange } from "../platform/live";
import { sharedColumns } from "./copiedFields";

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
  const columns = [
    ...sharedColumns.map((name) => ({ of: name, from: name })),
    { of: "lot_status", from: "status" },
  ];
  const bidColumns = columns.map(({ of }) => sql.ref(`bids.${of}`));
  const lotColumns = columns.map(({ from }) => sql.ref(`lots.${from}`));
  const changes = columns.map(
    ({ of, from }) => sql`${sql.ref(of)} = ${sql.ref(`lots.${from}`)}`,
  );
  const { numAffectedRows } = await sql`
    update bids set ${sql.join(changes)}, seq = nextval('change_seq')
    from lots
    where lots.area = ${area} and lots.id = any(${lotIds}::bigint[])
      and bids.lot_id = lots.id and bids.lot_area = lots.area
      and (${sql.join(bidColumns)}) is distinct from (${sql.join(lotColumns)})`.execute(
    trx,
  );
  // The lots' own change has given the transaction its number by now.
  if (numAffectedRows) await announceChange(trx, "bids");
}
