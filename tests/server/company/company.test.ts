import { describe, expect, it } from "vitest";
import { companyConfiguration } from "../../../server/company/companySettings";
import { keepConfiguration } from "../../../server/company/keptConfiguration";
import { signIn, testApp, type Account } from "../../support/app";

const test = await testApp();
const { kysely } = test.context.database;

const save = async (list: string, payload: object, who: Account = "admin") =>
  test.call({
    method: "POST",
    url: `/api/lists/${list}`,
    payload,
    ...(await signIn(test, who)),
  });
const page = {
  path: "/about",
  titleEn: "About us",
  titleRu: "О компании",
  textEn: "We buy **cars**.",
  textRu: "Мы покупаем **машины**.",
  isLinked: true,
};

describe("the company", () => {
  it("leaves links, announcement and notice to config.json before an administrator enters them", async () => {
    expect(await companyConfiguration(kysely)).toEqual({});
  });

  it("gives every page its linked pages in their order, its contacts and its notices", async () => {
    await save("information", { ...page, order: 2 });
    await save("information", {
      ...page,
      ...{ path: "/how-to-buy", titleEn: "How to buy", titleRu: "Как купить" },
      order: 1,
    });
    await save("information", { ...page, path: "/info/own", isLinked: false });
    const reply = await save("company", {
      name: "Example Export",
      phone: "+81 45 555-0142",
      email: "office@example.com",
      whatsapp: "81455550142",
      telegram: "example_export",
      noticeRu: "Закрыто в воскресенье",
    });
    expect(reply.statusCode).toBe(201);
    expect(await companyConfiguration(kysely)).toEqual({
      companyLinks: [
        {
          label: { en: "How to buy", ru: "Как купить" },
          href: "/how-to-buy",
        },
        { label: { en: "About us", ru: "О компании" }, href: "/about" },
        { label: "+81 45 555-0142", href: "tel:+81455550142" },
        { label: "office@example.com", href: "mailto:office@example.com" },
        { label: "WhatsApp", href: "https://wa.me/81455550142" },
        { label: "Telegram", href: "https://t.me/example_export" },
      ],
      notice: { en: "Закрыто в воскресенье", ru: "Закрыто в воскресенье" },
    });
  });

  it("reads the settings again after a record has changed, and not before", async () => {
    const { changes, log } = test.context;
    let statements = 0;
    const counted = kysely.withPlugin({
      transformQuery: ({ node }) => {
        statements += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const kept = keepConfiguration({
      database: { kysely: counted },
      changes,
      log,
    });
    const statementsOfRead = async () => {
      statements = 0;
      await kept.read();
      return statements;
    };
    await expect.poll(statementsOfRead).toBe(0);
    await save("information", { ...page, path: "/make-an-order", order: 3 });
    const addresses = async () =>
      (await kept.read()).companyLinks?.map(({ href }) => href);
    await expect.poll(addresses).toContain("/make-an-order");
    await expect.poll(statementsOfRead).toBe(0);
    await kept.stop();
  });

  it("shows an information page to everybody, and null for an unwritten page", async () => {
    const read = async (path: string) =>
      (
        await test.call({ url: "/api/company/page", query: { path } })
      ).json<object>();
    expect(await read("/about")).toEqual({
      success: true,
      page: {
        title: { en: "About us", ru: "О компании" },
        text: { en: "We buy **cars**.", ru: "Мы покупаем **машины**." },
      },
    });
    expect(await read("/info/missing")).toEqual({ success: true, page: null });
  });

  it("refuses a second page at an address, and an address of another list", async () => {
    const twice = await save("information", page);
    expect(twice.statusCode).toBe(422);
    expect(twice.json()).toMatchObject({
      errors: { path: [expect.any(String)] },
    });
    const taken = await save("information", { ...page, path: "/bids" });
    expect(taken.statusCode).toBe(422);
  });

  it("is changed and read by administrators only", async () => {
    for (const who of ["manager", "client"] as const) {
      expect((await save("information", page, who)).statusCode).toBe(403);
      const read = await test.call({
        url: "/api/lists/company",
        ...(await signIn(test, who)),
      });
      expect(read.statusCode).toBe(403);
    }
  });
});
