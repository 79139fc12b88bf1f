import { beforeAll, describe, expect, it } from "vitest";
import { addRecords } from "../../../server/workspace/records";
import { inTransaction } from "../../../server/platform/database";
import { signIn, testApp } from "../../support/app";

const now = "2026-11-20T10:00:00+09:00";
const server = await testApp({ now });
const { database } = server.context;

const rate = (
  destination: string,
  country: string | null,
  validUntil: string | null = null,
) => ({
  ...{ destination, country, validUntil },
  ...{ loadingPort: "yokohama", sizeClass: "sedan", price: 100_000 },
  validFrom: "2026-04-01",
});
const rateOf = (currency: string, validFrom: string, yen: number) => ({
  ...{ currency, validFrom, yen },
});

beforeAll(async () => {
  const userId = server.ids["manager@seriba.test"] ?? "";
  const author = { userId, userName: "Emi Tanaka", at: new Date(now) };
  await inTransaction(database, async (trx) => {
    const rows = [
      rate("Vladivostok", "Russia"),
      { ...rate("Vladivostok", "Russia"), sizeClass: "kei" },
      rate("Mombasa", "Kenya", "2026-11-20"),
      rate("Auckland", "New Zealand", "2026-11-19"),
      rate("Portwithoutname", null),
    ];
    await addRecords(trx, { row: "freight", rows, author });
    const rates = [
      rateOf("USD", "2026-04-01", 150),
      rateOf("USD", "2026-11-01", 151),
      rateOf("RUB", "2026-11-20", 1.75),
      rateOf("EUR", "2026-11-21", 170),
    ];
    await addRecords(trx, { row: "currency-rate", rows: rates, author });
  });
});

const optionsOf = async (name: string, headers: Record<string, string> = {}) =>
  (
    await server.call({
      url: `/api/prices/${name}`,
      headers,
      ...(await signIn(server, "client")),
    })
  ).json<{ options: { value: string; label: string }[] }>().options;

describe("the destinations and currencies that users may choose", () => {
  it("are the ports of rates that have not ended, by their names", async () => {
    expect(await optionsOf("destinations")).toEqual([
      { value: "Mombasa", label: "Mombasa, Kenya", country: "Kenya" },
      { value: "Portwithoutname", label: "Portwithoutname", country: null },
      {
        value: "Vladivostok",
        label: "Vladivostok, Russia",
        country: "Russia",
      },
    ]);
  });

  it("have names in the language of the reader", async () => {
    const headers = { "accept-language": "ru" };
    const destinations = await optionsOf("destinations", headers);
    expect(destinations.map(({ label }) => label)).toContain(
      "Владивосток, Россия",
    );
    const currencies = await optionsOf("currencies", headers);
    expect(currencies.map(({ label }) => label)).toContain("USD, доллар США");
  });

  it("are the currencies with their newest rate of today or earlier", async () => {
    expect(await optionsOf("currencies")).toEqual([
      {
        value: "RUB",
        label: "RUB, Russian Ruble",
        yen: 1.75,
        validFrom: "2026-11-20",
      },
      {
        value: "USD",
        label: "USD, US Dollar",
        yen: 151,
        validFrom: "2026-11-01",
      },
    ]);
  });

  it("are only for people who are signed in", async () => {
    for (const name of ["destinations", "currencies"]) {
      const reply = await server.call({ url: `/api/prices/${name}` });
      expect(reply.statusCode).toBe(401);
    }
  });
});

describe("the user's destination and currency", () => {
  const own = { fullName: "Anna Larsen", mobile: "+45 20 12", city: "Aarhus" };
  const put = async (choices: object) =>
    server.call({
      method: "PUT",
      url: "/api/user/update-profile",
      payload: { ...own, ...choices },
      ...(await signIn(server, "client")),
    });
  const read = async () => {
    const session = await signIn(server, "client");
    const url = "/api/user/view-profile";
    return (await server.call({ url, ...session })).json<{
      detail: {
        destination: string | null;
        currency: string | null;
        version: number;
      };
    }>().detail;
  };

  it("are saved with the profile, and null empties them", async () => {
    const none = { destination: null, currency: null };
    await put(none);
    expect(await read()).toMatchObject(none);
    const chosen = { destination: "Vladivostok", currency: "RUB" };
    expect((await put(chosen)).statusCode).toBe(200);
    expect(await read()).toMatchObject(chosen);
    await put({});
    expect(await read()).toMatchObject(chosen);
    await put({ currency: null });
    expect(await read()).toMatchObject({ ...chosen, currency: null });
  });

  it("must be offered", async () => {
    for (const [name, value] of [
      ["destination", "Auckland"],
      ["currency", "EUR"],
    ] as const) {
      const refused = await put({ [name]: value });
      expect(refused.statusCode).toBe(422);
      expect(refused.json()).toMatchObject({
        errors: { [name]: [expect.any(String)] },
      });
    }
  });

  it("may keep a value that no table has any more", async () => {
    await database.kysely
      .updateTable("users")
      .set({ destination: "Nakhodka", currency: "KES" })
      .where("id", "=", server.ids["client@seriba.test"] ?? "")
      .execute();
    const kept = { destination: "Nakhodka", currency: "KES" };
    expect((await put(kept)).statusCode).toBe(200);
    expect(await read()).toMatchObject(kept);
    await put({ destination: "Mombasa" });
    expect((await put({ destination: "Nakhodka" })).statusCode).toBe(422);
  });

  it("are settings too, and a change reaches the form of the profile", async () => {
    const setting = async (body: object) =>
      server.call({
        method: "PUT",
        url: "/api/user/update-setting",
        payload: body,
        ...(await signIn(server, "client")),
      });
    await setting({ destination: "Vladivostok", currency: "RUB" });
    const before = await read();
    expect(before).toMatchObject({
      destination: "Vladivostok",
      currency: "RUB",
    });
    await setting({ destination: "Mombasa" });
    const after = await read();
    expect(after).toMatchObject({ destination: "Mombasa", currency: "RUB" });
    expect(after.version).toBe(before.version + 1);
    expect((await setting({ destination: "Auckland" })).statusCode).toBe(422);
    await setting({ currency: null });
    expect(await read()).toMatchObject({ currency: null });
  });

  it("are choices of the viewer from the next request on", async () => {
    await put({ destination: "Mombasa", currency: "USD" });
    const { cookies } = await signIn(server, "client");
    const session = await server.context.ports.sessions.find(
      cookies["seriba-access"],
    );
    expect(session?.viewer.choices).toEqual({
      destination: "Mombasa",
      currency: "USD",
    });
    await put({ destination: null, currency: null });
    const next = await server.context.ports.sessions.find(
      cookies["seriba-access"],
    );
    expect(next?.viewer.choices).toEqual({ destination: null, currency: null });
  });
});
