import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { signIn, testApp } from "../../support/app";
import { jobsOf } from "../../support/areas";
import { readMessage, startMailServer } from "../../support/mailServer";
import { winCar } from "./winCar";

const mailServer = await startMailServer();
afterAll(() => mailServer.close());
const server = await testApp({
  environment: {
    MAIL_URL: mailServer.url,
    MAIL_FROM: "Seriba <portal@seriba.test>",
    PUBLIC_URL: "https://portal.test",
    // The accounts of the tests have the password of the demo.
    DEMO: "on",
  },
});
const { kysely } = server.context.database;
const manager = async () => signIn(server, "manager");

const run = async (name: string) => {
  const job = jobsOf(server.context).find((each) => each.name === name);
  if (!job) throw new Error(`There is no job ${name}`);
  return job.run(new AbortController().signal);
};
/** Runs the jobs twice, as two servers do, and returns the subjects by recipient. */
const mails = async () => {
  await Promise.all([run("purchase-reminders"), run("purchase-reminders")]);
  await Promise.all([run("change-notices"), run("change-notices")]);
  server.wait(2 * 60_000);
  await Promise.all([run("notice-mails"), run("notice-mails")]);
  await run("send-mail");
  return mailServer.messages
    .splice(0)
    .map((message) => {
      const { headers, text } = readMessage(message);
      const [, to = ""] = /^To: .*?([\w.@]+)>?$/m.exec(headers) ?? [];
      const [, subject = ""] = /^Subject: (.*)$/m.exec(headers) ?? [];
      return { mail: `${to}: ${subject}`, text };
    })
    .toSorted((one, other) => one.mail.localeCompare(other.mail));
};
const linesOf = async () => (await mails()).map(({ mail }) => mail);
const edit = async (id: string, payload: Record<string, unknown>) => {
  const url = `/api/lists/purchased-cars/${id}`;
  const reply = await server.call({
    method: "PATCH",
    ...{ url, payload, ...(await manager()) },
  });
  expect(reply.statusCode, reply.body).toBe(200);
};
const staff = ["admin@seriba.test", "manager@seriba.test"];
const toStaff = (subject: string) => staff.map((each) => `${each}: ${subject}`);

let id: string;
beforeAll(async () => {
  id = await winCar(server, "2026-11-24");
  server.setNow("2026-11-24T08:00:00+09:00");
  // The notices begin with the changes after their first run.
  await mails();
});
beforeEach(() => {
  mailServer.messages.splice(0);
});

/** Replaces the released fields, as the form of the page does. */
const save = async (changes: Record<string, unknown>) => {
  const read = await server.call({
    ...{ url: `/api/lists/purchased-cars/${id}`, ...(await manager()) },
  });
  const { detail } = read.json<{ detail: Record<string, unknown> }>();
  const { invoiceNo, paymentDue, collectedOn } = detail;
  const reply = await server.call({
    ...{ method: "PUT", url: `/api/lists/purchased-cars/${id}` },
    headers: { "if-match": String(read.headers.etag) },
    payload: { invoiceNo, paymentDue, collectedOn, ...changes },
    ...(await manager()),
  });
  expect(reply.statusCode, reply.body).toBe(200);
};
const aboutClient = [
  "admin@seriba.test: 1 client step is due",
  "client@seriba.test: Due: 1 step for your car",
  "manager@seriba.test: 1 client step is due",
];

it("reminds the managers of a step that is due tomorrow, from nine o'clock and once", async () => {
  server.setNow("2026-11-24T08:30:00+09:00");
  expect(await linesOf()).toEqual([]);
  server.setNow("2026-11-24T09:00:00+09:00");
  expect(await linesOf()).toEqual(toStaff("1 purchase is due"));
  expect(await linesOf()).toEqual([]);
});

it("reminds the client to pay while a step of the staff is due earlier, with the car", async () => {
  await edit(id, {
    ...{ moneyState: "invoiced", invoiceNo: "INV-1" },
    paymentDue: "2026-11-30",
  });
  server.setNow("2026-11-27T09:00:00+09:00");
  // The agent is to collect the car by then.
  expect(await linesOf()).toEqual(toStaff("1 purchase is due"));
  server.setNow("2026-11-29T09:00:00+09:00");
  const sent = await mails();
  expect(sent.map(({ mail }) => mail)).toEqual(aboutClient);
  expect(sent[1]?.text).toContain(`/purchased-cars/${id}`);
  expect(sent[1]?.text).toContain("Pay");
  expect(sent[1]?.text).not.toContain("Collect");
  expect(await linesOf()).toEqual([]);
});

it("reminds the staff of its next step once the earlier one is done", async () => {
  await edit(id, { carState: "collected", collectedOn: "2026-11-26" });
  expect(await linesOf()).toEqual(toStaff("1 purchase is due"));
  expect(await linesOf()).toEqual([]);
});

it("reminds of another due day, and of a former one not again", async () => {
  await save({ paymentDue: "2026-11-28" });
  expect(await linesOf()).toEqual(aboutClient);
  await save({ paymentDue: "2026-11-30" });
  expect(await linesOf()).toEqual([]);
  expect(await linesOf()).toEqual([]);
});

it("reminds again of a step that was done and is to be done again", async () => {
  await edit(id, { moneyState: "proofSent" });
  await edit(id, { moneyState: "invoiced" });
  expect(await linesOf()).toEqual(aboutClient);
  expect(await linesOf()).toEqual([]);
});

it("sends a client without the wish for mails none", async () => {
  await kysely
    .updateTable("users")
    .set({ alert_mails: false })
    .where("email", "=", "client@seriba.test")
    .execute();
  await edit(id, { moneyState: "proofSent" });
  await edit(id, { moneyState: "invoiced" });
  expect(await linesOf()).toEqual(toStaff("1 client step is due"));
});

it("has each step and due day once in the database", async () => {
  const again = sql`insert into purchase_reminders
      (record_id, action, due, at, version)
    select record_id, action, due, at, version from purchase_reminders`;
  await expect(again.execute(kysely)).rejects.toThrow("duplicate key");
});
