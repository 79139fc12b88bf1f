import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { userLevels } from "../../../../domain/access";
import { buildApp } from "../../../../server/app";
import { moveLots, writeLots } from "../../../../server/catalog";
import { inTransaction } from "../../../../server/platform/database";
import { signIn } from "../../../support/app";
import { openAll } from "../../../support/areas";
import { carLot, catalogApp, type CatalogApp } from "../support/catalogApp";

type Share = { password: string; link: string; expiresAt: string };

const hour = 3_600_000;
let test: CatalogApp;
let lotId = "";

beforeAll(async () => {
  test = await catalogApp([
    carLot("car", {
      maker: "TOYOTA",
      model: "PRIUS",
      grade: "A PREMIUM",
      year: 2019,
      chassis: "ZVW51",
      serial: "8001234",
      startPrice: 900_000,
      averagePrice: 1_100_000,
      info: "Seller: Mr Sato",
      sheet: JSON.stringify({
        rows: {
          plate: "品川330あ1234",
          chassisNo: "ZVW51-8001234",
          inspectorNotes: "フロントバンパー傷",
        },
        marks: [],
        grades: { overall: "4.5" },
      }),
    }),
    carLot("gone"),
    carLot("past", { auctionDate: "2026-11-10T10:00:00+09:00" }),
  ]);
  lotId = await test.idOf("car");
});

// No test sees the failed attempts of another one.
beforeEach(() => {
  test.wait(hour);
});

const share = async (
  query: string,
  account: "client" | "dealer" = "client",
): Promise<Share> => {
  const { cookies } = await signIn(test, account);
  const reply = await test.call({
    url: `/api${query}`,
    cookies,
    headers: { "sec-fetch-site": "same-origin" },
  });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
};

const shareCar = (account?: "client" | "dealer") =>
  share(`/auction/password?carId=${lotId}`, account);

const open = (
  { link, password }: Pick<Share, "link" | "password">,
  remoteAddress = "192.0.2.1",
) =>
  test.call({
    method: "POST",
    url: "/api/share",
    payload: { id: link.split("/").at(-1), code: password },
    remoteAddress,
  });

const wrongOf = ({ link, password }: Share) => ({
  link,
  password: password === "000000" ? "000001" : "000000",
});

describe("sharing a lot", () => {
  it("gives a link and a code of six digits, the same ones each time", async () => {
    const first = await shareCar();
    expect(first.password).toMatch(/^\d{6}$/);
    expect(first.link).toMatch(/^\/car-auction\/share\/[\w-]{22}$/);
    expect(await shareCar()).toEqual(first);
  });

  it("makes no link for a request from another site", async () => {
    const { cookies } = await signIn(test, "dealer");
    const id = await test.idOf("gone");
    const url = `/api/auction/password?carId=${id}`;
    const headers = { "sec-fetch-site": "cross-site" };
    const reply = await test.call({ url, cookies, headers });
    expect(reply.json()).toMatchObject({ messageCode: "cross_site" });
    const { kysely } = test.context.database;
    const links = kysely.selectFrom("lot_shares").where("lot_id", "=", id);
    expect(await links.select("lot_id").execute()).toEqual([]);
  });

  it("gives each user a link of their own", async () => {
    const [client, dealer] = [await shareCar(), await shareCar("dealer")];
    expect(dealer.link).not.toBe(client.link);
  });

  it("ends a week after the auction, or after a past lot was shared", async () => {
    const coming = await shareCar();
    expect(coming.expiresAt).toBe("2026-11-27T10:00:00+09:00");
    const past = await share(
      `/auction/password?carId=${await test.idOf("past")}`,
    );
    const now = test.context.clock.now().getTime();
    expect(new Date(past.expiresAt).getTime()).toBe(now + 7 * 24 * hour);
  });

  it("answers an unknown lot with 404", async () => {
    const { cookies } = await signIn(test, "client");
    const reply = await test.call({
      url: "/api/auction/password?carId=999999",
      cookies,
      headers: { "sec-fetch-site": "same-origin" },
    });
    expect(reply.statusCode).toBe(404);
  });

  it("needs the permission shareCar", async () => {
    const { kysely } = test.context.database;
    const email = "restricted@seriba.test";
    await kysely
      .updateTable("users")
      .set({ permissions: JSON.stringify({ carAuctionsView: true }) })
      .where("email_key", "=", email)
      .execute();
    const { cookies } = await signIn(test, "restricted");
    const reply = await test.call({
      url: `/api/auction/password?carId=${lotId}`,
      cookies,
      headers: { "sec-fetch-site": "same-origin" },
    });
    expect(reply.json()).toMatchObject({ messageCode: "forbidden" });
  });
});

describe("a shared lot", () => {
  it("shows the shared fields and nothing else", async () => {
    const reply = await open(await shareCar());
    const { title, row, fields } = reply.json<{
      title: string;
      row: Record<string, unknown>;
      fields: { properties: object };
    }>();
    expect(title).toBe("Toyota Prius A Premium, 2019");
    expect(row).toMatchObject({ chassis: "ZVW51", startPrice: 900_000 });
    const shared = Object.entries(test.context.schemas.row("lot").properties)
      .filter(([, field]) => field["x-share"])
      .map(([name]) => name)
      // Strangers see the sheet that is made of the data, not the data.
      .filter((name) => name !== "sheet");
    expect(shared).not.toContain("serial");
    expect(Object.keys(fields.properties)).toEqual(shared);
    expect(shared).toEqual(expect.arrayContaining(Object.keys(row)));
    expect(reply.body).not.toMatch(/8001234|Sato|1100000|myBid|wishList/);
  });

  it("shows the sheet without chassis number and plate, in the reader's language", async () => {
    const reply = await open(await shareCar());
    const { sheet, translation } = reply.json<{
      sheet: { rows: { id: string; text: string }[]; grades: object };
      translation: { rows: { id: string; segments: { text: string }[] }[] };
    }>();
    const textOf = (id: string) =>
      sheet.rows.find((line) => line.id === id)?.text;
    expect(sheet.grades).toMatchObject({ overall: "4.5" });
    expect(textOf("inspectorNotes")).toBe("フロントバンパー傷");
    expect([textOf("plate"), textOf("chassisNo")]).toEqual(["", ""]);
    const notes = translation.rows.find(({ id }) => id === "inspectorNotes");
    expect(notes?.segments.map(({ text }) => text).join(" ")).toMatch(
      /front bumper/i,
    );
    expect(reply.body).not.toMatch(/8001234|品川/);
  });

  it("answers an unknown link as it answers a wrong code", async () => {
    const known = await open(wrongOf(await shareCar()));
    const unknown = await open({ link: "/x/nobody", password: "123456" });
    expect(known.statusCode).toBe(422);
    const { requestId: _one, ...first } = known.json<Record<string, unknown>>();
    const { requestId: _two, ...other } =
      unknown.json<Record<string, unknown>>();
    expect(first).toMatchObject({ message: "Wrong access code" });
    expect([unknown.statusCode, other]).toEqual([422, first]);
  });

  it("is found after its lot has moved to the statistics", async () => {
    const past = await share(
      `/auction/password?carId=${await test.idOf("past")}`,
    );
    await moveLots(test.context, {
      from: "auction",
      to: "stats",
      before: "2026-11-15",
    });
    expect((await open(past)).statusCode).toBe(200);
  });

  it("is not found after its lot was deleted", async () => {
    const id = await test.idOf("gone");
    const gone = await share(`/auction/password?carId=${id}`);
    const { kysely } = test.context.database;
    await kysely.deleteFrom("lots").where("id", "=", id).execute();
    expect((await open(gone)).statusCode).toBe(404);
    await inTransaction(test.context.database, (trx) =>
      writeLots(trx, "auction", [carLot("gone")]),
    );
  });

  it("ends with the account of its sharer", async () => {
    const shared = await shareCar("dealer");
    const { kysely } = test.context.database;
    const setLevel = (user_level: number) =>
      kysely
        .updateTable("users")
        .set({ user_level })
        .where("email_key", "=", "dealer@seriba.test")
        .execute();
    await setLevel(userLevels.disabled);
    expect((await open(shared)).statusCode).toBe(422);
    await setLevel(userLevels.client);
    expect((await open(shared)).statusCode).toBe(200);
  });
});

describe("guesses of an access code", () => {
  it("are evaluated five times for a link, then the right code is refused", async () => {
    const shared = await shareCar();
    const guesses = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        open(wrongOf(shared), `192.0.2.${index + 1}`),
      ),
    );
    const evaluated = guesses.filter(({ statusCode }) => statusCode === 422);
    expect(evaluated).toHaveLength(5);
    const right = await open(shared, "198.51.100.1");
    expect(right.statusCode).toBe(429);
    expect(Number(right.headers["retry-after"])).toBeGreaterThan(0);

    const restarted = await buildApp(openAll(test.context));
    const again = await restarted.inject({
      method: "POST",
      url: "/api/share",
      payload: { id: shared.link.split("/").at(-1), code: shared.password },
    });
    await restarted.close();
    expect(again.statusCode, "the lock survives a restart").toBe(429);

    test.wait(hour / 4);
    expect((await open(shared)).statusCode).toBe(200);
  });

  it("are evaluated twenty times for an address", async () => {
    const shared = await shareCar();
    for (let index = 0; index < 20; index += 1)
      await open({ link: `/x/link${index}`, password: "123456" });
    expect((await open(shared)).statusCode).toBe(429);
    expect((await open(shared, "198.51.100.1")).statusCode).toBe(200);
  });

  it("do not count if they are right", async () => {
    const shared = await shareCar();
    const replies = await Promise.all(
      Array.from({ length: 25 }, () => open(shared)),
    );
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(
      new Set([200]),
    );
  });
});

describe("an expired link", () => {
  it("is unknown, and its user gets a new one", async () => {
    const old = await shareCar();
    test.setNow("2026-11-28T00:00:00+09:00");
    expect((await open(old)).statusCode).toBe(422);
    expect((await shareCar()).link).not.toBe(old.link);
  });
});
