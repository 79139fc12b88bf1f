import { beforeAll, describe, expect, it } from "vitest";
import { userLevels } from "../../../../domain/access";
import type { QuoteLinkReply } from "../../../../generated/schemas";
import { countPrint } from "../../../../server/prices/quotes/quoteLinks";
import { jobsOf } from "../../../support/areas";
import { byHand, quoteApp, type QuoteApp } from "./quoteApp";

const day = 24 * 3_600_000;
let app: QuoteApp;
beforeAll(async () => {
  app = await quoteApp();
});

const link = async (id: string, body: object = {}) => {
  const reply = await app.request(
    ...(["client", "POST", `/prices/quotes/${id}/link`, body] as const),
  );
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<QuoteLinkReply>();
};
const open = (token: string, remoteAddress = "192.0.2.1", language = "en") =>
  app.call({
    ...{ method: "POST", url: "/api/prices/shared-quote", remoteAddress },
    headers: { "accept-language": language },
    payload: { token },
  });

describe("the link of a quote", () => {
  it("shows car, lines, total, rules and days to strangers, without ids or names of people", async () => {
    const { token, endsAt } = await link(await app.makeOne());
    expect(endsAt).toBe("2026-11-25T10:50:00+09:00");
    const reply = await open(token);
    expect(reply.json()).toMatchObject({
      title: "Toyota Prius A Premium, 2019",
      total: {
        label: "Whole price at Vladivostok",
        value: "¥1\u202f135\u202f500",
      },
      rules: [
        {
          ...{ text: "A fee above 160 hp", checkedOn: "2026-11-01" },
          source: "https://rules.test/fee",
        },
      ],
      endsAt,
    });
    const { lines } = reply.json<{ lines: unknown[] }>();
    expect(lines).toContainEqual({
      label: "Freight",
      value: "¥150\u202f000",
    });
    expect(lines).toHaveLength(1 + Object.keys(byHand.lines).length);
    expect(reply.body).not.toMatch(/"(id|userId|madeBy|client)"/);
    expect(reply.body).not.toContain("Larsen");
    expect(reply.headers["cache-control"]).toBe("no-store");
  });

  it("gives strangers the PDF of its owner, at most 30 times in a quarter of an hour", async () => {
    const id = await app.makeOne();
    const { token } = await link(id);
    const print = (of: string) =>
      app.call({
        ...{ method: "POST", url: "/api/prices/shared-quote/pdf" },
        payload: { token: of },
      });
    const shared = await print(token);
    expect(shared.statusCode).toBe(200);
    expect(shared.headers).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": 'attachment; filename="quote.pdf"',
      "cache-control": "no-store",
    });
    const own = await app.request("client", "GET", `/prices/quotes/${id}/pdf`);
    const pages = (file: Buffer) =>
      file.toString("latin1").match(/\/MediaBox/g);
    expect(pages(shared.rawPayload)).toEqual(pages(own.rawPayload));
    expect(pages(shared.rawPayload)).not.toBeNull();
    for (let count = 1; count < 30; count += 1)
      await countPrint(app.context, { id });
    expect((await print(token)).statusCode).toBe(429);
    await app.request("client", "DELETE", `/prices/quotes/${id}/link`);
    expect((await print(token)).statusCode).toBe(403);
  });

  it("prints for strangers in slots of their own, and counts no refused print", async () => {
    const id = await app.makeOne();
    const { token } = await link(id);
    const print = async () =>
      (
        await app.call({
          ...{ method: "POST", url: "/api/prices/shared-quote/pdf" },
          payload: { token },
        })
      ).statusCode;
    const { exports, publicExports } = app.app.downloads;
    const taken = ["1", "2"].map((of) => publicExports.take(`quote of ${of}`));
    for (let count = 1; count < 30; count += 1)
      await countPrint(app.context, { id });
    expect(await print()).toBe(503);
    const own = await app.request("client", "GET", `/prices/quotes/${id}/pdf`);
    expect(own.statusCode).toBe(200);
    for (const release of taken) release();
    const ofStaff = Array.from({ length: 8 }, (_, staff) =>
      exports.take(`user ${staff}`),
    );
    expect(await print()).toBe(200);
    expect(await print()).toBe(429);
    for (const release of ofStaff) release();
  });

  it("is read in the language of its reader", async () => {
    const { token } = await link(await app.makeOne());
    expect((await open(token, "192.0.2.1", "ru")).json()).toMatchObject({
      rules: [{ text: "Сбор свыше 160 л. с." }],
    });
  });

  it("ends after seven days, when its owner ends it, and when another one is made", async () => {
    const id = await app.makeOne();
    const { token: former } = await link(id);
    const { token } = await link(id);
    expect((await open(former)).json()).toMatchObject({
      messageCode: "link_expired",
    });
    expect((await open(token)).statusCode).toBe(200);
    await app.request("client", "DELETE", `/prices/quotes/${id}/link`);
    expect((await open(token)).statusCode).toBe(403);
    expect((await app.read(id)).linkEndsAt).toBeNull();
    const { token: last } = await link(id, { days: 2 });
    app.wait(2 * day - 1000);
    expect((await open(last)).statusCode).toBe(200);
    app.wait(1000);
    expect((await open(last)).statusCode).toBe(403);
    app.wait(-2 * day);
  });

  it("cannot be guessed: the database and the log have no token, and guesses are throttled", async () => {
    const { token } = await link(await app.makeOne());
    expect(token).toMatch(/^[\w-]{43}$/);
    await open(token, "192.0.2.9");
    const stored = await app.context.database.kysely
      .selectFrom("quote_links")
      .selectAll()
      .execute();
    expect(JSON.stringify(stored)).not.toContain(token);
    expect(app.logged()).not.toContain(token);
    for (let guess = 0; guess < 60; guess += 1)
      expect((await open(`${guess}`, "192.0.2.9")).statusCode).toBe(403);
    expect((await open(token, "192.0.2.9")).statusCode).toBe(429);
    expect((await open(token, "198.51.100.1")).statusCode).toBe(200);
  });

  it("does not open the quote of a disabled user, and is only made by people who read the quote", async () => {
    const id = await app.makeOne();
    const refused = await app.request(
      ...(["dealer", "POST", `/prices/quotes/${id}/link`, {}] as const),
    );
    expect(refused.statusCode).toBe(404);
    const { token } = await link(id);
    const set = (user_level: number) =>
      app.context.database.kysely
        .updateTable("users")
        .set({ user_level })
        .where("email", "=", "client@seriba.test")
        .execute();
    const { user_level: level } = await app.context.database.kysely
      .selectFrom("users")
      .select("user_level")
      .where("email", "=", "client@seriba.test")
      .executeTakeFirstOrThrow();
    await set(userLevels.disabled);
    expect((await open(token)).statusCode).toBe(403);
    await set(level);
  });
});

describe("a quote", () => {
  it("is downloaded as a PDF in the language of its reader", async () => {
    const id = await app.makeOne();
    const reply = await app.request(
      ...(["client", "GET", `/prices/quotes/${id}/pdf`] as const),
    );
    expect(reply.headers["content-type"]).toBe("application/pdf");
    expect(reply.headers["content-disposition"]).toContain(`quote-${id}.pdf`);
    expect(reply.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
  });

  it("is removed a year after its last price, with its link", async () => {
    const id = await app.makeOne();
    await link(id);
    const job = jobsOf(app.context).find(
      ({ name }) => name === "remove-expired",
    );
    const run = () => job?.run(new AbortController().signal);
    const exists = async () =>
      (
        await app.context.database.kysely
          .selectFrom("quotes")
          .select("id")
          .where("id", "=", id)
          .execute()
      ).length;
    app.wait(365 * day);
    await run();
    expect(await exists()).toBe(1);
    app.wait(1000);
    await run();
    expect(await exists()).toBe(0);
    app.wait(-365 * day - 1000);
  });
});
