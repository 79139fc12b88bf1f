import { Readable } from "node:stream";
import { AwsClient } from "aws4fetch";
import { createHash, randomUUID } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { failure } from "../errors";
import { isDiskFull, type Storage } from "./folderStorage";

/** Milliseconds until the server must have answered. */
const answerTimeout = 60_000;

type Bucket = {
  /** The address of the bucket, with the beginning of all keys if it has one. */
  url: string;
  region: string;
  keyId: string;
  secret: string;
};

/**
 * Makes a storage in a bucket of an S3-compatible server. A file is sent with one
 * request when all its bytes have arrived, which S3 stores as a whole or not at
 * all: a broken upload leaves no parts to clean up. The server compares the bytes
 * with their signed hash. All calls throw `unavailable` while the server is away.
 */
export function s3Storage({ url, region, keyId, secret }: Bucket): Storage {
  const client = new AwsClient({
    accessKeyId: keyId,
    secretAccessKey: secret,
    service: "s3",
    region,
  });
  const base = url.replace(/\/+$/, "");

  /** Returns a successful reply; null for an unknown key. */
  const send = async (
    key: string,
    init: RequestInit,
  ): Promise<Response | null> => {
    const timeout = new AbortController();
    const timer = setTimeout(() => {
      timeout.abort();
    }, answerTimeout);
    try {
      const request = await client.sign(`${base}/${key}`, init);
      const reply = await fetch(request, { signal: timeout.signal });
      if (reply.ok) return reply;
      await reply.body?.cancel();
      if (reply.status === 404 && init.method !== "PUT") return null;
      if (reply.status === 507) throw failure("storage_full");
      throw new S3Refused(reply.status);
    } catch (error) {
      if (error instanceof TypeError || timeout.signal.aborted)
        throw failure("unavailable", { retryAfter: 10 });
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    write: async (key, bytes) => {
      try {
        await spoolFile(bytes, ({ size, hash, read }) =>
          send(key, {
            method: "PUT",
            headers: {
              "content-length": String(size),
              "x-amz-content-sha256": hash,
            },
            body: Readable.toWeb(read()) as ReadableStream<Uint8Array>,
          }),
        );
      } catch (error) {
        throw isDiskFull(error) ? failure("storage_full") : error;
      }
    },
    read: async (key) => {
      const reply = await send(key, { method: "GET" });
      return reply?.body ? Readable.fromWeb(reply.body) : null;
    },
    remove: async (key) => {
      const reply = await send(key, { method: "DELETE" });
      await reply?.body?.cancel();
    },
  };
}

/** The server refused a call, for example because of a wrong key or bucket. */
class S3Refused extends Error {
  constructor(status: number) {
    super(`The S3 server answered ${status}`);
    this.name = "S3Refused";
  }
}

type Spooled = {
  size: number;
  /** The SHA-256 of the bytes, in hex. */
  hash: string;
  read: () => Readable;
};

/**
 * Writes bytes to a temporary file and calls `use` with it once all have
 * arrived. The file has no name while it is open, so that nothing of it is left
 * even if the program is killed.
 */
async function spoolFile<Result>(
  bytes: AsyncIterable<Uint8Array>,
  use: (spooled: Spooled) => Promise<Result>,
): Promise<Result> {
  const name = path.join(tmpdir(), `seriba-upload-${randomUUID()}`);
  const file = await open(name, "wx+", 0o600);
  try {
    await rm(name);
    const hash = createHash("sha256");
    let size = 0;
    for await (const chunk of bytes) {
      await file.appendFile(chunk);
      hash.update(chunk);
      size += chunk.length;
    }
    return await use({
      size,
      hash: hash.digest("hex"),
      read: () => file.createReadStream({ start: 0, autoClose: false }),
    });
  } finally {
    await file.close();
  }
}
