import { unzipSync } from "fflate";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { signInAnew } from "../../support/app";
import { declaredCopy } from "../../support/declaredCopy";
import {
  carLot,
  catalogApp,
  type CatalogApp,
} from "../catalog/support/catalogApp";

const copy = declaredCopy();
const photos = path.join(copy.root, "dist", "photos");
mkdirSync(photos, { recursive: true });
writeFileSync(path.join(photos, "suv-black-front.svg"), "<svg>front</svg>");
writeFileSync(path.join(copy.root, "secret.svg"), "secret");
symlinkSync(path.join(copy.root, "secret.svg"), path.join(photos, "link.svg"));

let test: CatalogApp;
beforeAll(async () => {
  test = await catalogApp(
    [
      carLot("car", {
        auctionName: "JU Gifu",
        images: [
          "/api/photos/suv-black-front.svg",
          "/api/photos/../../secret.svg",
          "/api/photos/link.svg",
          "https://127.0.0.1/inside.jpg",
          "file:///etc/passwd",
        ],
      }),
      carLot("uss"),
      carLot("bare", { auctionName: "JU Gifu", images: [] }),
    ],
    copy,
  );
});

const linkOf = async (sourceId: string): Promise<string | null> => {
  const id = await test.idOf(sourceId);
  const { body } = await test.get(`/car-auction/download-images?id=${id}`);
  return body.link as string | null;
};

const open = async (link: string, account: "client" | "dealer" = "client") =>
  test.call({
    url: link,
    headers: { "sec-fetch-site": "same-origin" },
    ...(await signInAnew(test, account)),
  });

describe("the photos of a lot", () => {
  it("come as an archive whose names hold no path, without files from elsewhere", async () => {
    const reply = await open((await linkOf("car")) ?? "");
    expect(reply.statusCode).toBe(200);
    expect(reply.headers["content-disposition"]).toBe(
      'attachment; filename="lot-1car.zip"',
    );
    const files = unzipSync(new Uint8Array(reply.rawPayload));
    const text = (name: string) => new TextDecoder().decode(files[name]);
    expect(Object.keys(files)).toEqual([
      "lot-1car-01.svg",
      "missing-photos.txt",
    ]);
    expect(text("lot-1car-01.svg")).toBe("<svg>front</svg>");
    expect(text("missing-photos.txt")).toContain("02, 03, 04, 05");
  });

  it("have no link for USS lots and for lots without photos", async () => {
    expect(await linkOf("uss")).toBeNull();
    expect(await linkOf("bare")).toBeNull();
  });

  it("open for the user of the link alone, and for ten minutes", async () => {
    const link = (await linkOf("car")) ?? "";
    expect((await open(link, "dealer")).statusCode).toBe(404);
    const unknown = link.replace(/token=.*/, `token=${"x".repeat(43)}`);
    expect((await open(unknown)).statusCode).toBe(404);
    test.wait(10 * 60_000);
    expect((await open(link)).statusCode).toBe(404);
  });

  it("need the permission", async () => {
    const link = (await linkOf("car")) ?? "";
    const { kysely } = test.context.database;
    await kysely
      .updateTable("users")
      .set({ permissions: JSON.stringify({ carAuctionsView: true }) })
      .where("email_key", "=", "client@seriba.test")
      .execute();
    const asked = `/api/car-auction/download-images?id=${await test.idOf("car")}`;
    expect((await open(asked)).statusCode).toBe(403);
    expect((await open(link)).statusCode).toBe(403);
  });
});
