import { afterEach, describe, expect, it } from "vitest";
import { findExtraImages } from "../../../server/feed/extraImages";
import { feedServer, refuse, send } from "./feedServer";

type Server = Awaited<ReturnType<typeof feedServer>>;
let server: Server | undefined;
afterEach(() => server?.close());

const file = "feeds/stock-csv.json";
const find = (
  extraImages: object | undefined,
  environment: Record<string, string> = {},
) =>
  findExtraImages(
    [{ file, content: { extraImages } }],
    { source: "stock-csv", sourceId: "A/1 ü" },
    {
      environment: {
        FEED_STOCK_CSV_URL: `${server?.url}/feed.php?table=main`,
        FEED_STOCK_CSV_KEY: "s3cr3t",
        ...environment,
      },
      signal: new AbortController().signal,
    },
  );

describe("the source of extra photos that a feed declares", () => {
  it("is called at the feed's host with the lot's key in the feed", async () => {
    server = await feedServer(send("https://photos.example/1.jpg"));
    const photos = await find({
      url: "/lots/{id}/extra?code={key}",
      headers: { Authorization: "Bearer {key}", Accept: "text/plain" },
    });
    expect(photos).toEqual(["https://photos.example/1.jpg"]);
    const [{ url, headers } = { url: "", headers: {} }] = server.calls;
    expect(url).toBe("/lots/A%2F1%20%C3%BC/extra?code=s3cr3t");
    expect(headers).toMatchObject({
      authorization: "Bearer s3cr3t",
      accept: "text/plain",
    });
  });

  it.each([
    [
      {},
      "http://a.example/1&amp;w=9#//b.example/2.jpg#/own/3.jpg#http://a.example/1&w=9#javascript:alert(1)",
    ],
    [{ split: "|" }, "https://a.example/1&w=9| /own/3.jpg |"],
    [
      { images: "data.Photos[].url" },
      {
        data: {
          photos: [
            { URL: "https://a.example/1&w=9" },
            {},
            { url: "/own/3.jpg#ftp://x" },
          ],
        },
      },
    ],
    [{ images: "[]" }, ["https://a.example/1&w=9", "/own/3.jpg", null, 4]],
  ])("is read as %j", async (options, reply) => {
    const text = typeof reply === "string" ? reply : JSON.stringify(reply);
    server = await feedServer(send(text));
    expect(await find({ url: "/{id}", ...options })).toEqual([
      "https://a.example/1&w=9",
      "/own/3.jpg",
    ]);
  });

  it.each([
    [{}, send("")],
    [{ images: "photos" }, send('{"photos":null}')],
    [{}, refuse(404)],
    [undefined, send("https://a.example/1")],
  ])("may have none: %j", async (options, reply) => {
    server = await feedServer(reply);
    expect(await find(options && { url: "/{id}", ...options })).toEqual([]);
  });

  it.each([
    [{}, refuse(500, '{"error":"bad code s3cr3t"}'), {}, /500: bad code …/],
    [{}, send("<html>Login</html>"), {}, /no usable address/],
    [{ images: "photos" }, send('{"error":"x"}'), {}, /no "photos"/],
    [{ images: "photos" }, send("<html>"), {}, /not JSON/],
    [{}, send("x".repeat(1_000_001)), {}, /larger than 1000000 bytes/],
    [
      { url: "/{id}?k={key}" },
      send(""),
      { FEED_STOCK_CSV_KEY: "" },
      /FEED_STOCK_CSV_KEY/,
    ],
    [{}, send(""), { FEED_STOCK_CSV_URL: "" }, /FEED_STOCK_CSV_URL/],
    [
      { url: "https://photos.example/{id}?k={key}" },
      send(""),
      {},
      /FEED_STOCK_CSV_IMAGES_KEY/,
    ],
    [{ url: "https://127.0.0.1/{id}" }, send(""), {}, /private network/],
  ])("fails with a reason: %j", async (options, reply, environment, reason) => {
    server = await feedServer(reply);
    await expect(
      find({ url: "/{id}", ...options }, environment),
    ).rejects.toThrow(reason);
  });

  it("fails if it does not answer within its time", async () => {
    server = await feedServer(() => undefined);
    await expect(find({ url: "/{id}", seconds: 0.05 })).rejects.toThrow(
      /in time/,
    );
  });
});
