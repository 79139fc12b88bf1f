import { afterEach, describe, expect, it } from "vitest";
import { downloadRows } from "../../../server/feed/downloadRows";
import type { FeedDownload } from "../../../server/feed/downloadRows";
import { feedAddress } from "../../../server/feed/feedAddress";
import { FeedError } from "../../../server/feed/feedError";
import { isPublicAddress } from "../../../server/platform/outbound";
import { defaultLimits } from "../../../server/feed/askProvider";
import { cutAfter, feedServer, refuse, send, sendRange } from "./feedServer";

type Server = Awaited<ReturnType<typeof feedServer>>;
let server: Server | undefined;
afterEach(() => server?.close());

const limits = { ...defaultLimits, pause: 1 };

const ids = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => ({
    ID: String(from + index),
  }));
const json = (from: number, to: number) => JSON.stringify(ids(from, to));

/** Returns the downloaded rows and the message of the final error. */
async function download(
  changes: Partial<FeedDownload> & {
    path?: string;
    key?: string;
    mapping?: Parameters<typeof feedAddress>[0]["download"];
  } = {},
) {
  const { path = "/feed", key, mapping, ...rest } = changes;
  const url = `${server?.url}${path}`;
  const rows: unknown[] = [];
  try {
    for await (const row of downloadRows({
      address: feedAddress({ url, key, area: "auction", download: mapping }),
      pages: mapping?.pages,
      reading: {},
      signal: new AbortController().signal,
      limits,
      ...rest,
    }))
      rows.push(row);
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    return { rows, error: error.message };
  }
  return { rows, error: null };
}

describe("a feed at an address", () => {
  it("is read with the encoding and format of the Content-Type", async () => {
    const text = Buffer.from([0xd2, 0xce]).toString("latin1");
    server = await feedServer((_, response) => {
      response.setHeader("Content-Type", "text/csv; charset=windows-1251");
      response.end(Buffer.from(`ID\n${text}\n`, "latin1"));
    });
    const portions: unknown[] = [];
    const onPortion = (portion: number | null) => portions.push(portion);
    expect(await download({ onPortion })).toEqual({
      rows: [{ ID: "ТО" }],
      error: null,
    });
    expect(portions).toEqual([1]);
  });

  it("resumes a broken connection by a range request", async () => {
    const text = json(1, 500);
    const headers = { ETag: '"a1"' };
    server = await feedServer(
      cutAfter(1000, text, headers),
      refuse(503),
      sendRange(text),
    );
    expect(await download()).toEqual({ rows: ids(1, 500), error: null });
    expect(server.calls.slice(1).map(({ headers }) => headers)).toMatchObject([
      { range: "bytes=1000-", "if-range": '"a1"' },
      { range: "bytes=1000-", "if-range": '"a1"' },
    ]);
  });

  it("resumes by a second download when the provider has no ranges", async () => {
    const text = json(1, 500);
    server = await feedServer(
      cutAfter(1000, text),
      cutAfter(2000, text),
      send(text),
    );
    expect(await download()).toEqual({ rows: ids(1, 500), error: null });
    expect(server.calls).toHaveLength(3);
  });

  it("does not join the halves of two different feeds", async () => {
    server = await feedServer(
      cutAfter(1000, json(1, 500)),
      send(json(501, 900)),
    );
    const { rows, error } = await download();
    expect(rows.length).toBeLessThan(500);
    expect(error).toBe(
      "The feed changed while it was fetched; import it again",
    );
  });

  it("fails after five attempts without progress", async () => {
    const text = json(1, 500);
    server = await feedServer(cutAfter(1000, text));
    const { rows, error } = await download();
    expect(rows.length).toBeGreaterThan(50);
    expect(error).toMatch(/^The feed could not be fetched in 5 tries: /);
    expect(server.calls).toHaveLength(5);
  });

  it("fails when it is shorter than its Content-Length", async () => {
    const text = json(1, 3);
    const longer = { "Content-Length": String(text.length + 10) };
    server = await feedServer((_, response) => {
      response.writeHead(200, longer);
      response.write(text, () => response.destroy());
    });
    const { rows, error } = await download();
    expect(rows).toEqual(ids(1, 3));
    expect(error).toMatch(/^The feed could not be fetched/);
  });

  it("is downloaded again when the connection ends in the middle of a row", async () => {
    const text = json(1, 500);
    // As a provider of HTTP 1.0: the end of the connection is the end.
    const endAfter =
      (bytes: number): Parameters<typeof feedServer>[0] =>
      (request) => {
        request.socket.end(`HTTP/1.0 200 OK\r\n\r\n${text.slice(0, bytes)}`);
      };
    server = await feedServer(endAfter(1000), endAfter(2000), endAfter(1e6));
    expect(await download()).toEqual({ rows: ids(1, 500), error: null });
    expect(server.calls).toHaveLength(3);
  });

  it("is requested again when no more data arrives", async () => {
    const text = json(1, 500);
    server = await feedServer((_, response) => {
      response.writeHead(200, { "Content-Length": text.length });
      response.write(text.slice(0, 1000));
    }, send(text));
    expect(await download({ limits: { ...limits, silence: 200 } })).toEqual({
      rows: ids(1, 500),
      error: null,
    });
  });

  it("fails when the provider does not answer", async () => {
    server = await feedServer(() => undefined);
    const { error } = await download({
      limits: { ...limits, answer: 50, tries: 2 },
    });
    expect(error).toBe("The feed could not be fetched in 2 tries: no answer");
  });

  it("waits for Retry-After before the next attempt", async () => {
    server = await feedServer(
      refuse(429, "", { "Retry-After": "0" }),
      send("[]"),
    );
    expect(await download()).toEqual({ rows: [], error: null });
  });

  it("reports an error status and does not retry", async () => {
    server = await feedServer(refuse(403, '{"error":"wrong code"}'));
    expect((await download()).error).toBe(
      "The provider answered 403: wrong code",
    );
    expect(server.calls).toHaveLength(1);
  });

  it("hides the key and the query of the address in errors", async () => {
    server = await feedServer(
      send('{"error":"code s3cret&1 for tok99 is wrong"}'),
    );
    const { error } = await download({
      path: "/feed?token=tok99",
      key: "s3cret&1",
      mapping: { query: { code: "{key}" } },
    });
    expect(error).toBe(
      "The provider answered with an error: code … for … is wrong",
    );
    expect(server.calls[0]?.url).toBe("/feed?token=tok99&code=s3cret%261");
  });

  it("follows redirects within the origin, with the headers of the feed", async () => {
    server = await feedServer(
      refuse(302, "", { Location: "/there" }),
      send(json(1, 2)),
    );
    const mapping = { headers: { "X-Key": "{key}" } };
    const { rows } = await download({ key: "secret", mapping });
    expect(rows).toEqual(ids(1, 2));
    expect(server.calls.map(({ headers }) => headers["x-key"])).toEqual([
      "secret",
      "secret",
    ]);
  });

  it.each([
    "localhost",
    "0.0.0.0",
    "[::1]",
    "10.0.0.1",
    "169.254.169.254",
    // The host of the provider, but another port.
    "127.0.0.1",
  ])("is not fetched from %s when a provider redirects there", async (host) => {
    const other = await feedServer(send(json(1, 2)));
    const Location = `http://${host}:${other.port}/x`;
    server = await feedServer(refuse(302, "", { Location }));
    expect(await download()).toEqual({
      rows: [],
      error: "The provider is in a private network",
    });
    expect(other.calls).toEqual([]);
    await other.close();
  });

  it.each([
    ["1.1.1.1", true],
    ["2606:4700::1111", true],
    ["127.9.9.9", false],
    ["172.31.0.1", false],
    ["192.168.1.1", false],
    ["100.64.0.1", false],
    ["::1", false],
    ["fd00::1", false],
    ["fe80::1", false],
    ["::ffff:10.0.0.1", false],
    ["64:ff9b::a00:1", false],
    ["64:ff9b:1::a00:1", false],
    ["::7f00:1", false],
    ["2002:7f00:1::", false],
    ["fe80::1%eth0", false],
    ["0.1.2.3", false],
    ["240.0.0.1", false],
  ])("is at %s, which is public: %s", (ip, isPublic) => {
    expect(isPublicAddress(ip)).toBe(isPublic);
  });

  it("leaves no request open when it is stopped, too large or rejected", async () => {
    const endless: Parameters<typeof feedServer>[0] = (_, response) => {
      response.write(json(1, 300).slice(0, -1));
    };
    server = await feedServer(endless);
    const stop = new AbortController();
    const rows = downloadRows({
      address: feedAddress({ url: server.url, area: "auction" }),
      reading: {},
      signal: stop.signal,
      limits,
    });
    await rows.next();
    expect(server.open()).toBe(1);
    await rows.return(undefined);
    await expect.poll(() => server?.open()).toBe(0);
    await download({ limits: { ...limits, bytes: 1000 } });
    await expect.poll(() => server?.open()).toBe(0);
    await download({ reading: { shape: { formats: ["xml"] } } });
    await expect.poll(() => server?.open()).toBe(0);
  });

  it.each([
    ["/again", "The provider redirects too often"],
    ["file:///etc/passwd", "redirects to an unsupported address"],
  ])(
    "does not follow endless or unsupported redirects: %s",
    async (place, reason) => {
      server = await feedServer(refuse(301, "", { Location: place }));
      expect((await download()).error).toContain(reason);
      expect(server.calls.length).toBeLessThan(10);
    },
  );

  it("fails when it exceeds the size limit", async () => {
    server = await feedServer(send(json(1, 500)));
    const { error } = await download({ limits: { ...limits, bytes: 1000 } });
    expect(error).toBe("The feed is larger than 1000 bytes");
  });

  it("stops on abort, even while it waits for data", async () => {
    server = await feedServer((_, response) => {
      response.write(json(1, 3).slice(0, -1));
    });
    const stop = new AbortController();
    const rows = downloadRows({
      address: feedAddress({ url: server.url, area: "auction" }),
      reading: {},
      signal: stop.signal,
      limits,
    });
    await rows.next();
    stop.abort();
    const rest = async () => {
      for await (const _ of rows);
    };
    await expect(rest()).rejects.toThrow(/abort/i);
  });
});

describe("a feed in pages", () => {
  const byOffset = {
    query: { sql: "select * from {table} limit {offset},{size}", json: "" },
    values: { table: { auction: "main" } },
    pages: { size: 3 },
  };

  it("is read by offset until a page has no rows", async () => {
    server = await feedServer((request, response) => {
      const url = new URL(request.url ?? "", "http://x");
      const [, from = 0] =
        /^select \* from main limit (\d+),3$/.exec(
          url.searchParams.get("sql") ?? "",
        ) ?? [];
      // A page may be smaller than asked for.
      const last = Math.min(Number(from) + 2, 5);
      response.end(json(Number(from) + 1, last));
    });
    expect(await download({ mapping: byOffset })).toEqual({
      rows: ids(1, 5),
      error: null,
    });
    expect(server.calls).toHaveLength(4);
  });

  it("is read by page number up to the announced last page", async () => {
    server = await feedServer((request, response) => {
      const page = Number(/[?&]page=(\d+)/.exec(request.url ?? "")?.[1]);
      const lots = ids(page * 2 - 1, page * 2);
      response.end(JSON.stringify({ lots, info: { pages: 3 } }));
    });
    const portions: unknown[] = [];
    const result = await download({
      mapping: {
        query: { page: "{page}" },
        pages: { size: 2, total: "info.pages" },
      },
      reading: { shape: { rows: { json: "lots" } } },
      onPortion: (portion) => portions.push(portion),
    });
    expect(result).toEqual({ rows: ids(1, 6), error: null });
    expect(server.calls).toHaveLength(3);
  });

  it("ends when the provider sends the same page again", async () => {
    server = await feedServer(send(json(1, 3)));
    expect(await download({ mapping: byOffset })).toEqual({
      rows: ids(1, 3),
      error: null,
    });
    expect(server.calls).toHaveLength(2);
  });

  it("resumes a page after a broken connection", async () => {
    server = await feedServer(
      send(json(1, 3)),
      cutAfter(15, json(4, 6)),
      send(json(4, 6)),
      send("[]"),
    );
    expect(await download({ mapping: byOffset })).toEqual({
      rows: ids(1, 6),
      error: null,
    });
  });

  it("keeps the parameters of the address", async () => {
    server = await feedServer(send(json(1, 3)));
    const path = "/feed?sql=select+1&json";
    await download({ path, key: "k", mapping: byOffset });
    expect(server.calls.map(({ url }) => url)).toEqual([
      "/feed?sql=select+1&json=",
    ]);
  });
});
