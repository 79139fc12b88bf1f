import { isAllowed, type Viewer } from "../../../domain/access";
import { isComputedPrice } from "../../../domain/computedPrice";
import { tablesOf } from "../../../domain/computed/rule";
import { japanDay } from "../../../domain/japanTime";
import type { Language } from "../../../domain/limits";
import { detailPath } from "../../../domain/listing/detailPath";
import { formatNumber, formatYen } from "../../../domain/money";
import { readableOwners } from "../../../domain/readableOwners";
import type { Resource } from "../../../domain/resource";
import { isVisible } from "../../../domain/visible/isVisible";
import type { RecordEffect, RecordEffects } from "../../workspace/records";
import { movedPrices, type Bounds, type MovedPrice } from "./movedPrices";
import { dayText } from "./quoteDocument";
import { quoteSource } from "./quoteSource";
import type { QuoteScope } from "./readCars";

type Group = RecordEffect["groups"][number];

/** A preview names this many quotes of each kind. */
const mostNamed = 10;

const usualBounds: Bounds = { quotes: 500, ms: 3_000 };

/** Makes what changes of the tables of rates do to the prices of open quotes. */
export const quoteEffects = (
  scope: QuoteScope,
  bounds: Bounds = usualBounds,
): RecordEffects => ({
  concern: (table) =>
    scope.workspace
      .resources()
      .flatMap(({ row }) => Object.values(scope.schemas.row(row).properties))
      .some(
        (field) => isComputedPrice(field) && tablesOf(field).includes(table),
      ),
  find: async (change, { viewer, language }) => {
    const { moved, compared, open } = await movedPrices(scope, change, bounds);
    const text = textsIn(scope, language);
    const said = (kind: string, smart_count: number) =>
      text(change.isSaved ? `${kind}Now` : kind, { smart_count });
    const name = await namer(scope, moved, { viewer, language });
    const groupOf = (kind: string, prices: MovedPrice[], facts: string[]) =>
      prices.length === 0
        ? []
        : [
            {
              text: said(kind, prices.length),
              facts,
              ...name(prices),
            },
          ];
    const priced = moved.filter(
      ({ before, after }) => before !== null && after !== null,
    );
    const groups: Group[] = [
      ...groupOf(
        "lost",
        moved.filter(({ after }) => after === null),
        [],
      ),
      ...groupOf("changed", priced, directions(priced, text)),
      ...groupOf(
        "gained",
        moved.filter(({ before }) => before === null),
        [],
      ),
    ];
    return {
      title: text("title"),
      path: quoteList(scope, viewer)?.route ?? null,
      notes: [
        ...(groups.length === 0 ? [text("none")] : []),
        ...(compared < open
          ? [
              text("cut", {
                open: formatNumber(open),
                compared: formatNumber(compared),
              }),
            ]
          : []),
      ],
      groups,
    };
  },
});

/** Returns the list of quotes that a viewer opens. */
const quoteList = (
  { workspace }: Pick<QuoteScope, "workspace">,
  viewer: Viewer,
): Resource | undefined =>
  workspace
    .resources()
    .find(
      ({ row, access }) => row === quoteSource.row && isAllowed(access, viewer),
    );

type Texts = (key: string, values?: Record<string, string | number>) => string;

const textsIn =
  ({ messages }: Pick<QuoteScope, "messages">, language: Language): Texts =>
  (key, values = {}) =>
    messages.translate(language, `prices.quotes.effects.${key}`, values);

const differenceOf = ({ before, after }: MovedPrice): number =>
  (after ?? 0) - (before ?? 0);

/** The largest difference first. */
const byDifference = (left: MovedPrice, right: MovedPrice): number =>
  Math.abs(differenceOf(right)) - Math.abs(differenceOf(left));

/** Returns how many prices rise and fall, and the largest difference. */
function directions(prices: MovedPrice[], text: Texts): string[] {
  const differences = prices.toSorted(byDifference).map(differenceOf);
  const [largest = 0] = differences;
  const count = (direction: "higher" | "lower", found: number[]) =>
    found.length > 0 ? [text(direction, { smart_count: found.length })] : [];
  return [
    ...count(
      "higher",
      differences.filter((difference) => difference > 0),
    ),
    ...count(
      "lower",
      differences.filter((difference) => difference < 0),
    ),
    text("largest", {
      change: `${largest > 0 ? "+" : ""}${formatYen(largest)}`,
    }),
  ];
}

/**
 * Returns a function that names the first of some quotes with their pages. A viewer who may
 * not read the quotes of all owners, or not their prices, gets no names.
 */
async function namer(
  scope: QuoteScope,
  moved: readonly MovedPrice[],
  { viewer, language }: { viewer: Viewer; language: Language },
): Promise<(prices: MovedPrice[]) => Pick<Group, "rows" | "more">> {
  const schema = scope.schemas.row(quoteSource.row);
  const sees = (field: string) =>
    isVisible(schema, { fields: [field] }, viewer);
  const resources = scope.workspace.resources();
  const list = quoteList(scope, viewer);
  const isReader = list !== undefined && readableOwners(viewer) === "anyone";
  if (!isReader || !sees("title") || !sees("total"))
    return () => ({ rows: [], more: 0 });
  const clients = sees("client")
    ? await namesOf(
        scope,
        moved.map(({ quote }) => quote.user_id),
      )
    : new Map<string, string>();
  const text = textsIn(scope, language);
  const today = japanDay(scope.clock.now());
  const yen = (value: number | null) =>
    value === null
      ? scope.messages.translate(language, "list.unknown")
      : formatYen(value);
  return (prices) => ({
    rows: prices
      .toSorted(byDifference)
      .slice(0, mostNamed)
      .map(({ quote, day, before, after }) => {
        const { lotNo } = quote.car;
        const client = clients.get(quote.user_id);
        return {
          title: quote.title,
          path: detailPath({ resource: list, resources, row: quote }),
          details: [
            ...(client === undefined ? [] : [client]),
            ...(lotNo && sees("lotNo") ? [text("lot", { lotNo })] : []),
            ...(day === today
              ? []
              : [text("from", { day: dayText(day, language) })]),
          ],
          before: yen(before),
          after: yen(after),
        };
      }),
    more: Math.max(0, prices.length - mostNamed),
  });
}

async function namesOf(
  { database }: Pick<QuoteScope, "database">,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const found = await database.kysely
    .selectFrom("users")
    .select(["id", "full_name"])
    .where("id", "in", ids.length > 0 ? [...new Set(ids)] : ["0"])
    .execute();
  return new Map(found.map(({ id, full_name: name }) => [id, name]));
}
