import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import type { Viewer } from "../../../../domain/access";
import { lotSource } from "../../../../server/catalog";
import { createListingReader } from "../../../../server/workspace/listing";
import { exportList } from "../../../../server/workspace/export/exportList";
import { signIn, testApp, type TestApp } from "../../../support/app";
import { addLot } from "../../bidding/support";

const rowCount = 4_000;
/** Characters of each: more in all than the connection takes at once. */
const rowLength = 4_096;
const path = "/api/auction/listing/export?format=";

/** Many lots, of texts that do not compress. */
async function serverWithLots() {
  const server = await testApp();
  const { database } = server.context;
  const id = await addLot(database);
  await sql`
    insert into lots (area, source, source_id, lot_no, auction_at, auction_day,
      maker_id, model_id, status, grade, row_hash, imported_at)
    select area, source, source_id || n, n::text, auction_at, auction_day,
      maker_id, model_id, status, (select string_agg(md5((n * k)::text), '')
        from generate_series(1, ${rowLength / 32}) as k), row_hash, imported_at
    from lots, generate_series(2, ${rowCount}) as n
    where id = ${id}`.execute(database.longRunning);
  await server.app.listen({ host: "127.0.0.1", port: 0 });
  return server;
}

type Client = { cookies: Record<string, string> };

function download(
  { app }: TestApp,
  { cookies }: Client,
  { format, encoding = "identity" }: { format: string; encoding?: string },
): Promise<IncomingMessage> {
  const address = app.server.address();
  if (address === null || typeof address === "string") throw new Error("none");
  const cookie = Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join("; ");
  return new Promise((resolve, reject) => {
    get({
      port: address.port,
      path: path + format,
      agent: false,
      headers: { cookie, "accept-encoding": encoding },
    })
      .on("response", resolve)
      .on("error", reject);
  });
}

/** Bytes of an answer; throws when it is cut before its end. */
async function sizeOf(reply: IncomingMessage): Promise<number> {
  let size = 0;
  for await (const bytes of reply) size += (bytes as Buffer).length;
  return size;
}

let server: TestApp;
let client: Client;

beforeAll(async () => {
  server = await serverWithLots();
  client = await signIn(server, "client");
});

describe("an export of many rows", () => {
  it("comes whole, compressed where the reader takes it", async () => {
    const plain = await sizeOf(
      await download(server, client, { format: "csv" }),
    );
    expect(plain).toBeGreaterThan(rowCount * rowLength);
    const reply = await download(server, client, {
      format: "csv",
      encoding: "gzip",
    });
    expect(reply.headers["content-encoding"]).toBe("gzip");
    expect(await sizeOf(reply)).toBeLessThan(plain);
  });

  it.each(["csv", "xlsx"])(
    "keeps no more of a %s at its end than at its beginning",
    async (format) => {
      setFlagsFromString("--expose-gc");
      const collect = runInNewContext("gc") as () => void;
      const { context, ids } = server;
      const viewer: Viewer = {
        userId: ids["client@seriba.test"] ?? "",
        userType: 2,
        userLevel: 1064,
        roleId: 1064,
        permissions: { carAuctionsView: true },
      };
      const lots = createListingReader(context, lotSource);
      const resource = context.workspace.resource("car-auction");
      const file = exportList(
        context,
        { resource, reader: lots },
        { viewer, language: "en", query: { format } },
      );
      const kept: number[] = [];
      let size = 0;
      let measuredAt = 0;
      for await (const bytes of await file.open()) {
        size += bytes.length;
        if (size - measuredAt < 1_000_000) continue;
        measuredAt = size;
        // The second collection ends what the first began in other threads.
        collect();
        collect();
        const { heapUsed, arrayBuffers } = process.memoryUsage();
        kept.push(heapUsed + arrayBuffers);
      }
      expect(kept.length).toBeGreaterThan(4);
      // The first sample comes before the buffers are full.
      const half = Math.ceil(kept.length / 2);
      const atBeginning = Math.min(...kept.slice(1, half));
      const atEnd = Math.min(...kept.slice(half));
      expect(atEnd - atBeginning).toBeLessThan(2_000_000);
    },
  );

  it("is refused while others are written, and taken once readers leave", async () => {
    const first = await download(server, client, { format: "csv" });
    const second = await download(server, client, { format: "xlsx" });
    const third = await download(server, client, { format: "csv" });
    expect(third.statusCode).toBe(503);
    expect(Number(third.headers["retry-after"])).toBeGreaterThan(0);
    expect(third.headers["content-type"]).toContain("application/json");
    third.resume();
    first.destroy();
    second.destroy();
    const statusOfAnother = async () => {
      const another = await download(server, client, { format: "csv" });
      another.destroy();
      return another.statusCode;
    };
    await expect.poll(statusOfAnother).toBe(200);
  });
});

describe("an export that fails on its way", () => {
  it("cuts the connection, so that no half file looks whole", async () => {
    const dealer = await signIn(server, "dealer");
    const begun = [
      await download(server, dealer, { format: "csv" }),
      await download(server, dealer, { format: "csv", encoding: "gzip" }),
      await download(server, await signIn(server, "client"), {
        format: "xlsx",
      }),
    ];
    for (const reply of begun) {
      expect(reply.statusCode).toBe(200);
      await once(reply, "readable");
    }
    // The last test of this file: nothing is answered after it.
    await server.context.database.close();
    for (const reply of begun)
      await expect(sizeOf(reply)).rejects.toThrow("aborted");
  });
});
