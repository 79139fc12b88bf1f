import { beforeAll, describe, expect, it } from "vitest";
import { headMailJob } from "../../../server/operations/seals/headMail";
import { sealJob } from "../../../server/operations/seals/sealRows";
import { findRecipient } from "../../../server/identity";
import { inTransaction } from "../../../server/platform/database";
import { composeMail, selectMails } from "../../../server/platform/mail";
import { mailsOf } from "../../support/areas";
import { testApp } from "../../support/app";

const server = await testApp();
const { context, ids } = server;
const { database } = context;
const { signal } = new AbortController();

const mail = () => headMailJob(context).run(signal);
const head = async () => {
  const reply = await server.call({ url: "/api/seals/head" });
  return reply.json<{ seal: { number: string; head: string } | null }>().seal;
};

/** Adds an entry to the log of bids and seals it. */
async function seal() {
  await database.kysely
    .insertInto("bid_log")
    .values({
      user_id: "1",
      bid_id: "1",
      at: context.clock.now(),
      actor_name: "Anna",
      actor_type: 2,
      event: "price",
    })
    .execute();
  const log = context.sealed.filter(({ table }) => table === "bid_log");
  await sealJob(context, log).run(signal);
}

/** Returns the mails of heads as they would be sent. */
const mails = () =>
  inTransaction(database, async (trx) => {
    const found = await selectMails(trx)
      .where("kind", "=", "seal-head")
      .orderBy("outbox.id")
      .execute();
    const { messages, clock } = context;
    const kinds = mailsOf(context);
    const texts = { kinds, messages, now: clock.now(), findRecipient };
    const composed = [];
    for (const each of found)
      composed.push({
        userId: each.user_id,
        mail: await composeMail(trx, texts, each),
      });
    return composed;
  });

beforeAll(async () => {
  expect(await head()).toBeNull();
  expect(await mail()).toBe(0);
  await seal();
});

describe("the newest head", () => {
  it("is public", async () => {
    expect(await head()).toEqual({
      number: "1",
      head: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      sealedAt: "2026-11-20T10:42:00+09:00",
    });
  });

  it("is mailed once a day to administrators alone, in their language", async () => {
    const [one, other] = await Promise.all([mail(), mail()]);
    expect([one, other].toSorted()).toEqual([0, 1]);
    await seal();
    expect(await mail()).toBe(0);
    const admin = ids["admin@seriba.test"] ?? "";
    const [first, ...others] = await mails();
    expect(others).toEqual([]);
    expect(first?.userId).toBe(admin);
    expect(first?.mail?.subject).toBe("Head of the seals: 1");
    expect(first?.mail?.text).toMatch(/npm run verify -- [0-9a-f]{64}/);
    expect(first?.mail?.html).toContain("/receipts/verify");

    server.setNow("2026-11-21T00:01:00+09:00");
    expect(await mail()).toBe(1);
    server.setNow("2026-11-22T00:01:00+09:00");
    // There is no new seal.
    expect(await mail()).toBe(0);
    await database.kysely
      .updateTable("users")
      .set({ language_id: 693 })
      .where("id", "=", admin)
      .execute();
    const second = (await mails())[1];
    expect(second?.mail?.subject).toBe("Контрольная сумма журналов № 2");
    expect(second?.mail?.text).toContain((await head())?.head);
  });

  it("is mailed neither to former administrators nor where HEAD_MAILS is off", async () => {
    await seal();
    const config = { ...context.config, headMails: "off" as const };
    expect(await headMailJob({ ...context, config }).run(signal)).toBe(0);
    await database.kysely
      .updateTable("users")
      .set({ user_level: 1064 })
      .where("id", "=", ids["admin@seriba.test"] ?? "")
      .execute();
    expect(await mail()).toBe(0);
    expect((await mails()).map(({ mail: composed }) => composed)).toEqual([
      null,
      null,
    ]);
  });
});
