import { inTransaction } from "../../../../server/platform/database";
import { writeLots, type NeutralLot } from "../../../../server/catalog";
import { signIn, testApp } from "../../../support/app";

export type Answer = { status: number; body: Record<string, unknown> };

/** Returns a car lot with the given fields, upcoming on 20 November at 10:00. */
export function carLot(
  sourceId: string,
  fields: Record<string, unknown> = {},
): NeutralLot {
  const all = {
    lotNo: `1${sourceId}`,
    maker: "TOYOTA",
    model: "COROLLA",
    auctionName: "USS Tokyo",
    auctionDate: "2026-11-20T10:00:00+09:00",
    status: 4532,
    images: ["/a.svg", "/b.svg"],
    ...fields,
  };
  return {
    source: "test",
    sourceId,
    fields: all,
    rowHash: JSON.stringify(all),
  };
}

/** Starts the program with these lots on Wednesday 18 November 2026, 10:50 in Japan. */
export async function catalogApp(
  lots: readonly NeutralLot[],
  {
    root,
    environment,
  }: { root?: string; environment?: Record<string, string> } = {},
) {
  const now = "2026-11-18T10:50:00+09:00";
  const test = await testApp({ now, root, environment });
  await inTransaction(test.context.database, (trx) =>
    writeLots(trx, "auction", lots),
  );
  const { cookies } = await signIn(test, "client");
  return {
    ...test,
    get: async (
      url: string,
      headers: Record<string, string> = {},
    ): Promise<Answer> => {
      const reply = await test.call({
        method: "GET",
        url: `/api${url}`,
        cookies,
        headers: { "sec-fetch-site": "same-origin", ...headers },
      });
      return {
        status: reply.statusCode,
        body: reply.json<Record<string, unknown>>(),
      };
    },
    idOf: async (sourceId: string): Promise<string> => {
      const { id } = await test.context.database.kysely
        .selectFrom("lots")
        .select("id")
        .where("source_id", "=", sourceId)
        .executeTakeFirstOrThrow();
      return id;
    },
  };
}

export type CatalogApp = Awaited<ReturnType<typeof catalogApp>>;

export function rowsOf({ body }: Answer): Record<string, unknown>[] {
  const rows = body.carsList;
  if (!Array.isArray(rows)) throw new Error(JSON.stringify(body));
  return rows.filter(
    (row): row is Record<string, unknown> =>
      typeof row === "object" && row !== null,
  );
}

export const valuesOf = (answer: Answer, field: string): unknown[] =>
  rowsOf(answer).map((row) => row[field]);
