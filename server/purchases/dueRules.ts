import { createHash } from "node:crypto";
import { sql, type Kysely, type Transaction } from "kysely";
import {
  usualDeadlines,
  type Deadlines,
  type DueRules,
} from "../../domain/purchase/deadlines";
import type { ConsigneeRule } from "../../domain/purchase/missingParties";
import { isDay } from "../../domain/japanTime";
import type { Tables } from "../platform/database";
import type { RecordData } from "../workspace/records";

/** The row schemas of the records with the rules. */
const ruleRows = ["country-rule", "holiday", "purchase-deadlines"];

/** The rules from which fields of purchases follow. */
export type PurchaseRules = DueRules & {
  consigneeRules: readonly ConsigneeRule[];
};

/** Changes with a release that derives other fields from the same settings. */
const release = 2;

/**
 * Returns the deadlines and holidays with which a transaction writes purchases. The transaction
 * has its number before it reads them, so that `haveEnded` says whether it may use former rules.
 */
export async function useDueRules(
  trx: Transaction<Tables>,
): Promise<PurchaseRules> {
  await numberOf(trx);
  return readDueRules(trx);
}

/**
 * Returns the present rules, and a text that differs after each change of the rules, also of one
 * that was taken back: purchases may have been written in between.
 */
export async function findDueRules(
  trx: Transaction<Tables>,
): Promise<{ rules: PurchaseRules; fingerprint: string }> {
  // Rules that are newer than their fingerprint are found again by the next run.
  const { last } = await trx
    .selectFrom("record_history")
    .select(({ fn }) => fn.max("id").as("last"))
    .where("row_schema", "in", ruleRows)
    .executeTakeFirstOrThrow();
  const rules = await readDueRules(trx);
  const { holidays, ...others } = rules;
  const fingerprint = createHash("sha256")
    .update(JSON.stringify([release, last, others, [...holidays].toSorted()]))
    .digest("hex");
  return { rules, fingerprint };
}

/** Returns the number of a transaction. Transactions that begin to write later have higher ones. */
export async function numberOf(trx: Transaction<Tables>): Promise<string> {
  const { rows } = await sql<{ number: string }>`
    select pg_current_xact_id()::text as number`.execute(trx);
  return rows[0]?.number ?? "";
}

/**
 * Returns whether a transaction, and all with lower numbers, have ended. All writes since then
 * follow the rules that it has read, or newer ones. Transactions that began later do not matter,
 * so that rules settle also while purchases are written all the time. Null for a transaction of
 * another database, such as one from before a restore.
 */
export async function haveEnded(
  kysely: Kysely<Tables>,
  number: string,
): Promise<boolean | null> {
  const { rows } = await sql<{ isEnded: boolean | null }>`
    select case when ${number}::numeric < pg_snapshot_xmax(now)::text::numeric
      then ${number}::numeric < pg_snapshot_xmin(now)::text::numeric
      end as "isEnded"
    from pg_current_snapshot() as now`.execute(kysely);
  return rows[0]?.isEnded ?? null;
}

async function readDueRules(trx: Transaction<Tables>): Promise<PurchaseRules> {
  const found = await trx
    .selectFrom("records")
    .select(["row_schema as row", "data"])
    .where("row_schema", "in", ruleRows)
    .orderBy("id")
    .execute();
  const settings = found.find(({ row }) => row === "purchase-deadlines")?.data;
  const days = found.flatMap(({ row, data: { day } }) =>
    row === "holiday" && typeof day === "string" && isDay(day) ? [day] : [],
  );
  const consigneeRules = found.flatMap(({ row, data }) =>
    row === "country-rule" ? consigneeRuleIn(data) : [],
  );
  return {
    ...deadlinesIn(settings ?? {}),
    ...{ holidays: new Set(days), consigneeRules },
  };
}

/** Returns the rule of a country if it is about consignees; values of other types are left out. */
function consigneeRuleIn({
  country,
  kind,
  consigneeNeeds: needs,
  validFrom,
  validUntil,
}: RecordData): ConsigneeRule[] {
  if (kind !== "consignee" || !Array.isArray(needs)) return [];
  if (typeof country !== "string" || typeof validFrom !== "string") return [];
  return [
    {
      ...{ country, needs: needs.map(String), validFrom },
      validUntil: typeof validUntil === "string" ? validUntil : null,
    },
  ];
}

/** A declaration may change while records stay, so a value of another type is left out. */
const deadlinesIn = (data: RecordData): Deadlines => ({
  ...usualDeadlines,
  ...Object.fromEntries(
    Object.entries(usualDeadlines).flatMap(([name, usual]) =>
      typeof data[name] === typeof usual ? [[name, data[name]]] : [],
    ),
  ),
});
