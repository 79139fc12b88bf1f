import { expect } from "vitest";
import type {
  MakeQuoteReply,
  QuotePageReply,
} from "../../../../generated/schemas";
import { announceChange } from "../../../../server/platform/changes";
import { inTransaction } from "../../../../server/platform/database";
import { writeLots } from "../../../../server/catalog";
import { addRecords } from "../../../../server/workspace/records";
import { signIn, testApp, type Account } from "../../../support/app";
import { carLot } from "../../catalog/support/catalogApp";

export const now = "2026-11-18T10:50:00+09:00";
const since = { validFrom: "2026-04-01" };

/** The price of `car` from its start price: added up by hand. */
export const byHand = {
  lines: {
    auctionFee: 10_000,
    // 50 000 and 1 % of 900 000
    agentFee: 59_000,
    inland: 12_000,
    freight: 150_000,
    // 0.5 % of 900 000
    insurance: 4_500,
  },
  total: 1_135_500,
};

const lots = [
  carLot("car", {
    maker: "TOYOTA",
    model: "PRIUS",
    grade: "A PREMIUM",
    year: 2019,
    startPrice: 900_000,
    averagePrice: 1_100_000,
    auctionDate: "2026-11-20T10:00:00+09:00",
  }),
  carLot("truck", { model: "DYNA", year: 2010, startPrice: 900_000 }),
];

/** Starts the program with two cars, and rates to Vladivostok for one of them. */
export async function quoteApp(environment: Record<string, string> = {}) {
  const server = await testApp({ now, environment });
  const { database } = server.context;
  const manager = server.ids["manager@seriba.test"] ?? "";
  const author = { userId: manager, userName: "Emi", at: new Date(now) };
  const add = (row: string, ...rows: Record<string, unknown>[]) =>
    inTransaction(database, async (trx) => {
      await addRecords(trx, { row, rows, author });
    });
  const update = (row: string, data: Record<string, unknown>, where: string) =>
    inTransaction(database, async (trx) => {
      await announceChange(trx, "records");
      const found = await trx
        .selectFrom("records")
        .selectAll()
        .where("row_schema", "=", row)
        .orderBy("id")
        .execute();
      for (const record of found)
        if (JSON.stringify(record.data).includes(where)) {
          const after = { ...record.data, ...data };
          await trx
            .updateTable("records")
            .set({
              data: JSON.stringify(after),
              version: record.version + 1,
            })
            .where("id", "=", record.id)
            .execute();
          await trx
            .insertInto("record_history")
            .values({
              row_schema: row,
              record_id: record.id,
              version: record.version + 1,
              action: "update",
              at: server.context.clock.now(),
              user_id: manager,
              user_name: "Emi",
              before: JSON.stringify(record.data),
              after: JSON.stringify(after),
            })
            .execute();
        }
    });
  await inTransaction(database, (trx) => writeLots(trx, "auction", lots));
  await add("vehicle-size", {
    ...{ maker: "TOYOTA", model: "PRIUS", sizeClass: "sedan" },
  });
  await add("auction-fee", { fromPrice: 0, fee: 10_000, ...since });
  await add("agent-fee", { fromPrice: 0, fee: 50_000, percent: 1, ...since });
  await add("inland-rate", {
    ...{ loadingPort: "yokohama", fee: 12_000, ...since },
  });
  await add("freight", {
    ...{ loadingPort: "yokohama", destination: "Vladivostok" },
    ...{ country: "Russia", sizeClass: "sedan", price: 150_000, ...since },
  });
  await add("other-charge", {
    ...{ kind: "insurance", fromPrice: 0, percent: 0.5, ...since },
  });
  await add("currency-rate", { currency: "USD", yen: 150, ...since });
  await add("country-rule", {
    ...{ country: "Russia", kind: "fee", horsePower: 160 },
    ...{ textEn: "A fee above 160 hp", textRu: "Сбор свыше 160 л. с." },
    ...{ source: "https://rules.test/fee", checkedOn: "2026-11-01", ...since },
  });
  const choose = (email: string, destination: string | null) =>
    database.kysely
      .updateTable("users")
      .set({ destination, currency: "USD" })
      .where("email", "=", email)
      .execute();
  await choose("client@seriba.test", "Vladivostok");
  await choose("dealer@seriba.test", "Vladivostok");

  const idOf = async (sourceId: string) =>
    (
      await database.kysely
        .selectFrom("lots")
        .select("id")
        .where("source_id", "=", sourceId)
        .executeTakeFirstOrThrow()
    ).id;
  const call = async (
    account: Account,
    method: "GET" | "POST" | "DELETE",
    url: string,
    payload?: object,
    headers: Record<string, string> = {},
  ) => {
    const session = await signIn(server, account);
    return server.call({
      ...{ method, url: `/api${url}`, headers, ...session },
      ...(payload && { payload }),
    });
  };
  const make = async (
    body: Record<string, unknown> = {},
    {
      account = "client",
      headers = {},
    }: { account?: Account; headers?: Record<string, string> } = {},
  ) =>
    call(
      account,
      "POST",
      "/prices/quotes",
      {
        ...{ list: "car-auction", id: await idOf("car") },
        ...{ basis: "startPrice", amount: 900_000, ...body },
      },
      headers,
    );
  return {
    ...server,
    add,
    update,
    choose,
    idOf,
    request: call,
    make,
    makeOne: async (body: Record<string, unknown> = {}): Promise<string> => {
      const reply = await make(body);
      expect(reply.statusCode, reply.body).toBe(200);
      return reply.json<MakeQuoteReply>().result.id;
    },
    read: async (id: string, account: Account = "client") => {
      const reply = await call(account, "GET", `/prices/quotes/${id}`);
      expect(reply.statusCode, reply.body).toBe(200);
      return reply.json<QuotePageReply>();
    },
  };
}

export type QuoteApp = Awaited<ReturnType<typeof quoteApp>>;
