import { once } from "node:events";
import { mkdtempSync, readdirSync, readlinkSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { toJapanIso } from "../../../domain/japanTime";
import { removeExpiredJob } from "../../../server/operations";
import { folderStorage } from "../../../server/platform/storage";
import { signIn, signInAnew, testApp, type Account } from "../../support/app";
import { eventually } from "../../support/eventually";

const folder = mkdtempSync(path.join(tmpdir(), "seriba-files-test-"));
const server = await testApp({ environment: { FILES_DIRECTORY: folder } });
const { context, ids } = server;
const { database } = context;
await server.app.listen({ port: 0, host: "127.0.0.1" });
const { port } = server.app.server.address() as AddressInfo;

const pdf = Buffer.concat([
  Buffer.from("%PDF-1.7\n"),
  Buffer.alloc(9_000, "content "),
]);
const png = Buffer.from(
  "89504e470d0a1a0a0000000d4948445200000001000000010806000000",
  "hex",
);
const octets = { "content-type": "application/octet-stream" };

const upload = async (
  account: Account,
  name: string,
  payload: Buffer,
  headers: Record<string, string> = octets,
) =>
  server.call({
    method: "POST",
    url: `/api/files?${new URLSearchParams({ name }).toString()}`,
    headers,
    payload,
    ...(await signIn(server, account)),
  });

const addressOf = async (account: Account, id: string) =>
  server.call({
    method: "POST",
    url: "/api/files/address",
    payload: { id },
    ...(await signIn(server, account)),
  });

const open = async (account: Account, url: string) =>
  server.call({ url, ...(await signIn(server, account)) });

const kept = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

const rows = () => database.kysely.selectFrom("files").selectAll().execute();

const cookieOf = (cookies: Record<string, string>) =>
  Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join("; ");

/**
 * Sends a whole body before it reads the answer, as many clients do, and returns the
 * status. Rejects if the connection breaks.
 */
async function post(
  path: string,
  headers: Record<string, string>,
  body: Buffer,
): Promise<number> {
  const socket = connect(port, "127.0.0.1").pause();
  const lines = Object.entries({
    ...headers,
    "content-length": String(body.length),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${lines.join("")}\r\n`;
  socket.write(head);
  await new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    socket.write(body, () => {
      resolve();
    });
  });
  const [answer] = (await once(socket.resume(), "data")) as [Buffer];
  socket.destroy();
  return Number(/^HTTP\/1\.1 (\d+)/.exec(answer.toString())?.[1]);
}

beforeEach(async () => {
  await database.kysely.deleteFrom("files").execute();
});

/** The file of a reply that accepted it. */
const fileOf = (reply: { json: () => unknown }) =>
  (reply.json() as { file: { id: string } }).file;

describe("an upload", () => {
  it("is stored and downloaded by its owner", async () => {
    const reply = await upload("client", "счёт 1.pdf", pdf);
    expect(reply.statusCode).toBe(200);
    const file = fileOf(reply);
    expect(file).toMatchObject({ type: "application/pdf", size: pdf.length });
    const { address } = (await addressOf("client", file.id)).json<{
      address: string;
    }>();
    const download = await open("client", address);
    expect(download.rawPayload.equals(pdf)).toBe(true);
    expect(download.headers).toMatchObject({
      "content-type": "application/pdf",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent("счёт 1.pdf")}`,
    });
  });

  it.each([
    ["page.pdf", Buffer.from("<html><script>alert(1)</script></html>"), 422],
    ["photo.png", pdf, 422],
    ["photo.exe", png, 422],
    ["empty.pdf", Buffer.alloc(0), 422],
    ["../../etc/passwd.pdf", pdf, 400],
    ["large.pdf", Buffer.concat([pdf, Buffer.alloc(20_000_001)]), 413],
  ])("is refused with nothing left: %s", async (name, payload, status) => {
    const before = kept();
    expect((await upload("client", name, payload)).statusCode).toBe(status);
    expect(kept()).toEqual(before);
    expect(await rows()).toEqual([]);
  });

  it("needs a session, and JSON bodies are not taken", async () => {
    const anonymous = await server.call({
      method: "POST",
      url: "/api/files?name=a.pdf",
      headers: octets,
      payload: pdf,
    });
    expect(anonymous.statusCode).toBe(401);
    const json = { "content-type": "application/json" };
    const reply = await upload("client", "a.pdf", Buffer.from("{}"), json);
    expect(reply.statusCode).toBe(400);
  });

  it.each([
    ["a file", "/api/files?name=large.pdf", octets],
    ["JSON", "/api/auth", { "content-type": "application/json" }],
  ])("of %s that is too large is answered by 413", async (_, url, headers) => {
    const { cookies } = await signIn(server, "client");
    const body = Buffer.concat([pdf, Buffer.alloc(21_000_000)]);
    const cookie = cookieOf(cookies);
    for (const connection of ["keep-alive", "close"]) {
      const all = { ...headers, connection, cookie };
      expect(await post(url, all, body)).toBe(413);
    }
  });

  it("leaves nothing behind when the connection breaks", async () => {
    const before = kept();
    const { cookies } = await signIn(server, "client");
    const cookie = cookieOf(cookies);
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write(
      `POST /api/files?name=a.pdf HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nContent-Type: application/octet-stream\r\nContent-Length: 500000\r\n\r\n`,
    );
    socket.write(pdf);
    await eventually(async () => {
      expect(kept()).toHaveLength(before.length + 1);
    });
    socket.destroy();
    await eventually(async () => {
      expect(kept()).toEqual(before);
      expect(await rows()).toEqual([]);
    });
  });

  it("removes what a killed server left", async () => {
    const storage = folderStorage(folder);
    const key = "11111111-1111-4111-8111-111111111111";
    async function* bytes() {
      yield pdf;
    }
    await storage.write(key, bytes());
    await database.kysely
      .insertInto("files")
      .values({
        owner_id: String(ids["client@seriba.test"]),
        key,
        name: "killed.pdf",
        started_at: new Date("2026-11-20T00:00:00Z"),
      })
      .execute();
    expect((await upload("client", "next.pdf", pdf)).statusCode).toBe(200);
    expect(kept()).toContain(key);
    await removeExpiredJob(context).run(new AbortController().signal);
    expect(kept()).not.toContain(key);
    expect((await rows()).map(({ name }) => name)).toEqual(["next.pdf"]);
  });

  it("is limited to three at once for each user", async () => {
    await database.kysely
      .insertInto("files")
      .values(
        [1, 2, 3].map((number) => ({
          owner_id: String(ids["client@seriba.test"]),
          key: `arriving-file-number-${number}`,
          name: "a.pdf",
          started_at: context.clock.now(),
        })),
      )
      .execute();
    expect((await upload("client", "b.pdf", pdf)).statusCode).toBe(429);
    expect((await upload("dealer", "b.pdf", pdf)).statusCode).toBe(200);
  });

  it("says that the disk is full", async () => {
    const full = Object.assign(new Error("full"), { code: "ENOSPC" });
    async function* bytes(): AsyncGenerator<Buffer> {
      yield pdf;
      throw full;
    }
    const storage = folderStorage(folder);
    const before = kept();
    const key = "22222222-2222-4222-8222-222222222222";
    await expect(storage.write(key, bytes())).rejects.toMatchObject({
      code: "storage_full",
    });
    expect(kept()).toEqual(before);
  });
});

describe("the address of a file", () => {
  const stored = async () =>
    fileOf(await upload("client", "photo.png", png)).id;

  it("is given to the owner alone", async () => {
    const id = await stored();
    expect((await addressOf("dealer", id)).statusCode).toBe(404);
    expect((await addressOf("admin", id)).statusCode).toBe(404);
    expect((await addressOf("client", "999999")).statusCode).toBe(404);
  });

  it("opens for its user alone, for ten minutes", async () => {
    const reply = await addressOf("client", await stored());
    const { address, expiresAt } = reply.json<{
      address: string;
      expiresAt: string;
    }>();
    expect(new Date(expiresAt).getTime() - context.clock.now().getTime()).toBe(
      600_000,
    );
    expect((await open("client", address)).statusCode).toBe(200);
    expect((await open("dealer", address)).statusCode).toBe(404);
    expect((await server.call({ url: address })).statusCode).toBe(401);
    const altered = `${address.slice(0, -1)}${address.endsWith("A") ? "B" : "A"}`;
    expect((await open("client", altered)).statusCode).toBe(404);
    server.wait(600_001);
    expect((await open("client", address)).statusCode).toBe(404);
  });
});

describe("downloads", () => {
  /** The number of files of the storage that are open. */
  const openFiles = () =>
    readdirSync("/proc/self/fd").filter((descriptor) => {
      try {
        return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith(folder);
      } catch {
        return false;
      }
    }).length;

  it("that nobody reads are limited, and end with the session", async () => {
    const large = Buffer.concat([pdf, Buffer.alloc(19_000_000)]);
    const { id } = fileOf(await upload("client", "large.pdf", large));
    const reply = await addressOf("client", id);
    const { address } = reply.json<{ address: string }>();
    const { cookies } = await signInAnew(server, "client");
    const headers = { cookie: cookieOf(cookies) };
    const download = () =>
      new Promise<IncomingMessage>((resolve) => {
        get({ port, path: address, headers, agent: false }, resolve);
      });
    const unread: IncomingMessage[] = [];
    for (let count = 0; count < 8; count += 1) unread.push(await download());
    expect(unread.map(({ statusCode }) => statusCode)).toEqual(
      Array.from({ length: 8 }, () => 200),
    );
    expect(openFiles()).toBe(8);
    const refused = await download();
    expect(refused.statusCode).toBe(503);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    refused.resume();

    const ended = unread.map(
      (message) =>
        new Promise((resolve) => {
          message.on("error", () => undefined).on("close", resolve);
        }),
    );
    await server.call({ method: "POST", url: "/api/auth/logout", cookies });
    await eventually(() => {
      expect(openFiles()).toBe(0);
    });
    for (const message of unread) message.resume();
    await Promise.all(ended);
    expect(unread.some(({ complete }) => complete)).toBe(false);
    expect((await open("client", address)).statusCode).toBe(200);
    expect(openFiles()).toBe(0);
  });

  it("whose file is gone give their slot back", async () => {
    const { id } = fileOf(await upload("client", "photo.png", png));
    const reply = await addressOf("client", id);
    const { address } = reply.json<{ address: string }>();
    const [row] = await rows();
    await folderStorage(folder).remove(row?.key ?? "");
    const session = await signIn(server, "client");
    for (let count = 0; count < 10; count += 1) {
      const call = { url: address, ...session };
      expect((await server.call(call)).statusCode).toBe(404);
    }
  });
});

describe("own files", () => {
  const ownFiles = async (account: Account) =>
    (
      await server.call({
        url: "/api/files",
        ...(await signIn(server, account)),
      })
    ).json<{ files: { id: string }[] }>().files;
  const remove = async (account: Account, id: string) =>
    server.call({
      method: "DELETE",
      url: `/api/files/${id}`,
      ...(await signIn(server, account)),
    });

  it("are listed, and removed with their bytes", async () => {
    const before = kept();
    const { id } = fileOf(await upload("client", "photo.png", png));
    expect(await ownFiles("client")).toEqual([
      {
        id,
        name: "photo.png",
        type: "image/png",
        size: png.length,
        storedAt: toJapanIso(context.clock.now()),
      },
    ]);
    expect((await remove("client", id)).statusCode).toBe(200);
    expect(await ownFiles("client")).toEqual([]);
    expect(kept()).toEqual(before);
    expect((await addressOf("client", id)).statusCode).toBe(404);
    expect((await remove("client", id)).statusCode).toBe(404);
  });

  it("are seen and removed only by their owner and by administrators", async () => {
    const { id } = fileOf(await upload("client", "photo.png", png));
    expect(await ownFiles("manager")).toEqual([]);
    expect((await remove("manager", id)).statusCode).toBe(404);
    const list = { url: "/api/lists/files" };
    const asManager = await signIn(server, "manager");
    expect((await server.call({ ...list, ...asManager })).statusCode).toBe(403);
    const asAdmin = await signIn(server, "admin");
    const all = await server.call({ ...list, ...asAdmin });
    expect(all.json()).toMatchObject({
      rows: [{ id, name: "photo.png", owner: "client@seriba.test" }],
    });
    expect((await remove("admin", id)).statusCode).toBe(200);
    expect(await ownFiles("client")).toEqual([]);
  });
});
