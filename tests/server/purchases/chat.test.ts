import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { findViewer } from "../../../server/identity";
import { inTransaction } from "../../../server/platform/database";
import { type Account, signIn, testApp } from "../../support/app";
import { winCar } from "./winCar";

const server = await testApp();
const { kysely } = server.context.database;
const people = ["client", "dealer", "manager", "restricted"] as const;

let purchase: string;
let bidId: string;
beforeAll(async () => {
  await kysely
    .updateTable("users")
    .set({ dealer_id: server.ids["dealer@seriba.test"] })
    .where("email_key", "=", "client@seriba.test")
    .execute();
  purchase = await winCar(server, "2026-11-19");
  const found = await kysely
    .selectFrom("purchases")
    .select("bid_id")
    .where("record_id", "=", purchase)
    .executeTakeFirstOrThrow();
  bidId = found.bid_id;
});

const call = async (
  who: Account,
  method: "GET" | "POST" | "PUT",
  url: string,
  payload?: object,
) =>
  server.call({
    ...{ method, url: `/api${url}` },
    ...(payload && { payload }),
    ...(method === "POST" && {
      headers: { "idempotency-key": randomUUID() },
    }),
    ...(await signIn(server, who)),
  });
const write = (who: Account, comment: string) =>
  call(who, "POST", "/bid/save-chat", { bidId, comment });

/** Whether each person has new messages, in the list and on the page of the purchase. */
const unreadOf = async () => {
  const found: [string, unknown][] = [];
  for (const who of people) {
    const list = await call(who, "GET", "/purchased-cars/list");
    const page = await call(who, "GET", `/lists/purchased-cars/${purchase}`);
    const [row] = list.json<{ carsList: { unread: boolean }[] }>().carsList;
    if (page.statusCode === 404) {
      expect(row).toBeUndefined();
      continue;
    }
    const { detail } = page.json<{ detail: { unread: boolean } }>();
    expect(detail.unread).toBe(row?.unread);
    found.push([who, detail.unread]);
  }
  return Object.fromEntries(found);
};

describe("the chat of a purchase", () => {
  it("is that of its bid, and each side has its own new messages", async () => {
    expect(await unreadOf()).toEqual({
      ...{ client: false, dealer: false, manager: false },
    });
    expect((await write("client", "Where is my car?")).statusCode).toBe(200);
    expect(await unreadOf()).toEqual({
      ...{ client: false, dealer: true, manager: true },
    });
    await write("manager", "It sails on Friday.");
    expect(await unreadOf()).toEqual({
      ...{ client: true, dealer: true, manager: true },
    });
    await call("client", "PUT", "/bid/update-chat-status", { bidId });
    expect(await unreadOf()).toEqual({
      ...{ client: false, dealer: true, manager: true },
    });
  });

  it("is named by mails with the page of the purchase, as long as the car is won", async () => {
    const { ports, database, clock } = server.context;
    const userId = server.ids["client@seriba.test"] ?? "";
    const viewer = await findViewer(kysely, userId);
    if (!viewer) throw new Error("No such user");
    const bid = { userId, bidId };
    const pageFor = () =>
      inTransaction(database, (trx) =>
        ports.purchases.pageOf(trx, viewer, bid),
      );
    expect(await pageFor()).toBe(`/purchased-cars/${purchase}`);
    await inTransaction(database, (trx) =>
      ports.purchases.cancel(trx, {
        ...{ ...bid, day: "2026-11-19", actor: "system", at: clock.now() },
      }),
    );
    expect(await pageFor()).toBeNull();
  });

  it("is closed to people who do not read the purchase", async () => {
    expect((await write("restricted", "Hello")).statusCode).toBe(404);
    const read = await call("restricted", "GET", `/bid/chat?bidId=${bidId}`);
    expect(read.statusCode).toBe(404);
  });
});
