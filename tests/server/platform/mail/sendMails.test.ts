import { sql } from "kysely";
import { afterAll, afterEach, beforeEach, expect, it } from "vitest";
import { languages } from "../../../../domain/limits";
import { declare } from "../../../support/declared";
import { seedDemoAccounts } from "../../../support/demoAccounts";
import { inTransaction } from "../../../../server/platform/database";
import { createJobs } from "../../../../server/platform/jobs";
import { findRecipient } from "../../../../server/identity";
import {
  queueMail,
  sendMailJob,
  smtpTransport,
  type MailKind,
} from "../../../../server/platform/mail";
import { createLog } from "../../../../server/platform/log";
import { testDatabase } from "../../../support/database";
import { freePort } from "../../../support/freePort";
import {
  readMessage,
  startMailServer,
  type MailServer,
} from "../../../support/mailServer";

const minute = 60_000;
let now = new Date("2026-11-20T10:42:00+09:00");
const clock = { now: () => now };
const wait = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds);
};

const log = createLog("silent");
const database = await testDatabase("accounts");
const ids = await seedDemoAccounts({ database, clock });
const jobs = createJobs({ database, clock, log });
const { messages } = declare({ root: process.cwd(), log });
const client = ids["client@seriba.test"] ?? "";
const dealer = ids["dealer@seriba.test"] ?? "";

/** A kind of mail as areas make them. */
const news: MailKind = {
  kind: "news",
  compose: (_trx, { recipient, data }) => {
    if (data.isUnwanted === true) return Promise.resolve(null);
    if (data.isBroken === true) return Promise.reject(new Error("no text"));
    const { language, fullName } = recipient;
    return Promise.resolve({
      subject: `Subject ${String(data.title)}`,
      blocks: [
        {
          kind: "text",
          text: messages.translate(language, "mail.hello", { name: fullName }),
        },
        { kind: "button", label: "Open", url: "https://example.com/?a=1&b=2" },
        {
          kind: "items",
          items: [
            { title: "<b>Crown</b>", lines: ["2019"], url: "https://e.x/" },
          ],
        },
      ],
      unsubscribe: {
        page: "https://example.com/stop",
        oneClick: "https://example.com/api/stop",
      },
    });
  },
};

let server: MailServer;

beforeEach(async () => {
  server = await startMailServer({
    port: await freePort(),
    rejects: (address) => (address.startsWith("dealer") ? 550 : undefined),
  });
});
afterEach(async () => {
  await server.close();
  await database.kysely.deleteFrom("outbox").execute();
});
afterAll(() => database.close());

const queue = (userId: string, data = {}) =>
  inTransaction(database, (trx) =>
    queueMail(trx, { jobs, now }, { userId, kind: "news", data }),
  );

function send({ url } = server): Promise<number> {
  const transport = url
    ? smtpTransport({ url, from: "Seriba <noreply@example.com>" })
    : null;
  const job = sendMailJob({
    database,
    clock,
    messages,
    kinds: [news],
    findRecipient,
    transport,
  });
  return job.run(new AbortController().signal);
}

const outbox = () =>
  database.kysely
    .selectFrom("outbox")
    .select(["state", "attempts", "error", "due_at"])
    .orderBy("id")
    .execute();

it("sends HTML and text in the language of the recipient", async () => {
  await database.kysely
    .updateTable("users")
    .set({ language_id: languages.ru })
    .where("id", "=", client)
    .execute();
  await queue(client, { title: "Ку\r\nBcc: a@b.c" });
  expect(await send()).toBe(1);
  const { headers, text, html } = readMessage(server.messages[0] ?? "");
  expect(headers).toMatch(/^From: Seriba <noreply@example.com>$/m);
  expect(headers).toMatch(/^To: Anna Larsen <client@seriba.test>$/m);
  expect(headers).not.toMatch(/^Bcc/m);
  expect(headers).toMatch(
    /^List-Unsubscribe: <https:\/\/example.com\/api\/stop>$/m,
  );
  expect(headers).toContain(
    "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
  );
  expect(text).toContain("Здравствуйте, Anna Larsen!");
  expect(text).toContain("<b>Crown</b>");
  expect(html).toContain('<html lang="ru">');
  expect(html).toContain("&lt;b&gt;Crown&lt;/b&gt;");
  expect(html).toContain('href="https://example.com/?a=1&amp;b=2"');
  expect(await outbox()).toMatchObject([{ state: "sent", due_at: null }]);
  expect(await send()).toBe(0);
});

it("keeps mails while the mail server is away, and sends them later", async () => {
  await queue(client);
  await queue(client);
  const { port, url } = server;
  await server.close();
  await expect(send({ ...server, url })).rejects.toMatchObject({
    code: "ESOCKET",
  });
  expect(await outbox()).toMatchObject([
    { state: "waiting", attempts: 1, error: "ESOCKET" },
    { state: "waiting", attempts: 0 },
  ]);
  server = await startMailServer({ port });
  wait(minute);
  expect(await send()).toBe(2);
  expect(server.messages).toHaveLength(2);
});

it("gives up a mail that the server rejects, and sends the others", async () => {
  await queue(dealer);
  await queue(client);
  await send();
  expect(await outbox()).toMatchObject([
    { state: "failed", error: "550", due_at: null },
    { state: "sent" },
  ]);
});

it("gives up a mail after a week", async () => {
  await queue(client);
  const { url } = server;
  await server.close();
  wait(8 * 24 * 60 * minute);
  await expect(send({ ...server, url })).rejects.toThrow();
  expect(await outbox()).toMatchObject([{ state: "failed" }]);
  server = await startMailServer();
});

it("sends each mail once when two servers send at once", async () => {
  for (let count = 0; count < 6; count += 1) await queue(client);
  await Promise.all([send(), send()]);
  expect(server.messages).toHaveLength(6);
});

it("sends a mail again under the same id if the program was killed before it noted the reply", async () => {
  await queue(client);
  await send();
  // The mail server had answered, but the reply was not stored.
  await database.kysely
    .updateTable("outbox")
    .set({ state: "waiting", due_at: new Date(now.getTime() + 10 * minute) })
    .execute();
  expect(await send()).toBe(0);
  wait(10 * minute);
  expect(await send()).toBe(1);
  const [first, second] = messageIds();
  expect(first).toBeDefined();
  expect(second).toBe(first);
});

it("never sends two mails under the same id, even if a restore numbers them again", async () => {
  await queue(client);
  await send();
  const { rows } = await sql<{ id: string }>`
    delete from outbox returning id`.execute(database.kysely);
  const restart = sql.lit(Number(rows[0]?.id));
  await sql`alter table outbox alter column id restart with ${restart}`.execute(
    database.kysely,
  );
  wait(minute);
  await queue(client);
  await send();
  const found = messageIds();
  expect(found).toHaveLength(2);
  expect(new Set(found).size).toBe(2);
});

const messageIds = () =>
  server.messages.flatMap(
    (message) => /^Message-ID: .*$/im.exec(message)?.[0] ?? [],
  );

it("drops a mail that its recipient must not get any more", async () => {
  await queue(client, { isUnwanted: true });
  await send();
  expect(await outbox()).toMatchObject([{ state: "dropped", due_at: null }]);
  expect(server.messages).toEqual([]);
});

it("sends the other mails if the text of one cannot be made", async () => {
  await queue(client, { isBroken: true });
  await queue(client, { isBroken: true });
  await queue(client);
  await expect(send()).rejects.toThrow("could not be made");
  expect(await outbox()).toMatchObject([
    { state: "waiting", error: "COMPOSITION" },
    { state: "waiting", error: "COMPOSITION" },
    { state: "sent" },
  ]);
});

it("keeps mails without a mail server", async () => {
  await queue(client);
  expect(await send({ ...server, url: "" })).toBe(0);
  expect(await outbox()).toMatchObject([{ state: "waiting", attempts: 0 }]);
});
