import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { languages } from "../../../domain/limits";
import { signIn, testApp } from "../../support/app";
import { jobsOf } from "../../support/areas";
import { readMessage, startMailServer } from "../../support/mailServer";
import { addPurchases, purchaseData, ship } from "./addPurchases";

const mailServer = await startMailServer();
afterAll(() => mailServer.close());
const server = await testApp({
  now: "2026-12-01T08:00:00+09:00",
  environment: {
    MAIL_URL: mailServer.url,
    MAIL_FROM: "Seriba <portal@seriba.test>",
    PUBLIC_URL: "https://portal.test",
    // The accounts of the tests have the password of the demo.
    DEMO: "on",
  },
});
const { kysely } = server.context.database;
const run = async (name: string) => {
  const job = jobsOf(server.context).find((each) => each.name === name);
  if (!job) throw new Error(`There is no job ${name}`);
  return job.run(new AbortController().signal);
};
/** Reads all changes, lets minutes pass, and returns the mails to clients. */
const mailsAfter = async (minutes: number) => {
  await run("change-notices");
  server.wait(minutes * 60_000);
  await run("notice-mails");
  await run("send-mail");
  return mailServer.messages
    .splice(0)
    .map(readMessage)
    .filter(({ headers }) => headers.includes("client@seriba.test"))
    .map(({ headers, text }) => {
      const [, subject = ""] = /^Subject: (.*)$/m.exec(headers) ?? [];
      return { subject, text: text.replaceAll("\r\n", "\n") };
    });
};
const send = async (method: "POST" | "PATCH", path: string, body: object) => {
  const reply = await server.call({
    ...{ method, url: `/api/lists/${path}`, payload: { ...body } },
    ...(await signIn(server, "manager")),
  });
  expect(reply.statusCode, reply.body).toBeLessThan(300);
  return reply.json<{ detail: { id: string } }>();
};

let url: string;
beforeAll(async () => {
  const { id } = (await send("POST", "shipments", ship)).detail;
  url = `shipments/${id}`;
  await addPurchases(
    server,
    Array.from({ length: 60 }, (_, index) =>
      purchaseData(server, 1000 + index, {
        ...{ carState: "sailed", shipmentId: id, model: "Crown" },
      }),
    ),
  );
  await mailsAfter(60);
});
beforeEach(() => {
  mailServer.messages.splice(0);
});

it("tells a client in one mail that a ship with sixty of its cars arrives on another day", async () => {
  await send("PATCH", url, { eta: "2026-12-17" });
  expect(await mailsAfter(29)).toEqual([]);
  const [mail, ...others] = await mailsAfter(1);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe("New days of the ship for 60 cars");
  expect(mail?.text).toContain("ETA: 2026-12-09 → 2026-12-17\n");
  expect(mail?.text).toContain("ETD: 2026-12-04\n");
  expect(mail?.text).toContain("And 40 more rows in the list.");
});

it("tells nothing of a change that is undone within half an hour", async () => {
  await send("PATCH", url, { eta: "2026-12-24" });
  await mailsAfter(20);
  await send("PATCH", url, { eta: "2026-12-17" });
  expect(await mailsAfter(60)).toEqual([]);
});

it("is in the language of the client, and begins with the day of the last mail", async () => {
  const setClient = (change: { language_id?: number; alert_mails?: boolean }) =>
    kysely
      .updateTable("users")
      .set(change)
      .where("email", "=", "client@seriba.test")
      .execute();
  await setClient({ language_id: languages.ru });
  await send("PATCH", url, { eta: "2026-12-20" });
  const [mail] = await mailsAfter(30);
  expect(mail?.text).toContain("2026-12-17 → 2026-12-20");
  expect(mail?.text).toContain("Изменились плановые даты");
  await setClient({ alert_mails: false });
  await send("PATCH", url, { eta: "2026-12-21" });
  expect(await mailsAfter(30)).toEqual([]);
});
