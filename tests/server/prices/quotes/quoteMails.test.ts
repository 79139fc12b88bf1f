import { beforeAll, describe, expect, it } from "vitest";
import { inTransaction } from "../../../../server/platform/database";
import {
  quoteMailJob,
  quotePriceJob,
} from "../../../../server/prices/quotes/quoteJobs";
import { quoteMail } from "../../../../server/prices/quotes/quoteMail";
import { findRecipient } from "../../../../server/identity";
import { now, quoteApp, type QuoteApp } from "./quoteApp";

let app: QuoteApp;
beforeAll(async () => {
  app = await quoteApp();
});

const day = 24 * 3_600_000;
const signal = new AbortController().signal;
const sweep = async () => {
  await Promise.all([
    quotePriceJob(app.context).run(signal),
    quotePriceJob(app.context).run(signal),
  ]);
  const counts = await Promise.all([
    quoteMailJob(app.context).run(signal),
    quoteMailJob(app.context).run(signal),
  ]);
  return counts.reduce((sum, count) => sum + count, 0);
};
const mailOf = async (id: string) =>
  inTransaction(app.context.database, async (trx) =>
    quoteMail(app.context).compose(trx, {
      recipient: await findRecipient(trx, app.ids["client@seriba.test"] ?? ""),
      data: { quoteId: id },
      now: app.context.clock.now(),
    }),
  );
const textsOf = (mail: Awaited<ReturnType<typeof mailOf>>) =>
  (mail?.blocks ?? []).map((block) => ("text" in block ? block.text : ""));

describe("the mail about a quote", () => {
  it("is queued once for each change by two servers, and names both totals", async () => {
    const id = await app.makeOne();
    expect(await sweep()).toBe(0);
    await app.update("freight", { price: 180_000 }, "Vladivostok");
    expect(await sweep()).toBe(1);
    expect(await sweep()).toBe(0);
    const mail = await mailOf(id);
    expect(mail?.subject).toBe(
      "The price of your quote has changed: Toyota Prius A Premium, 2019",
    );
    const text = textsOf(mail).join(" ");
    expect(text).toContain("¥1\u202f135\u202f500");
    expect(text).toContain("¥1\u202f165\u202f500");
    expect(text).toContain(
      "Freight: ¥150\u202f000 in the quote, ¥180\u202f000 today",
    );
    expect(mail?.unsubscribe?.page).toContain("/mails/stop?token=");
    app.wait(day);
    expect(await sweep()).toBe(0);
    await app.update("freight", { price: 150_000 }, "Vladivostok");
    expect(await sweep()).toBe(1);
    expect(await mailOf(id)).toBeNull();
    app.setNow(now);
    await app.context.database.kysely.deleteFrom("quotes").execute();
  });

  it("tells the owner that a manager has priced the quote again", async () => {
    const id = await app.makeOne();
    await app.update("freight", { price: 190_000 }, "Vladivostok");
    const reply = await app.request(
      "manager",
      "POST",
      `/prices/quotes/${id}/price`,
      { version: 1 },
    );
    expect(reply.statusCode, reply.body).toBe(200);
    expect(await quoteMailJob(app.context).run(signal)).toBe(1);
    expect(textsOf(await mailOf(id)).join(" ")).toContain(
      "The whole price was ¥1\u202f135\u202f500 and is ¥1\u202f175\u202f500 now.",
    );
    await app.update("freight", { price: 150_000 }, "Vladivostok");
    await app.context.database.kysely.deleteFrom("quotes").execute();
  });

  it("is queued for a new warning, and not for rates that change nothing", async () => {
    const id = await app.makeOne({ eta: "2026-12-01" });
    await app.add("freight", {
      ...{ loadingPort: "yokohama", destination: "Busan", sizeClass: "sedan" },
      ...{ price: 1, validFrom: "2026-04-01" },
    });
    expect(await sweep()).toBe(0);
    await app.update("country-rule", { validUntil: "2026-12-03" }, "160 hp");
    expect(await sweep()).toBe(1);
    const mail = await mailOf(id);
    expect(mail?.subject).toContain("Something changes for your quote");
    expect(textsOf(mail)).toContain(
      "This rule ends on 3 December 2026: A fee above 160 hp (https://rules.test/fee)",
    );
    await app.context.database.kysely.deleteFrom("quotes").execute();
  });

  it("is not queued after the sale day and the arrival, and not for people who want no such mails", async () => {
    const past = await app.makeOne();
    await app.context.database.kysely
      .updateTable("quotes")
      .set({ sale_day: "2026-11-17" })
      .where("id", "=", past)
      .execute();
    await app.update("freight", { price: 190_000 }, "Vladivostok");
    expect(await sweep()).toBe(0);
    await app.context.database.kysely
      .updateTable("users")
      .set({ alert_mails: false })
      .execute();
    await app.makeOne();
    await app.update("freight", { price: 191_000 }, "Vladivostok");
    expect(await sweep()).toBe(0);
  });
});
