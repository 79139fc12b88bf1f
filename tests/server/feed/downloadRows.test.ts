import { afterEach, describe, expect, it } from "vitest";
import { downloadRows } from "../../../server/feed/downloadRows";
import type { FeedDownload } from "../../../server/feed/downloadRows";
import { feedAddress } from "../../../server/feed/feedAddress";
import { FeedError } from "../../../server/feed/feedError";
import { usualLimits } from "../../../server/feed/fetchLimits";
import { cutAfter, feedServer, refuse, send, sendRange } from "./feedServer";

type Server = Awaited<ReturnType<typeof feedServer>>;
let server: Server | undefined;
afterEach(() => server?.close());

const limits = { ...usualLimits, answer: 2000, silence: 500, pause: 1 };

const ids = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => ({
    ID: String(from + index),
  }));
const json = (from: number, to: number) => JSON.stringify(ids(from, to));

/** The rows that came, and the message of the error that ended them. */
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
  it("is read, in the encoding and format that the answer tells", async () => {
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

  it("goes on by a range where the connection was cut", async () => {
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

  it("goes on by reading it again where there are no ranges", async () => {
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

  it("is given up after so many tries that bring nothing", async () => {
    const text = json(1, 500);
    server = await feedServer(cutAfter(1000, text));
    const { rows, error } = await download();
    expect(rows.length).toBeGreaterThan(50);
    expect(error).toMatch(/^The feed could not be fetched in 5 tries: /);
    expect(server.calls).toHaveLength(5);
  });

  it("is taken for broken when it is shorter than was said", async () => {
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

  it("is read again when it ended in the middle without a word", async () => {
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

  it("is asked for again when nothing comes any more", async () => {
    const text = json(1, 500);
    server = await feedServer((_, response) => {
      response.writeHead(200, { "Content-Length": text.length });
      response.write(text.slice(0, 1000));
    }, send(text));
    expect(await download()).toEqual({ rows: ids(1, 500), error: null });
  });

  it("is given up when no answer comes", async () => {
    server = await feedServer(() => undefined);
    const { error } = await download({
      limits: { ...limits, answer: 50, tries: 2 },
    });
    expect(error).toBe("The feed could not be fetched in 2 tries: no answer");
  });

  it("waits as long as the provider asks before it tries again", async () => {
    server = await feedServer(
      refuse(429, "", { "Retry-After": "0" }),
      send("[]"),
    );
    expect(await download()).toEqual({ rows: [], error: null });
  });

  it("tells a refusal and does not ask again", async () => {
    server = await feedServer(refuse(403, '{"error":"wrong code"}'));
    expect((await download()).error).toBe(
      "The provider answered 403: wrong code",
    );
    expect(server.calls).toHaveLength(1);
  });

  it("tells no key and nothing of the address's query", async () => {
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

  it("follows redirects, but takes no headers to another place", async () => {
    const other = await feedServer(send(json(1, 2)));
    server = await feedServer(
      refuse(302, "", { Location: "/there" }),
      refuse(307, "", { Location: `${other.url}/x` }),
    );
    const mapping = { headers: { "X-Key": "{key}" } };
    const { rows } = await download({ key: "secret", mapping });
    expect(rows).toEqual(ids(1, 2));
    expect(server.calls.map(({ headers }) => headers["x-key"])).toEqual([
      "secret",
      "secret",
    ]);
    expect(other.calls[0]?.headers["x-key"]).toBeUndefined();
    await other.close();
  });

  it.each([
    ["/again", "The provider redirects too often"],
    ["file:///etc/passwd", "redirects to where no feed is fetched"],
  ])("does not follow redirects to %s for ever", async (place, reason) => {
    server = await feedServer(refuse(301, "", { Location: place }));
    expect((await download()).error).toContain(reason);
    expect(server.calls.length).toBeLessThan(10);
  });

  it("is given up when it is larger than may be", async () => {
    server = await feedServer(send(json(1, 500)));
    const { error } = await download({ limits: { ...limits, bytes: 1000 } });
    expect(error).toBe("The feed is larger than 1000 bytes");
  });

  it("stops when it is told to, also while nothing comes", async () => {
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

  it("is read by number up to the last page that it tells of", async () => {
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

  it("takes up a page again whose connection was cut", async () => {
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

  it("keeps the parameters that the address has", async () => {
    server = await feedServer(send(json(1, 3)));
    const path = "/feed?sql=select+1&json";
    await download({ path, key: "k", mapping: byOffset });
    expect(server.calls.map(({ url }) => url)).toEqual([
      "/feed?sql=select+1&json=",
    ]);
  });
});
