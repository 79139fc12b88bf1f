import { sql } from "kysely";
import { countryName } from "../../domain/countryName";
import { japanDay } from "../../domain/japanTime";
import type { Language } from "../../domain/limits";
import { vocabularyKey } from "../../domain/vocabulary";
import type { PriceOptionsReply } from "../../generated/schemas";
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

/** Returns the currencies that have a rate today. */
async function findCurrencies({
  database,
  clock,
}: Pick<Scope, "database" | "clock">): Promise<string[]> {
  const rates = await database.kysely
    .selectFrom("records")
    .where("row_schema", "=", "currency-rate")
    .where(sql<boolean>`data->>'validFrom' <= ${japanDay(clock.now())}`)
    .select(sql<string>`data->>'currency'`.as("currency"))
    .distinct()
    .execute();
  return rates.map(({ currency }) => currency);
}

/** Returns the destinations and currencies that users may choose. */
export async function offeredChoices(
  context: Pick<Scope, "database" | "clock">,
) {
  const [destinations, currency] = await Promise.all([
    findDestinations(context),
    findCurrencies(context),
  ]);
  return {
    destination: destinations.map(({ destination }) => destination),
    currency,
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

/** Returns the currencies by their codes. */
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
    currencies.map((code) => {
      const name = names.of(code);
      return { value: code, label: name ? `${code}, ${name}` : code };
    }),
    language,
  );
}

function placeName(
  { messages }: Pick<Scope, "messages">,
  place: string,
  language: Language,
): string {
  const key = vocabularyKey("place", place);
  return messages.has(language, key)
    ? messages.translate(language, key)
    : place;
}

function sortedByLabel(options: Options, language: Language): Options {
  const { compare } = new Intl.Collator(language);
  return options.toSorted((a, b) => compare(a.label, b.label));
}
