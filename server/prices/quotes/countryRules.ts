import { sql, type Kysely } from "kysely";
import { isAllowed, type Viewer } from "../../../domain/access";
import type { QuoteRule } from "../../../domain/quote";
import { isVisible } from "../../../domain/visible/isVisible";
import type { Tables } from "../../platform/database";
import type { QuoteScope } from "./readCars";

/** The row schema of the rules of countries. */
export const ruleSchema = "country-rule";

/** The fields of a rule that a quote keeps. */
const keptFields = [
  ...["kind", "measuredAt", "months", "steering", "horsePower", "textEn"],
  ...["textRu", "source", "checkedOn", "validFrom", "validUntil"],
];

/**
 * Returns the country of a port of destination, as the freight rates name it. Rates that
 * have ended name it too: rules do not end with them.
 */
export async function countryOf(
  kysely: Kysely<Tables>,
  destination: string,
): Promise<string | null> {
  const found = await kysely
    .selectFrom("records")
    .where("row_schema", "=", "freight")
    .where(sql<boolean>`data->>'destination' = ${destination}`)
    .select(sql<string | null>`max(data->>'country')`.as("country"))
    .executeTakeFirst();
  return found?.country ?? null;
}

/**
 * Returns the rules of a country that are valid on a day or begin later, with the fields
 * that the reader may see, in the order of their ids; null if the reader may not see rules.
 */
export async function rulesSince(
  { schemas, workspace }: Pick<QuoteScope, "schemas" | "workspace">,
  kysely: Kysely<Tables>,
  {
    country,
    today,
    viewer,
  }: { country: string; today: string; viewer: Viewer },
): Promise<QuoteRule[] | null> {
  const list = workspace
    .resources()
    .find(({ row, access }) => row === ruleSchema && isAllowed(access, viewer));
  if (!list) return null;
  const schema = schemas.row(ruleSchema);
  const names = keptFields.filter((name) =>
    isVisible(schema, { fields: [name] }, viewer),
  );
  const found = await kysely
    .selectFrom("records")
    .where("row_schema", "=", ruleSchema)
    .where(sql<boolean>`data->>'country' = ${country}`)
    .where(sql<boolean>`coalesce(data->>'validUntil', ${today}) >= ${today}`)
    .select(["id", "version", "data"])
    .orderBy("id")
    .execute();
  return found.map(({ id, version, data }) => ({
    id,
    version,
    ...Object.fromEntries(
      names.flatMap((name) => (name in data ? [[name, data[name]]] : [])),
    ),
  }));
}
