import { sql, type Kysely, type Selectable } from "kysely";
import type { Viewer } from "../../../domain/access";
import { tablesOf } from "../../../domain/computed/rule";
import { addDays } from "../../../domain/japanTime";
import { readableOwners } from "../../../domain/readableOwners";
import type { Reader, Tables } from "../../platform/database";
import { failure } from "../../platform/errors";
import { ruleSchema } from "./countryRules";
import type { QuoteScope } from "./readCars";

export type StoredQuote = Selectable<Tables["quotes"]>;

/** Returns the total of a stored price in yen; null if it is unknown. */
export const totalOfQuote = ({ total }: Pick<StoredQuote, "total">) =>
  total === null ? null : Number(total);

/** Returns the last day on which a rule or a rate of a quote should still be valid. */
export const lastDayOf = (
  { eta, safety_days }: Pick<StoredQuote, "eta" | "safety_days">,
  today: string,
): string => addDays(eta ?? today, safety_days);

/**
 * Returns the condition of the quotes that are open on a day: the later of the sale day and
 * the arrival is not past. Without both days a quote is always open.
 */
export const isOpenOn = (day: string) =>
  sql<boolean>`coalesce(greatest(quotes.eta, quotes.sale_day), ${day}::date) >= ${day}::date`;

/** Returns a quote that the viewer may read. Throws not_found for all others. */
export async function findQuote(
  db: Reader,
  viewer: Viewer,
  id: string,
  { isLocked = false } = {},
): Promise<StoredQuote> {
  const owner = readableOwners(viewer);
  const query = db.selectFrom("quotes").selectAll().where("id", "=", id);
  const found = await (isLocked ? query.forUpdate() : query).executeTakeFirst();
  const isReadable =
    owner === "anyone" ||
    (owner !== "nobody" && owner.userId === found?.user_id);
  if (!found || !isReadable) throw failure("not_found");
  return found;
}

/** Returns a text that differs once a record of the tables of prices has changed. */
export async function stateOfTables(
  { workspace, schemas }: Pick<QuoteScope, "workspace" | "schemas">,
  kysely: Kysely<Tables>,
): Promise<string> {
  const rows = new Set(workspace.resources().map(({ row }) => row));
  const tables = [...rows]
    .flatMap((row) => Object.values(schemas.row(row).properties))
    .flatMap(tablesOf);
  const { state } = await kysely
    .selectFrom("records")
    .where("row_schema", "in", [...new Set([...tables, ruleSchema])])
    .select(
      sql<string>`concat_ws(' ', count(*), sum(id), sum(version),
        extract(epoch from max(updated_at)))`.as("state"),
    )
    .executeTakeFirstOrThrow();
  return state;
}
