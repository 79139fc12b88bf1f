import { sql, type Selectable } from "kysely";
import type { Database, Tables } from "../../platform/database";
import type { SealedTable, Host } from "../../workspace/area";
import { firstHead, hashRows, headOf, readRows } from "./sealText";
import type { Job } from "../../platform/jobs";
import type { Metrics } from "../../platform/metrics";

/** A difference between a seal and the database. */
export type SealFault = {
  seal: string;
  table: string;
  /**
   * `chain`: the seal does not follow the one before. `head`: a column of the seal was
   * changed. `range`: ids between two seals of a table are not sealed. `rows`: a row was
   * changed, added or removed. `name`: a name differs from its digest.
   */
  fault: "chain" | "head" | "range" | "rows" | "name";
};

type Verified = {
  seals: number;
  rows: number;
  /** The head of the newest seal; null without seals. */
  head: string | null;
  /** Whether the chain has the head that was asked for. */
  hasHead: boolean;
  faults: SealFault[];
};

type Seal = Selectable<Tables["seals"]>;

/** Seals that are read at once. */
const pageSize = 100;

/**
 * Verifies the whole chain of seals and every sealed row. It cannot see that the newest
 * seals were removed together with their rows: compare `head` with a head that was noted
 * elsewhere, or give that one as `wanted`.
 */
export async function verifySeals(
  { background }: Pick<Database, "background">,
  tables: readonly SealedTable[],
  { wanted, signal }: { wanted?: string; signal?: AbortSignal } = {},
): Promise<Verified> {
  const result: Verified = {
    seals: 0,
    rows: 0,
    head: null,
    hasHead: false,
    faults: [],
  };
  const lastIds = new Map<string, bigint>();
  let number = 0n;
  for (;;) {
    const seals = await background
      .selectFrom("seals")
      .selectAll()
      .where("number", ">", String(number))
      .orderBy("number")
      .limit(pageSize)
      .execute();
    if (seals.length === 0) return result;
    for (const seal of seals) {
      signal?.throwIfAborted();
      const { sealed_table: table } = seal;
      const add = (fault: SealFault["fault"]) => {
        result.faults.push({ seal: seal.number, table, fault });
      };
      const isNext =
        BigInt(seal.number) === number + 1n &&
        seal.previous_head === (result.head ?? firstHead);
      if (!isNext) add("chain");
      if (headOf(seal) !== seal.head) add("head");
      if (BigInt(seal.first_id) !== (lastIds.get(table) ?? 0n) + 1n)
        add("range");
      const sealed = tables.find((entry) => entry.table === table);
      // The seal of an unknown table or column is forged.
      if (!sealed || !coversOnly(seal, sealed)) add("rows");
      else if (!(await hasSameRows(background, seal))) add("rows");
      else if (await hasOtherName(background, sealed, seal)) add("name");
      lastIds.set(table, BigInt(seal.last_id));
      number = BigInt(seal.number);
      result.seals += 1;
      result.rows += seal.row_count;
      result.head = seal.head;
      result.hasHead ||= seal.head === wanted;
    }
  }
}

const coversOnly = (seal: Seal, { columns }: SealedTable): boolean =>
  seal.columns.split(",").every((column) => columns.includes(column));

async function hasSameRows(
  db: Database["background"],
  seal: Seal,
): Promise<boolean> {
  const rows = await readRows(db, {
    table: seal.sealed_table,
    columns: seal.columns.split(","),
    firstId: seal.first_id,
    lastId: seal.last_id,
    // One more shows an added row.
    most: seal.row_count + 1,
  });
  return rows.length === seal.row_count && hashRows(rows) === seal.rows_hash;
}

/** Returns whether a name that was not erased differs from its digest. */
async function hasOtherName(
  db: Database["background"],
  { table, names }: SealedTable,
  { first_id: firstId, last_id: lastId }: Seal,
): Promise<boolean> {
  for (const { name, salt, digest } of names) {
    const { rows } = await sql`
      select from ${sql.table(table)}
      where id between ${firstId} and ${lastId} and case
        when ${sql.ref(salt)} is null then ${sql.ref(name)} <> ''
        else ${sql.ref(digest)} is distinct from encode(sha256(
          convert_to(${sql.ref(salt)}::text || ${sql.ref(name)}, 'UTF8')), 'hex')
        end
      limit 1`.execute(db);
    if (rows.length > 0) return true;
  }
  return false;
}

/** Faults that one run logs. */
const mostLogged = 20;

/**
 * Makes the job that verifies all seals each day. It logs an error for each fault, sets
 * the metrics, and fails if there is a fault.
 */
export function verifySealsJob({
  database,
  sealed,
  log,
  metrics,
}: Pick<Host, "database" | "sealed" | "log"> & {
  metrics?: Pick<Metrics, "gauge"> | undefined;
}): Job {
  let verified: { faults: number; seals: number } | null = null;
  const gauge = (name: string, help: string, key: "faults" | "seals") =>
    metrics?.gauge({
      name,
      help,
      read: () => (verified ? [{ value: verified[key] }] : []),
    });
  gauge(
    "seriba_seal_faults",
    "Faults of the last check of all seals",
    "faults",
  );
  gauge("seriba_seals_checked", "Seals of the last check", "seals");
  return {
    name: "verify-seals",
    everySeconds: 86_400,
    run: async (signal) => {
      const { seals, faults } = await verifySeals(database, sealed, { signal });
      verified = { faults: faults.length, seals };
      for (const fault of faults.slice(0, mostLogged))
        log.error({ fault }, "a sealed row or a seal was changed");
      if (faults.length > 0)
        throw new Error(`${faults.length} faults in ${seals} seals`);
      return seals;
    },
  };
}
