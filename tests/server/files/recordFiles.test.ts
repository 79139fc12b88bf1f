import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { removeExpiredJob } from "../../../server/operations";
import { signIn, testApp, type Account } from "../../support/app";
import { saved, type Json } from "../workspace/records/support/saved";

const folder = mkdtempSync(path.join(tmpdir(), "seriba-record-files-"));
const server = await testApp({ environment: { FILES_DIRECTORY: folder } });
const { database } = server.context;

const pdf = Buffer.concat([
  Buffer.from("%PDF-1.7\n"),
  Buffer.alloc(9_000, "content "),
]);
const photo = await sharp({
  create: { width: 900, height: 600, channels: 3, background: "#26478d" },
})
  .jpeg()
  .toBuffer();

type Entry = {
  id: string;
  name: string;
  type: string;
  size: number;
  address: string;
};

const list = "/api/lists/announcements";
const text = {
  ...{ titleEn: "Holidays", titleRu: "Праздники" },
  ...{ textEn: "No auctions.", textRu: "Аукционов нет." },
  ...{ from: "2026-11-01", until: null, audience: "everybody" },
};
const day = 24 * 3_600_000;

const send = async (
  account: Account,
  {
    name = "prices.pdf",
    payload = pdf,
    field = "attachments",
    of = "announcements",
  } = {},
) =>
  server.call({
    method: "POST",
    url: `/api/record-files?${new URLSearchParams({ list: of, field, name }).toString()}`,
    headers: { "content-type": "application/octet-stream" },
    payload,
    ...(await signIn(server, account)),
  });

const upload = async (account: Account = "manager", options = {}) => {
  const reply = await send(account, options);
  expect(reply.statusCode).toBe(200);
  return reply.json<{ file: Entry }>().file;
};

const open = async (account: Account, url: string) =>
  server.call({ url, ...(await signIn(server, account)) });

const add = async (attachments: unknown, account: Account = "manager") =>
  server.call({
    method: "POST",
    url: list,
    payload: { ...text, attachments },
    ...(await signIn(server, account)),
  });

const put = async (
  { id, tag }: { id: string; tag: string },
  body: Json,
  account: Account = "manager",
) =>
  server.call({
    method: "PUT",
    url: `${list}/${id}`,
    headers: { "if-match": tag },
    payload: { ...text, ...body },
    ...(await signIn(server, account)),
  });

const entriesOf = (record: { detail: Json }) =>
  record.detail.attachments as Entry[];

const removeExpired = async () =>
  removeExpiredJob(server.context).run(new AbortController().signal);

const storedFiles = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile(),
  ).length;

const stored = (id: string) =>
  database.kysely
    .selectFrom("record_files")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();

describe("an upload for a record", () => {
  it("is opened by its uploader alone until a record has it", async () => {
    const file = await upload();
    expect(file).toMatchObject({
      ...{ name: "prices.pdf", type: "application/pdf", size: pdf.length },
      address: `/api/record-files/${file.id}`,
    });
    const own = await open("manager", file.address);
    expect(own.rawPayload.equals(pdf)).toBe(true);
    expect(own.headers["content-disposition"]).toContain("prices.pdf");
    for (const other of ["client", "admin"] as const)
      expect((await open(other, file.address)).statusCode).toBe(404);
  });

  it("is for people who write records of the list, and for its fields with files", async () => {
    expect((await send("client")).statusCode).toBe(403);
    expect((await send("manager", { field: "titleEn" })).statusCode).toBe(404);
    expect((await send("manager", { of: "nothing" })).statusCode).toBe(404);
  });

  it("must be of an accepted type by its bytes, and not too large", async () => {
    const wrong = await send("manager", {
      name: "prices.pdf",
      payload: Buffer.from("<script>alert(1)</script>"),
    });
    expect(wrong.statusCode).toBe(422);
    const large = await send("manager", {
      payload: Buffer.concat([pdf, Buffer.alloc(10_000_000)]),
    });
    expect(large.statusCode).toBe(413);
    expect(large.json<{ errors: Json }>().errors.name).toEqual([
      "The file is too large: at most 10 MB",
    ]);
    expect(storedFiles()).toBe(
      (await database.kysely.selectFrom("record_files").selectAll().execute())
        .length,
    );
  });

  it("is removed after a day without a record", async () => {
    const file = await upload();
    server.wait(23.5 * 3_600_000);
    expect((await add([{ id: file.id }])).statusCode).toBe(422);
    server.wait(3_600_000);
    await removeExpired();
    expect(await stored(file.id)).toBeUndefined();
    expect(storedFiles()).toBe(0);
  });
});

describe("the files of a record", () => {
  it("are read by everybody who reads the record and the field", async () => {
    const files = [
      await upload(),
      await upload("manager", { name: "car.jpg", payload: photo }),
    ];
    const record = saved(await add(files.toReversed()));
    expect(entriesOf(record)).toEqual(files.toReversed());
    for (const account of ["client", "dealer", "admin"] as const) {
      const read = await open(account, files[0]?.address ?? "");
      expect(read.rawPayload.equals(pdf)).toBe(true);
    }
    const later = saved(
      await put(record, { attachments: files, audience: "manager" }),
    );
    expect(entriesOf(later)).toEqual(files);
    expect((await open("client", files[0]?.address ?? "")).statusCode).toBe(
      404,
    );
    expect((await open("admin", files[0]?.address ?? "")).statusCode).toBe(200);
  });

  it("have small pictures of photos", async () => {
    const file = await upload("manager", { name: "car.jpg", payload: photo });
    await add([{ id: file.id }]);
    const small = await open("client", `${file.address}?size=small`);
    expect(small.headers["content-type"]).toBe("image/webp");
    expect(await sharp(small.rawPayload).metadata()).toMatchObject({
      ...{ width: 320, height: 213 },
    });
    const again = await server.call({
      url: `${file.address}?size=small`,
      headers: { "if-none-match": String(small.headers.etag) },
      ...(await signIn(server, "client")),
    });
    expect(again.statusCode).toBe(304);
    const document = await upload();
    expect(
      (await open("manager", `${document.address}?size=small`)).statusCode,
    ).toBe(404);
  });

  it("have the stored name, type and size, whatever the body says", async () => {
    const file = await upload();
    const record = saved(
      await add([{ ...file, name: "other.pdf", type: "text/html", size: 1 }]),
    );
    expect(entriesOf(record)).toEqual([file]);
  });

  it("are no uploads of others, of other records or fields, and none twice", async () => {
    const file = await upload();
    const [byAdmin, twice, unknown] = [
      await add([{ id: file.id }], "admin"),
      await add([{ id: file.id }, { id: file.id }]),
      await add([{ id: "999999" }]),
    ];
    for (const refused of [byAdmin, twice, unknown]) {
      expect(refused.statusCode).toBe(422);
      expect(refused.json<{ errors: Json }>().errors).toHaveProperty(
        "attachments",
      );
    }
    const named = await add([file, { id: "999999", name: "lost.pdf" }]);
    expect(named.json<{ errors: Json }>().errors.attachments).toEqual([
      "The file “lost.pdf” is no longer available. Remove it and upload it again.",
    ]);
    const owner = saved(await add([{ id: file.id }]));
    expect((await add([{ id: file.id }])).statusCode).toBe(422);
    const other = saved(await add(null));
    expect((await put(other, { attachments: [file] })).statusCode).toBe(422);
    expect((await put(owner, { attachments: [file] })).statusCode).toBe(200);
  });

  it("are at most as many as the field allows", async () => {
    const files: Awaited<ReturnType<typeof upload>>[] = [];
    while (files.length < 9) files.push(await upload());
    expect((await add(files)).statusCode).toBe(422);
    expect((await add(files.slice(1))).statusCode).toBe(201);
  });

  it("are in the history by their names", async () => {
    const file = await upload("manager", { name: "счёт.pdf" });
    const record = saved(await add([{ id: file.id }]));
    await put(record, { attachments: null });
    const history = await open("manager", `${list}/${record.id}/history`);
    const [change] = history.json<{ history: Json[] }>().history;
    expect(change).toMatchObject({
      before: { attachments: [{ name: "счёт.pdf" }] },
      after: { attachments: null },
    });
  });
});

describe("a file that its record no longer has", () => {
  it("stays as long as the history, and the record may have it back", async () => {
    const file = await upload();
    const record = saved(await add([file]));
    const without = saved(await put(record, { attachments: null }));
    expect((await open("manager", file.address)).statusCode).toBe(404);
    const back = saved(await put(without, { attachments: [file] }));
    expect((await open("client", file.address)).statusCode).toBe(200);
    await put(back, { attachments: null });
    server.wait(729 * day);
    await removeExpired();
    expect(await stored(file.id)).toBeDefined();
    server.wait(2 * day);
    await removeExpired();
    expect(await stored(file.id)).toBeUndefined();
  });

  it("is released when the record is removed", async () => {
    const file = await upload();
    const { id, tag } = saved(await add([file]));
    const removed = await server.call({
      method: "DELETE",
      url: `${list}/${id}`,
      headers: { "if-match": tag },
      ...(await signIn(server, "manager")),
    });
    expect(removed.statusCode).toBe(200);
    expect(await stored(file.id)).toMatchObject({
      ...{ holder: null, record_id: id },
    });
    expect((await open("manager", file.address)).statusCode).toBe(404);
  });
});
