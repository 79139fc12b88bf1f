import { beforeAll, describe, expect, it } from "vitest";
import type { PaletteReply } from "../../../generated/schemas";
import { writeLots } from "../../../server/catalog";
import { inTransaction } from "../../../server/platform/database";
import { signIn, testApp, type Account, type TestApp } from "../../support/app";
import { declaredCopy } from "../../support/declaredCopy";
import { carLot } from "../catalog/support/catalogApp";
import { declareDepots, depots } from "./records/support/depots";

const copy = declaredCopy();

const search = {
  param: "search",
  send: ["searchField", "searchText"],
  parameters: [
    { value: "name", fields: ["name"], match: "contains", palette: true },
    { value: "note", fields: ["note"], match: "contains" },
    {
      value: "kind",
      fields: ["kind"],
      match: "prefix",
      palette: true,
      access: { userTypes: ["manager"] },
    },
  ],
};

describe("the command palette of a small declaration", () => {
  let test: TestApp;

  beforeAll(async () => {
    declareDepots(copy);
    copy.write("resources/depots.json", JSON.stringify({ ...depots, search }));
    test = await testApp({ root: copy.root });
    const manager = await signIn(test, "manager");
    for (const [name, kind, note] of [
      ["Port of Kobe", "port", "North gate"],
      ["Yard of Osaka", "yard", "Near Kobe"],
    ])
      await test.call({
        method: "POST",
        url: "/api/lists/depots",
        payload: { name, kind, note },
        ...manager,
      });
  });

  const find = async (who: Account, text: string) => {
    const reply = await test.call({
      url: `/api/palette?text=${encodeURIComponent(text)}`,
      ...(await signIn(test, who)),
    });
    expect(reply.statusCode).toBe(200);
    const { lists } = reply.json<PaletteReply>();
    return lists
      .find(({ list }) => list === "depots")
      ?.rows.map((row) => (row as { name: string }).name);
  };

  it("finds rows by the searches that the declaration names, each row once", async () => {
    expect(await find("manager", "Kobe")).toEqual(["Port of Kobe"]);
    expect(await find("manager", "port")).toEqual(["Port of Kobe"]);
    expect(await find("manager", "nothing")).toBeUndefined();
  });

  it("searches only what the reader may search, and shows only what the reader may see", async () => {
    expect(await find("manager", "yard")).toEqual(["Yard of Osaka"]);
    expect(await find("client", "yard")).toEqual(["Yard of Osaka"]);
    expect(await find("manager", "por")).toEqual(["Port of Kobe"]);
    expect(await find("client", "gate")).toBeUndefined();
  });

  it("needs a session and a text", async () => {
    const anonymous = await test.call({ url: "/api/palette?text=Kobe" });
    expect(anonymous.statusCode).toBe(401);
    const empty = await test.call({
      url: "/api/palette?text=",
      ...(await signIn(test, "client")),
    });
    expect(empty.statusCode).toBe(400);
  });
});

const shipped = await testApp();
await inTransaction(shipped.context.database, (trx) =>
  writeLots(
    trx,
    "auction",
    ["4711", "4712", "5000"].map((lotNo) =>
      carLot(`palette-${lotNo}`, { lotNo }),
    ),
  ),
);

const callOf = async (account: Account, text: string) => {
  const { cookies } = await signIn(shipped, account);
  return shipped.call({ url: "/api/palette", query: { text }, cookies });
};

/** Returns the names of the lists with their rows. */
async function find(account: Account, text: string) {
  const reply = await callOf(account, text);
  expect(reply.statusCode).toBe(200);
  const { lists } = reply.json<PaletteReply>();
  return Object.fromEntries(lists.map(({ list, rows }) => [list, rows]));
}

describe("the command palette of the shipped declarations", () => {
  it("finds lots by the beginning of their number", async () => {
    const found = await find("client", "471");
    expect(found["car-auction"]?.map(({ lotNo }) => lotNo).toSorted()).toEqual([
      "4711",
      "4712",
    ]);
  });

  it("finds clients for managers, each once though name and e-mail match, and not for clients", async () => {
    const ofManager = await find("manager", "client");
    const ids = ofManager.clients?.map(({ id }) => id) ?? [];
    expect(ids.length).toBeGreaterThan(0);
    expect(new Set(ids).size).toBe(ids.length);
    expect(await find("client", "client")).toEqual({});
  });

  it("finds users for administrators only", async () => {
    expect(await find("admin", "manager@seriba.test")).toHaveProperty("users");
    expect(await find("manager", "manager@seriba.test")).not.toHaveProperty(
      "users",
    );
  });

  it("returns only the fields that the reader may see", async () => {
    const [row] = (await find("manager", "client@")).clients ?? [];
    expect(row).toBeDefined();
    expect(row).not.toHaveProperty("permissions");
    expect(row).not.toHaveProperty("password_hash");
  });

  it("refuses a text of more than 100 characters, and a call without a text", async () => {
    expect((await callOf("client", "x".repeat(101))).statusCode).toBe(400);
    expect((await callOf("client", "")).statusCode).toBe(400);
  });
});
