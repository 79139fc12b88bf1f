import { createHash } from "node:crypto";
import { sql, type Transaction } from "kysely";
import {
  usualDeadlines,
  type Deadlines,
  type DueRules,
} from "../../domain/purchase/deadlines";
import type { ConsigneeRule } from "../../domain/purchase/missingParties";
import { isDay } from "../../domain/japanTime";
import type { Tables } from "../platform/database";
import type { RecordData } from "../workspace/records";

/** The key of the advisory lock of transactions that use the rules. */
const lock = sql`hashtext('purchase due rules')`;

/** The row schemas of the records with the rules. */
const ruleRows = ["country-rule", "holiday", "purchase-deadlines"];

/** The rules from which fields of purchases follow. */
export type PurchaseRules = DueRules & {
  consigneeRules: readonly ConsigneeRule[];
};

/** Changes with a release that derives other fields from the same settings. */
const release = 2;

/**
 * Returns the deadlines and holidays with which a transaction writes purchases. It holds a lock
 * until it ends, so that `readSettledRules` knows when no transaction uses former rules.
 */
export async function useDueRules(
  trx: Transaction<Tables>,
): Promise<PurchaseRules> {
  await sql`select pg_advisory_xact_lock_shared(${lock})`.execute(trx);
  return readDueRules(trx);
}

/**
 * Returns the present rules once no transaction uses other rules, so that all later writes
 * follow these or newer ones. Null while purchases are written: waiting here would stop every
 * write behind it.
 */
export async function readSettledRules(
  trx: Transaction<Tables>,
): Promise<PurchaseRules | null> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(${lock}) as "isLocked"`.execute(trx);
  return rows[0]?.isLocked ? readDueRules(trx) : null;
}

/**
 * Returns a text that differs after each change of the rules, also of one that was taken back:
 * purchases may have been written in between.
 */
export async function fingerprintOf(
  trx: Transaction<Tables>,
  { holidays, ...others }: PurchaseRules,
): Promise<string> {
  const { last } = await trx
    .selectFrom("record_history")
    .select(({ fn }) => fn.max("id").as("last"))
    .where("row_schema", "in", ruleRows)
    .executeTakeFirstOrThrow();
  return createHash("sha256")
    .update(JSON.stringify([release, last, others, [...holidays].toSorted()]))
    .digest("hex");
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
