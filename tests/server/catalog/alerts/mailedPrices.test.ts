import { beforeEach, expect, it } from "vitest";
import { languages } from "../../../../domain/limits";
import { writeLots } from "../../../../server/catalog";
import { alertMailJob } from "../../../../server/catalog/alerts/alertMailJob";
import { instantSearchJob } from "../../../../server/catalog/alerts/searchAlerts";
import { findRecipient } from "../../../../server/identity";
import { inTransaction } from "../../../../server/platform/database";
import type { Job } from "../../../../server/platform/jobs";
import { composeMail, selectMails } from "../../../../server/platform/mail";
import { addRecords } from "../../../../server/workspace/records";
import { signIn } from "../../../support/app";
import { mailsOf } from "../../../support/areas";
import { carLot, catalogApp, rowsOf } from "../support/catalogApp";

const test = await catalogApp([]);
const { context, ids } = test;
const { database } = context;
const { kysely } = database;
const client = ids["client@seriba.test"] ?? "";
const { cookies } = await signIn(test, "client");

const valid = { validFrom: "2020-01-01", fromPrice: 0 };
const tables = {
  "vehicle-size": [{ maker: "TOYOTA", chassis: "NZE161", sizeClass: "M" }],
  "auction-fee": [{ ...valid, fee: 10_000 }],
  "agent-fee": [{ ...valid, fee: 40_000, percent: 5 }],
  "inland-rate": [{ ...valid, loadingPort: "kobe", fee: 5_000 }],
  freight: [
    { ...valid, destination: "Vladivostok", sizeClass: "M", price: 60_000 },
  ],
  "currency-rate": [
    { currency: "USD", yen: 100, validFrom: "2020-01-01" },
    { currency: "USD", yen: 150, validFrom: "2026-11-01" },
    { currency: "USD", yen: 1, validFrom: "2026-12-01" },
  ],
};
await inTransaction(database, async (trx) => {
  const author = { userId: "1", userName: "Test", at: context.clock.now() };
  for (const [row, rows] of Object.entries(tables))
    await addRecords(trx, { row, rows, author });
});

const setClient = (change: {
  destination?: string | null;
  currency?: string | null;
  language_id?: number;
}) =>
  kysely.updateTable("users").set(change).where("id", "=", client).execute();

const post = async (call: string, payload: object) => {
  const reply = await test.call({
    ...{ method: "POST", url: `/api/user/${call}`, payload, cookies },
  });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ id: string }>();
};

beforeEach(async () => {
  test.setNow("2026-11-18T10:50:00+09:00");
  for (const table of [
    "outbox",
    "saved_searches",
    "deliveries",
    "alerts",
  ] as const)
    await kysely.deleteFrom(table).execute();
  await setClient({
    ...{ destination: "Vladivostok", currency: null },
    language_id: languages.en,
  });
  const search = { title: "All", type: "auction", params: "" };
  const { id } = await post("save-search", search);
  await post("update-search", { id, title: "All", notify: "now" });
});

let made = 0;
const run = (job: Job) => job.run(new AbortController().signal);

/** Imports a lot and returns the mail about it. */
async function mailAbout(fields: Record<string, unknown>) {
  made += 1;
  const lot = carLot(`mailed${made}`, { chassis: "NZE161", ...fields });
  await inTransaction(database, (trx) => writeLots(trx, "auction", [lot]));
  await run(instantSearchJob(context));
  test.setNow("2026-11-18T10:55:00+09:00");
  await run(alertMailJob(context));
  return inTransaction(database, async (trx) => {
    const mail = await selectMails(trx).executeTakeFirstOrThrow();
    return composeMail(
      trx,
      {
        ...{ kinds: mailsOf(context), messages: context.messages },
        ...{ now: context.clock.now(), findRecipient },
      },
      mail,
    );
  });
}

it("shows the number of the list, named by the port and by its beginning", async () => {
  const mail = await mailAbout({ startPrice: 1_200_000 });
  const line = "Whole price at Vladivostok: ¥1,375,000, from the start price";
  expect(mail?.text).toContain(line);
  expect(mail?.html).toContain(line);
  const listed = rowsOf(await test.get("/auction/listing"));
  expect(
    listed.find(({ lotNo }) => lotNo === `1mailed${made}`)?.landedPrice,
  ).toBe(1_375_000);
});

it("adds the amount in the reader's currency at the rate of the day", async () => {
  await setClient({ currency: "USD" });
  const mail = await mailAbout({ startPrice: 1_200_000 });
  expect(mail?.text).toContain("¥1,375,000 ($9,167), from the start price");
});

it("is written in Russian with the Russian name of the port", async () => {
  await setClient({ language_id: languages.ru });
  const mail = await mailAbout({ startPrice: 1_200_000 });
  expect(mail?.text.replace(/\s/g, " ")).toContain(
    "Полная цена до порта Владивосток: ¥1 375 000, от стартовой цены",
  );
});

it("names the rates that are missing", async () => {
  const mail = await mailAbout({ startPrice: 1_200_000, chassis: "ZRE212" });
  expect(mail?.text).toContain(
    "Whole price at Vladivostok: unknown, because there is no rate for: freight",
  );
});

it("says that a car has no price yet", async () => {
  const mail = await mailAbout({});
  expect(mail?.text).toContain("unknown, because the car has no price yet");
});

it("asks once for a port if none is chosen", async () => {
  await setClient({ destination: null });
  const mail = await mailAbout({ startPrice: 1_200_000 });
  expect(mail?.text.match(/Choose your port in the profile/g)).toHaveLength(1);
  expect(mail?.text).not.toContain("Whole price");
});

it("shows no price of a lot that an earlier version found without all its fields", async () => {
  await mailAbout({ startPrice: 1_200_000 });
  const { lots } = await kysely
    .selectFrom("alerts")
    .select("lots")
    .executeTakeFirstOrThrow();
  const earlier = lots.map(({ chassis: _, ...lot }) => lot);
  await kysely
    .updateTable("alerts")
    .set({ lots: JSON.stringify(earlier) })
    .execute();
  const mail = await inTransaction(database, async (trx) =>
    composeMail(
      trx,
      {
        ...{ kinds: mailsOf(context), messages: context.messages },
        ...{ now: context.clock.now(), findRecipient },
      },
      await selectMails(trx).executeTakeFirstOrThrow(),
    ),
  );
  expect(mail?.text).toContain("start ¥1,200,000");
  expect(mail?.text).not.toContain("Whole price");
});
