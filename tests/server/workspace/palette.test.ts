import { describe, expect, it } from "vitest";
import type { PaletteReply } from "../../../generated/schemas";
import { writeLots } from "../../../server/catalog";
import { inTransaction } from "../../../server/platform/database";
import { signIn, testApp, type Account } from "../../support/app";
import { carLot } from "../catalog/support/catalogApp";

const test = await testApp();
await inTransaction(test.context.database, (trx) =>
  writeLots(
    trx,
    "auction",
    ["4711", "4712", "5000"].map((lotNo) =>
      carLot(`palette-${lotNo}`, { lotNo }),
    ),
  ),
);

const callOf = async (account: Account, text: string) => {
  const { cookies } = await signIn(test, account);
  return test.call({ url: "/api/palette", query: { text }, cookies });
};

/** Returns the names of the lists with their rows. */
async function find(account: Account, text: string) {
  const reply = await callOf(account, text);
  expect(reply.statusCode).toBe(200);
  const { lists } = reply.json<PaletteReply>();
  return Object.fromEntries(lists.map(({ list, rows }) => [list, rows]));
}

describe("the command palette", () => {
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

  it("returns no list for a text that no row has", async () => {
    expect(await find("admin", "no such text")).toEqual({});
  });

  it("refuses a text of more than 100 characters, and a call without a text", async () => {
    expect((await callOf("client", "x".repeat(101))).statusCode).toBe(400);
    expect((await callOf("client", "")).statusCode).toBe(400);
  });
});
