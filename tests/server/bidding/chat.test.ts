import { beforeAll, describe, expect, it } from "vitest";
import type {
  BidChatReply,
  BidListReply,
  BidLogsReply,
  MenuCountersReply,
  SaveChatReply,
} from "../../../generated/schemas";
import { lockChat } from "../../../server/bidding/chat/sendMessage";
import { forgetMessages } from "../../../server/bidding/mails/queueBidMail";
import { placeBid } from "../../../server/bidding/placeBid";
import { trackSettled } from "../../../server/platform/changes/settledNumber";
import { signIn, testApp } from "../../support/app";
import { hasPostgres } from "../../support/postgres";
import { untilBlocked } from "../../support/untilBlocked";
import { addClient, addLot, bidOn, noon } from "./support";

type Who = Parameters<typeof signIn>[1];
type Sent = { payload?: object; key?: string };

const server = await testApp({ now: noon });
const { context, ids } = server;
const { database } = context;
const cookies = new Map<Who, Record<string, string>>();

const everybody: readonly Who[] = [
  "client",
  "client1@dealer",
  "client2@dealer",
  "dealer",
  "manager",
  "admin",
];

beforeAll(async () => {
  await database.kysely
    .updateTable("accounts")
    .set({ daily_bid_limit: 100 })
    .execute();
  for (const who of everybody)
    cookies.set(who, (await signIn(server, who)).cookies);
});

function call(
  who: Who,
  method: "GET" | "POST" | "PUT",
  url: string,
  { payload, key }: Sent = {},
) {
  return server.call({
    method,
    url: `/api${url}`,
    cookies: cookies.get(who),
    ...(payload ? { payload } : {}),
    headers: key ? { "idempotency-key": key } : {},
  });
}

const send = (who: Who, bidId: string, comment: string, key?: string) =>
  call(who, "POST", "/bid/save-chat", {
    payload: { bidId, comment },
    ...(key ? { key } : {}),
  });

const read = async (who: Who, bidId: string, before?: string) =>
  (
    await call(
      who,
      "GET",
      `/bid/chat?bidId=${bidId}${before ? `&before=${before}` : ""}`,
    )
  ).json<BidChatReply>();

const mark = (who: Who, bidId: string, upTo?: string) =>
  call(who, "PUT", "/bid/update-chat-status", {
    payload: { bidId, ...(upTo ? { upTo } : {}) },
  });

const unreadOf = async (who: Who) =>
  (await call(who, "GET", "/site/menu-counters")).json<MenuCountersReply>()
    .chat;

/** Places a bid of the dealer's first client, without a comment. */
async function newBid(comment?: string): Promise<string> {
  const userId = ids["client1@dealer.seriba.test"] ?? "";
  const { result } = await placeBid(context, {
    client: {
      viewer: { ...(await addClient(database)), userId },
      fullName: "Oleg Sidorov",
    },
    body: bidOn(await addLot(database), { amount: 100_000, comment }),
    key: null,
  });
  return result.bidId;
}

describe("the chat of a bid", () => {
  it("is shared by its client, the client's dealer and all managers", async () => {
    const bidId = await newBid("  Any colour  ");
    await send("manager", bidId, " Noted.\nWe ask. ");
    await send("dealer", bidId, "Thank you");
    const sides: [Who, boolean[]][] = [
      ["client1@dealer", [true, false, false]],
      ["manager", [false, true, false]],
      ["admin", [false, true, false]],
      ["dealer", [false, false, true]],
    ];
    for (const [who, isOwn] of sides) {
      const { chat } = await read(who, bidId);
      expect(chat.map((entry) => entry.isOwn)).toEqual(isOwn);
      expect(chat).toMatchObject([
        { text: "Any colour", author: "Oleg Sidorov", isErrorOnSend: false },
        {
          text: "Noted.\nWe ask.",
          ...(isOwn[1] ? { author: "Emi Tanaka" } : {}),
        },
        { text: "Thank you", time: "2026-11-20T12:00:00+09:00" },
      ]);
      expect("author" in (chat[1] ?? {})).toBe(isOwn[1]);
    }
  });

  it("of somebody else is answered like the chat of an unknown bid", async () => {
    const bidId = await newBid("Secret");
    const calls = (id: string): [Who, "GET" | "POST" | "PUT", string, Sent][] =>
      (["client", "client2@dealer"] as const).flatMap((who) => [
        [who, "GET", `/bid/chat?bidId=${id}`, {}],
        [
          who,
          "POST",
          "/bid/save-chat",
          { payload: { bidId: id, comment: "" } },
        ],
        [who, "PUT", "/bid/update-chat-status", { payload: { bidId: id } }],
      ]);
    const answers = async (id: string) => {
      const found = [];
      for (const asked of calls(id)) {
        const reply = await call(...asked);
        const { messageCode } = reply.json<{ messageCode: string }>();
        found.push([reply.statusCode, messageCode]);
      }
      return found;
    };
    const foreign = await answers(bidId);
    expect(foreign).toEqual(await answers("999999"));
    expect(foreign).toEqual(foreign.map(() => [404, "not_found"]));
    expect((await read("manager", bidId)).chat).toHaveLength(1);
  });

  it("takes a message once for each key, and no message that is empty or too long", async () => {
    const bidId = await newBid();
    const first = await send("client1@dealer", bidId, "Once", "key-chat-1");
    const again = await send("client1@dealer", bidId, " Once ", "key-chat-1");
    expect(again.body).toBe(first.body);
    const { entry } = first.json<SaveChatReply>();
    expect(entry).toMatchObject({ text: "Once", isOwn: true });
    const reused = await send("client1@dealer", bidId, "Twice", "key-chat-1");
    expect(reused.statusCode).toBe(409);
    for (const [text, status] of [
      ["🚗".repeat(2000) + "   ", 200],
      ["🚗".repeat(2001), 422],
      [" \n\t ", 422],
      ["\u0000", 400],
      ["\ud83d", 400],
    ] as const)
      expect((await send("client1@dealer", bidId, text)).statusCode).toBe(
        status,
      );
    expect((await read("manager", bidId)).chat).toHaveLength(2);
  });

  it("limits the messages of a person in a minute", async () => {
    const bidId = await newBid();
    server.wait(60_000);
    for (let sent = 0; sent < 60; sent += 1)
      await send("client1@dealer", bidId, String(sent));
    expect((await send("client1@dealer", bidId, "61")).statusCode).toBe(429);
    expect((await send("manager", bidId, "Answer")).statusCode).toBe(200);
    server.wait(60_000);
    expect((await send("client1@dealer", bidId, "61")).statusCode).toBe(200);
    server.setNow(noon);
  });

  it("returns the last 100 messages and those before them", async () => {
    const bidId = await newBid();
    const userId = ids["client1@dealer.seriba.test"] ?? "";
    const values = Array.from({ length: 130 }, (_, index) => ({
      user_id: userId,
      bid_id: bidId,
      side: "client" as const,
      author_id: userId,
      author_name: "Oleg",
      text: String(index),
      at: new Date(noon),
    }));
    await database.kysely.insertInto("bid_messages").values(values).execute();
    const last = await read("manager", bidId);
    expect(last.hasEarlier).toBe(true);
    const texts = last.chat.map(({ text }) => Number(text));
    expect(texts).toEqual(Array.from({ length: 100 }, (_, i) => 30 + i));
    const earlier = await read("manager", bidId, last.chat[0]?.id);
    expect(earlier.hasEarlier).toBe(false);
    expect(earlier.chat.map(({ text }) => Number(text))).toEqual(
      Array.from({ length: 30 }, (_, i) => i),
    );
  });
});

/** Returns whether a mail to the manager waits for messages of a bid. */
const hasNews = async (bidId: string) => {
  const news = await database.kysely
    .selectFrom("bid_news")
    .select("recipient_id")
    .where("bid_id", "=", bidId)
    .where("kind", "=", "message")
    .execute();
  return news.some(
    ({ recipient_id }) => recipient_id === ids["manager@seriba.test"],
  );
};

describe("what is read", () => {
  const rowOf = async (who: Who, path: string, bidId: string) =>
    (await call(who, "GET", `${path}?pageSize=70`))
      .json<BidListReply>()
      .cars.find((car) => car.bidId === bidId);

  it("is counted for each side; what a manager has read is read for all managers", async () => {
    const before = new Map<Who, number | undefined>();
    for (const who of everybody) before.set(who, await unreadOf(who));
    const added = async () => {
      const counts: (number | undefined)[] = [];
      for (const who of everybody)
        counts.push(((await unreadOf(who)) ?? 0) - (before.get(who) ?? 0));
      return counts;
    };
    const bidId = await newBid();
    expect(await added()).toEqual([0, 0, 0, 0, 0, 0]);
    await send("client1@dealer", bidId, "Hello");
    // client, client1, client2, dealer, manager, admin
    expect(await added()).toEqual([0, 0, 0, 1, 1, 1]);
    expect(await rowOf("manager", "/bid/index", bidId)).toMatchObject({
      message: "Hello",
      isRead: false,
    });
    await mark("manager", bidId);
    expect(await added()).toEqual([0, 0, 0, 1, 0, 0]);
    expect((await read("admin", bidId)).isRead).toBe(true);
    await send("admin", bidId, "Good morning");
    expect(await added()).toEqual([0, 1, 0, 1, 0, 0]);
    expect(await rowOf("client1@dealer", "/bid/my-bid", bidId)).toMatchObject({
      message: "Good morning",
      isRead: false,
    });
    await mark("client1@dealer", bidId);
    await mark("dealer", bidId);
    expect(await added()).toEqual([0, 0, 0, 0, 0, 0]);
    expect(await rowOf("client1@dealer", "/bid/my-bid", bidId)).toMatchObject({
      isRead: true,
    });
  });

  it("leaves a message unread that arrives after the last one that was seen", async () => {
    const bidId = await newBid();
    const reply = await send("client1@dealer", bidId, "First");
    const seen = reply.json<SaveChatReply>().entry?.id;
    await send("client1@dealer", bidId, "Second");
    await mark("manager", bidId, seen);
    expect(await read("manager", bidId)).toMatchObject({
      isRead: false,
      lastRead: seen,
    });
    await mark("manager", bidId);
    await mark("manager", bidId, seen);
    const { isRead, lastRead, chat } = await read("manager", bidId);
    expect({ isRead, lastRead }).toEqual({
      isRead: true,
      lastRead: chat.at(-1)?.id,
    });
  });

  it("agrees with the messages after parallel messages and read marks", async () => {
    const bidId = await newBid("First");
    await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        await send("client1@dealer", bidId, String(index));
        await mark(index % 2 === 0 ? "manager" : "admin", bidId);
        await send("client1@dealer", bidId, `${index} again`);
      }),
    );
    const { chat, isRead, lastRead } = await read("manager", bidId);
    expect(chat).toHaveLength(17);
    expect(isRead).toBe(chat.at(-1)?.id === lastRead);
    expect(await hasNews(bidId)).toBe(!isRead);
    await mark("manager", bidId);
    expect((await read("manager", bidId)).isRead).toBe(true);
    expect(await hasNews(bidId)).toBe(false);
  });

  it.skipIf(!hasPostgres)(
    "keeps the mail of a message that is sent while an earlier one is marked as read",
    async () => {
      const bidId = await newBid("First");
      const userId = ids["client1@dealer.seriba.test"] ?? "";
      const marking = await database.kysely.startTransaction().execute();
      await lockChat(marking, { userId, bidId });
      const second = send("client1@dealer", bidId, "Second");
      await untilBlocked(database);
      const { isWaiting } = await trackSettled(database)();
      await forgetMessages(marking, { userId, bidId, isByAgent: true });
      await marking.commit().execute();
      expect((await second).statusCode).toBe(200);
      // Followers of changes do not wait for the lock.
      expect(isWaiting).toBe(false);
      expect(await hasNews(bidId)).toBe(true);
    },
  );

  it.each([
    ["client1@dealer", "manager", "/bid/my-bid"],
    ["dealer", "manager", "/bid/dealer"],
  ] as const)(
    "shows %s the bids that their menu counts as unread",
    async (reader, writer, list) => {
      const bidId = await newBid();
      await send(writer, bidId, "Hello");
      const found = async () => {
        const reply = await call(reader, "GET", `${list}?unread=1`);
        return reply.json<BidListReply>();
      };
      const { cars, pageInfo } = await found();
      expect(cars.map((car) => car.bidId)).toContain(bidId);
      expect(pageInfo.totalSearchResults).toBe(await unreadOf(reader));
      await mark(reader, bidId);
      expect((await found()).cars.map((car) => car.bidId)).not.toContain(bidId);
    },
  );

  it("filters the bids of managers", async () => {
    const bidId = await newBid("Hello");
    const unread = async () =>
      (await call("manager", "GET", "/bid/index?unread=1"))
        .json<BidListReply>()
        .cars.map((car) => car.bidId);
    expect(await unread()).toContain(bidId);
    await mark("admin", bidId);
    expect(await unread()).not.toContain(bidId);
  });
});

describe("the log of a bid", () => {
  it("is for managers, newest first, with the level of its authors", async () => {
    const bidId = await newBid();
    const set = await call("manager", "PUT", "/bid/update-bid-status", {
      payload: { bidId, status: 2, confirm: 0 },
    });
    expect(set.statusCode).toBe(200);
    const url = `/bid/logs?bidId=${bidId}`;
    const { logs } = (await call("manager", "GET", url)).json<BidLogsReply>();
    expect(logs).toMatchObject([
      { userName: "Emi Tanaka", event: "status", status: 2, userType: 991 },
      { userName: "Oleg Sidorov", event: "placed", status: 1, userType: 1064 },
    ]);
    expect(logs[0]).toMatchObject({
      before: { bidStatus: 1 },
      after: { bidStatus: 2 },
    });
    for (const who of ["client1@dealer", "dealer"] as const)
      expect((await call(who, "GET", url)).statusCode).toBe(403);
    const unknown = await call("manager", "GET", "/bid/logs?bidId=999999");
    expect(unknown.statusCode).toBe(404);
  });
});
