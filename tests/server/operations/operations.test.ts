import { describe, expect, it } from "vitest";
import { inTransaction } from "../../../server/platform/database";
import { queueMail } from "../../../server/platform/mail";
import { signIn, testApp, type TestApp } from "../../support/app";

const server = await testApp();
const admin = await signIn(server, "admin");
const manager = await signIn(server, "manager");

const get = (
  url: string,
  who: typeof admin & { headers?: Record<string, string> } = admin,
) => server.call({ url, ...who });

describe("GET /api/jobs", () => {
  it("returns the runs of jobs to administrators only", async () => {
    const at = server.context.clock.now();
    const run = { started_at: at, ended_at: at, attempt: 1, handled: 0 };
    await server.context.database.kysely
      .insertInto("job_runs")
      .values([
        { ...run, job: "send-mail", outcome: "done" },
        {
          ...run,
          job: "daily-search",
          outcome: "failed",
          error: "no database",
        },
      ])
      .execute();
    const { rows } = (await get("/api/jobs?outcome=failed")).json<{
      rows: unknown[];
    }>();
    expect(rows).toMatchObject([
      {
        job: "daily-search",
        outcome: "failed",
        error: "no database",
        startedAt: "2026-11-20T10:42:00+09:00",
      },
    ]);
    expect((await get("/api/jobs/filters")).json()).toMatchObject({
      outcome: [
        { value: "done", counter: 1 },
        { value: "failed", counter: 1 },
      ],
    });
    expect((await get("/api/jobs", manager)).statusCode).toBe(403);
    expect((await server.call({ url: "/api/jobs" })).statusCode).toBe(401);
  });
});

describe("GET /api/outbox", () => {
  /** Queues a mail with a link to set a password, and returns its id. */
  const queue = async ({ context, ids }: TestApp): Promise<string> => {
    const { database, jobs, clock } = context;
    await inTransaction(database, (trx) =>
      queueMail(
        trx,
        { jobs, now: clock.now() },
        { userId: ids["client@seriba.test"] ?? "", kind: "set-password" },
      ),
    );
    const { id } = await database.kysely
      .selectFrom("outbox")
      .select("id")
      .executeTakeFirstOrThrow();
    return id;
  };

  it("returns the mails and their text to administrators only", async () => {
    const id = await queue(server);
    expect((await get("/api/outbox")).json()).toMatchObject({
      rows: [
        {
          id,
          recipient: "client@seriba.test",
          kind: "set-password",
          state: "waiting",
        },
      ],
    });
    const detailPaths = [`/api/outbox/${id}`, `/api/lists/outbox/${id}`];
    const own = { ...admin, headers: { "sec-fetch-site": "same-origin" } };
    const { detail } = (await get(`/api/outbox/${id}`, own)).json<{
      detail: { text?: string };
    }>();
    expect(detail.text).toMatch(/http:\/\/127\.0\.0\.1:3000\/\S+token=/);
    for (const path of ["", `/${id}`, "/filters"])
      expect((await get(`/api/outbox${path}`, manager)).statusCode).toBe(403);
    expect((await get("/api/outbox/999999", own)).statusCode).toBe(404);

    // A link on another site must not end the link that the mail has.
    const tokens = () =>
      server.context.database.kysely
        .selectFrom("link_tokens")
        .select("hash")
        .execute();
    const before = await tokens();
    const foreign = { ...admin, headers: { "sec-fetch-site": "cross-site" } };
    for (const path of detailPaths)
      expect((await get(path, foreign)).json()).toMatchObject({
        messageCode: "cross_site",
      });
    expect(await tokens()).toEqual(before);
    expect((await get("/api/outbox", foreign)).statusCode).toBe(200);
  });

  it("keeps the text to the recipient where a mail server is set", async () => {
    const mailing = await testApp({
      environment: {
        DEMO: "on",
        MAIL_URL: "smtp://127.0.0.1:1",
        MAIL_FROM: "noreply@seriba.test",
        PUBLIC_URL: "https://seriba.test",
      },
    });
    const id = await queue(mailing);
    const reply = await mailing.call({
      url: `/api/outbox/${id}`,
      ...(await signIn(mailing, "admin")),
    });
    const { detail } = reply.json<{ detail: object }>();
    expect(detail).toMatchObject({ recipient: "client@seriba.test" });
    expect(detail).not.toHaveProperty("text");
  });
});

describe("POST /api/errors", () => {
  const report = (body: object) =>
    server.call({ method: "POST", url: "/api/errors", body });
  const failed = {
    part: "SelectPopup-Bx1.js",
    name: "TypeError",
    frames: ["SelectPopup-Bx1.js:1:20"],
  };

  it("logs where a page has failed, with the id of the request, also for visitors", async () => {
    expect((await report(failed)).statusCode).toBe(200);
    const line = server
      .logged()
      .split("\n")
      .find((text) => text.includes("a page reported an error"));
    const { page, reqId } = JSON.parse(line ?? "{}") as Record<string, unknown>;
    expect(page).toEqual(failed);
    expect(reqId).toBeTypeOf("string");
  });

  it("refuses texts, which may be personal, and queries of addresses", async () => {
    for (const wrong of [
      { ...failed, message: "Taro Yamada" },
      { ...failed, part: "/car-auction?search=Yamada" },
      { ...failed, frames: ["a.js?token=1:1:1"] },
    ])
      expect((await report(wrong)).statusCode).toBe(400);
  });

  it("logs at most ten reports of one address within a minute", async () => {
    const codes = [];
    for (let count = 0; count < 12; count += 1)
      codes.push((await report(failed)).statusCode);
    expect(codes.filter((code) => code === 200)).toHaveLength(9);
    expect(codes.at(-1)).toBe(429);
    // The holder of an IPv6 network chooses the last 64 bits of an address.
    const fromNetwork = async (part: number) =>
      server.call({
        method: "POST",
        url: "/api/errors",
        body: failed,
        remoteAddress: `2001:db8::${part}`,
      });
    const replies = [];
    for (let part = 1; part <= 11; part += 1)
      replies.push(await fromNetwork(part));
    expect(replies.at(-2)?.statusCode).toBe(200);
    expect(replies.at(-1)?.statusCode).toBe(429);
  });
});
