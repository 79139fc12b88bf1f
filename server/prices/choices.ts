import { sql } from "kysely";
import { countryName } from "../../domain/countryName";
import { japanDay } from "../../domain/japanTime";
import type { Language } from "../../domain/limits";
import { vocabularyKey } from "../../domain/vocabulary";
import type { PriceOptionsReply } from "../../generated/schemas";
import { sortedByLabel } from "../platform/sortedByLabel";
import type { Context } from "../workspace/context";

type Scope = Pick<Context, "database" | "clock" | "messages">;
type Options = PriceOptionsReply["options"];

/** Returns the ports of destination of the freight rates that have not ended. */
async function findDestinations({
  database,
  clock,
}: Pick<Scope, "database" | "clock">) {
  const today = japanDay(clock.now());
  return database.kysely
    .selectFrom("records")
    .where("row_schema", "=", "freight")
    .where(sql<boolean>`coalesce(data->>'validUntil', ${today}) >= ${today}`)
    .select([
      sql<string>`data->>'destination'`.as("destination"),
      sql<string | null>`max(data->>'country')`.as("country"),
    ])
    .groupBy(sql`data->>'destination'`)
    .execute();
}

/** Returns the currencies that have a rate today, with their newest rate. */
export async function findCurrencies({
  database,
  clock,
}: Pick<Scope, "clock"> & { database: Pick<Scope["database"], "kysely"> }) {
  const currency = sql<string>`data->>'currency'`;
  const validFrom = sql<string>`data->>'validFrom'`;
  return database.kysely
    .selectFrom("records")
    .where("row_schema", "=", "currency-rate")
    .where(sql<boolean>`${validFrom} <= ${japanDay(clock.now())}`)
    .distinctOn(currency)
    .select([
      currency.as("currency"),
      validFrom.as("validFrom"),
      sql<number>`(data->>'yen')::float8`.as("yen"),
    ])
    .orderBy(currency)
    .orderBy(validFrom, "desc")
    .orderBy("id", "desc")
    .execute();
}

/** Returns the destinations and currencies that users may choose. */
export async function offeredChoices(
  context: Pick<Scope, "database" | "clock">,
) {
  const [destinations, currencies] = await Promise.all([
    findDestinations(context),
    findCurrencies(context),
  ]);
  return {
    destination: destinations.map(({ destination }) => destination),
    currency: currencies.map(({ currency }) => currency),
  };
}

/** Returns the ports of destination with their countries, by their names in a language. */
export async function listDestinations(
  context: Scope,
  language: Language,
): Promise<Options> {
  const found = await findDestinations(context);
  return sortedByLabel(
    found.map(({ destination, country }) => ({
      value: destination,
      label: [
        placeName(context, destination, language),
        ...(country ? [countryName(country, language)] : []),
      ].join(", "),
      country,
    })),
    language,
  );
}

/** Returns the currencies by their codes, with their rates. */
export async function listCurrencies(
  context: Scope,
  language: Language,
): Promise<Options> {
  const names = new Intl.DisplayNames(language, {
    type: "currency",
    fallback: "none",
  });
  const currencies = await findCurrencies(context);
  return sortedByLabel(
    currencies.map(({ currency, ...rate }) => {
      const name = names.of(currency);
      const label = name ? `${currency}, ${name}` : currency;
      return { value: currency, label, ...rate };
    }),
    language,
  );
}

export function placeName(
  { messages }: Pick<Scope, "messages">,
  place: string,
  language: Language,
): string {
  const key = vocabularyKey("place", place);
  return messages.has(language, key)
    ? messages.translate(language, key)
    : place;
}
