import { buffer } from "node:stream/consumers";
import fastify from "fastify";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { drawPreview } from "../../../server/files/previews/drawPreview";
import { previewImage } from "../../../server/files/previews/previewImage";
import { findSharedLot } from "../../../server/catalog";
import { openStorage } from "../../../server/files";
import { previewTags } from "../../../server/files/previews/routes";
import { removeExpiredJob } from "../../../server/operations";
import { signIn } from "../../support/app";
import {
  carLot,
  catalogApp,
  type CatalogApp,
} from "../catalog/support/catalogApp";

const lotsOf = () => [
  carLot("car", {
    maker: "TOYOTA",
    model: `PRIUS "<b>" & more`,
    year: 2019,
    serial: "8001234",
    images: ["/api/photos/missing.svg"],
  }),
];

const sharing = ({ context }: CatalogApp) => context;

describe("the preview image of a shared lot", () => {
  let test: CatalogApp;
  let link = "";
  let id = "";
  beforeAll(async () => {
    test = await catalogApp(lotsOf());
    const { cookies } = await signIn(test, "client");
    const reply = await test.call({
      url: `/api/auction/password?carId=${await test.idOf("car")}`,
      cookies,
      headers: { "sec-fetch-site": "same-origin" },
    });
    ({ link } = reply.json<{ link: string }>());
    id = link.split("/").at(-1) ?? "";
  });

  const image = () => test.app.inject(`/api/share/${id}/image`);

  it("is a JPEG of 1200 by 628, drawn once", async () => {
    const first = await image();
    expect(first.statusCode).toBe(200);
    const { format, width, height } = await sharp(first.rawPayload).metadata();
    expect({ format, width, height }).toEqual({
      format: "jpeg",
      width: 1_200,
      height: 628,
    });
    const keyOf = () =>
      test.context.database.kysely
        .selectFrom("lot_shares")
        .select("image_key")
        .where("id", "=", id)
        .executeTakeFirst();
    const stored = await keyOf();
    expect(stored?.image_key).toContain(id);
    const second = await image();
    expect(second.rawPayload.equals(first.rawPayload)).toBe(true);
    expect(await keyOf()).toEqual(stored);
  });

  it("is drawn and stored again if its file is missing", async () => {
    const storage = openStorage(test.context.config);
    await image();
    const { image_key: key } = await test.context.database.kysely
      .selectFrom("lot_shares")
      .select("image_key")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    await storage.remove(key ?? "");
    const drawn = await image();
    const stored = await storage.read(key ?? "");
    expect(stored && (await buffer(stored))).toEqual(drawn.rawPayload);
  });

  it("leaves no file behind if it cannot be noted", async () => {
    const { database, config, log, ports } = test.context;
    const { kysely } = database;
    await image();
    const { image_key: key } = await kysely
      .selectFrom("lot_shares")
      .select("image_key")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const storage = openStorage(config);
    await storage.remove(key ?? "");
    await kysely.updateTable("lot_shares").set({ image_key: null }).execute();
    const broken = {
      ...database,
      kysely: new Proxy(kysely, {
        get: (target, name): unknown =>
          name === "updateTable"
            ? () => {
                throw new Error("no connection");
              }
            : Reflect.get(target, name),
      }),
    };
    const lot = await findSharedLot(sharing(test), id);
    if (!lot) throw new Error("The link has no lot");
    const context = { database: broken, storage, ports, log };
    const drawn = await previewImage(context, { id, lot });
    expect(drawn.length).toBeGreaterThan(1_000);
    expect(await storage.read(key ?? "")).toBeNull();
  });

  it("does not exist for an unknown link", async () => {
    const reply = await test.app.inject(`/api/share/${"x".repeat(22)}/image`);
    expect(reply.statusCode).toBe(404);
  });

  it("is named by tags for the page, which cannot add markup", async () => {
    const context = sharing(test);
    const pages = fastify().decorateRequest("language", "en");
    pages.get("/*", (request) => previewTags(context, request));
    const headers = { host: "seriba.test" };
    const { body } = await pages.inject({ url: link, headers });
    expect(body).toContain(
      'property="og:title" content="Toyota Prius &quot;&lt;b&gt;&quot; &amp; more, 2019"',
    );
    expect(body).toContain(
      `property="og:image" content="http://seriba.test/api/share/${id}/image"`,
    );
    expect(body).not.toContain("8001234");
    const other = await pages.inject(`/car-auction/share/${"x".repeat(22)}`);
    expect(other.body).toBe("");
  });

  it("ends with its link", async () => {
    test.setNow("2026-12-24T00:00:00+09:00");
    const job = removeExpiredJob(test.context);
    expect(await job.run(new AbortController().signal)).toBeGreaterThan(0);
    expect(await job.run(new AbortController().signal)).toBe(0);
    expect((await image()).statusCode).toBe(404);
  });
});

describe("drawing a preview", () => {
  it("leaves out a photo that cannot be decoded, and foreign SVG", async () => {
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"><rect width="4" height="3" fill="red"/></svg>',
    );
    const lot = { title: "A <b> & a name ".repeat(9), facts: "4.5" };
    const without = await drawPreview(lot, null);
    for (const bytes of [Buffer.from("no picture"), svg])
      expect(
        Buffer.from(await drawPreview(lot, { bytes, isOwn: false })).equals(
          without,
        ),
      ).toBe(true);
    const own = await drawPreview(lot, { bytes: svg, isOwn: true });
    expect(Buffer.from(own).equals(without)).toBe(false);
  });
});
