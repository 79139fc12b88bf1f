import { unzipSync } from "fflate";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { type Account, signIn, signInAnew, testApp } from "../../support/app";
import { declaredCopy } from "../../support/declaredCopy";
import { winCar } from "./winCar";

const { root } = declaredCopy();
const photos = path.join(root, "dist", "photos");
mkdirSync(photos, { recursive: true });
writeFileSync(path.join(photos, "suv-black-front.svg"), "<svg>front</svg>");
const server = await testApp({ root });
const { kysely } = server.context.database;
const images = ["/api/photos/suv-black-front.svg"];
const won = (fields: object, account: Account = "client") =>
  winCar(server, "2026-11-19", account, { images, ...fields });

let car: string;
let uss: string;
let bare: string;
beforeAll(async () => {
  car = await won({ auctionName: "JU Gifu", lotNo: "70155" });
  uss = await won({ auctionName: "USS Tokyo" });
  bare = await won({ auctionName: "JU Gifu", images: [] });
});

const ask = async (who: Account, id: string) =>
  server.call({
    url: `/api/purchased-cars/download-images?id=${id}`,
    headers: { "sec-fetch-site": "same-origin" },
    ...(await signIn(server, who)),
  });
const linkFor = async (who: Account, id: string) => {
  const reply = await ask(who, id);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ link: string | null }>().link;
};
const open = async (who: Account, link: string | null) =>
  server.call({
    url: link ?? "",
    headers: { "sec-fetch-site": "same-origin" },
    ...(await signInAnew(server, who)),
  });
const set = (who: Account, values: object) =>
  kysely
    .updateTable("users")
    .set(values)
    .where("email_key", "=", `${who}@seriba.test`)
    .execute();

describe("the photos of a purchased car", () => {
  it("come as an archive to its client and to managers", async () => {
    for (const who of ["client", "manager"] as const) {
      const reply = await open(who, await linkFor(who, car));
      expect(reply.statusCode).toBe(200);
      expect(reply.headers["content-disposition"]).toBe(
        'attachment; filename="lot-70155.zip"',
      );
      const files = unzipSync(new Uint8Array(reply.rawPayload));
      expect(Object.keys(files)).toEqual(["lot-70155-01.svg"]);
    }
  });

  it("have no link for cars of USS, also for the client who bought the car", async () => {
    expect(await linkFor("client", uss)).toBeNull();
    expect(await linkFor("manager", uss)).toBeNull();
    const { detail } = (
      await server.call({
        url: `/api/lists/purchased-cars/${uss}`,
        ...(await signIn(server, "client")),
      })
    ).json<{ detail: object }>();
    expect(detail).toMatchObject({ isUss: true });
  });

  it("have no link for a car without photos", async () => {
    expect(await linkFor("client", bare)).toBeNull();
  });

  it("are unknown to everybody else, with and without a link", async () => {
    const link = await linkFor("client", car);
    for (const who of ["dealer", "restricted"] as const) {
      expect((await ask(who, car)).statusCode).toBe(404);
      expect((await open(who, link)).statusCode).toBe(404);
    }
    expect((await ask("client", "999999999")).statusCode).toBe(404);
  });

  it("are open to the dealer of the client, as long as the dealer reads the bids of clients", async () => {
    const dealer = server.ids["dealer@seriba.test"];
    await set("client", { dealer_id: dealer });
    const link = await linkFor("dealer", car);
    expect((await open("dealer", link)).statusCode).toBe(200);
    const { permissions } = await kysely
      .selectFrom("users")
      .select("permissions")
      .where("email_key", "=", "dealer@seriba.test")
      .executeTakeFirstOrThrow();
    const without = { ...permissions, dealerBidAccess: false };
    await set("dealer", { permissions: JSON.stringify(without) });
    server.wait(1_001);
    expect((await ask("dealer", car)).statusCode).toBe(404);
    expect((await open("dealer", link)).statusCode).toBe(404);
  });

  it("open by a link for ten minutes", async () => {
    const link = await linkFor("client", car);
    server.wait(10 * 60_000);
    expect((await open("client", link)).statusCode).toBe(404);
  });

  it("need the permission to download photos", async () => {
    const link = await linkFor("client", car);
    const rights = { carAuctionsView: true };
    await set("client", { permissions: JSON.stringify(rights) });
    server.wait(1_001);
    expect((await ask("client", car)).statusCode).toBe(403);
    expect((await open("client", link)).statusCode).toBe(403);
  });
});
