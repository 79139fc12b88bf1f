import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { beforeEach, describe, expect, it } from "vitest";
import { s3Storage } from "../../../../server/platform/storage";
import { signIn, testApp } from "../../../support/app";
import { startS3 } from "../../../support/s3Server";

const s3 = await startS3();
const storage = s3Storage(s3.bucket);
const key = "0b5b2f0e-2f7a-4b9e-8f5e-1d2c3b4a5f60";
const bytesOf = (text: string) => Readable.from([Buffer.from(text)]);

beforeEach(() => {
  s3.objects.clear();
  s3.requests.length = 0;
  s3.refuse(undefined);
});

describe("files in a bucket", () => {
  it("are stored, downloaded by their owner and refused without a trace", async () => {
    const server = await testApp({
      environment: {
        FILES_URL: s3.bucket.url,
        FILES_REGION: s3.bucket.region,
        FILES_KEY_ID: s3.bucket.keyId,
        FILES_SECRET: s3.bucket.secret,
      },
    });
    const client = await signIn(server, "client");
    const upload = (payload: Buffer) =>
      server.app.inject({
        method: "POST",
        url: "/api/files?name=invoice.pdf",
        headers: { "content-type": "application/octet-stream" },
        payload,
        ...client,
      });
    const pdf = Buffer.concat([
      Buffer.from("%PDF-1.7\n"),
      Buffer.alloc(6_000_000, "content "),
    ]);
    const stored = await upload(pdf);
    expect(stored.statusCode).toBe(200);
    expect(s3.objects.size).toBe(1);
    const { id } = stored.json<{ file: { id: string } }>().file;
    const address = await server.call({
      method: "POST",
      url: "/api/files/address",
      payload: { id },
      ...client,
    });
    const download = await server.app.inject({
      url: address.json<{ address: string }>().address,
      ...client,
    });
    expect(download.rawPayload.equals(pdf)).toBe(true);
    expect((await upload(Buffer.from("<html></html>"))).statusCode).toBe(422);
    expect(s3.objects.size).toBe(1);
  });

  it("are sent only when all bytes have arrived", async () => {
    async function* broken() {
      yield await Promise.resolve(Buffer.from("half of the"));
      throw new Error("The connection broke");
    }
    await expect(storage.write(key, broken())).rejects.toThrow(
      "The connection broke",
    );
    expect(s3.requests).toEqual([]);
  });

  it("are removed, and an unknown key has no file", async () => {
    await storage.write(key, bytesOf("content"));
    const found = await storage.read(key);
    expect(found && String(await buffer(found))).toBe("content");
    await storage.remove(key);
    expect(await storage.read(key)).toBeNull();
    await storage.remove(key);
  });

  it("report a full bucket, a refusal and a server that is away", async () => {
    s3.refuse(507);
    await expect(storage.write(key, bytesOf("a"))).rejects.toMatchObject({
      code: "storage_full",
    });
    s3.refuse(undefined);
    const other = s3Storage({ ...s3.bucket, secret: "another-secret" });
    await expect(other.read(key)).rejects.toThrow(
      /^The S3 server answered 403$/,
    );
    await s3.close();
    for (const call of [
      () => storage.read(key),
      () => storage.write(key, bytesOf("a")),
      () => storage.remove(key),
    ])
      await expect(call()).rejects.toMatchObject({ code: "unavailable" });
  });
});
