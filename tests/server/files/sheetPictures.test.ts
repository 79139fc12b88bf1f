import { mkdirSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStorage } from "../../../server/files";
import { translateSheetsJob } from "../../../server/files/translations/translateSheetsJob";
import { removeExpiredJob } from "../../../server/operations";
import { storageKey } from "../../../server/files/translations/translationQueries";
import { signIn } from "../../support/app";
import { declaredCopy } from "../../support/declaredCopy";
import {
  carLot,
  catalogApp,
  type CatalogApp,
} from "../catalog/support/catalogApp";

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

type Reply = {
  status: number;
  headers?: Record<string, string>;
  body?: Buffer;
};

/** Starts a translator that gives these replies in turn, and then a picture. */
async function startTranslator() {
  const replies: Reply[] = [];
  const calls: { request: IncomingMessage; body: Buffer }[] = [];
  const translator = { replies, calls, url: "", onCall: (): void => undefined };
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      calls.push({ request, body });
      translator.onCall();
      const reply = replies.shift() ?? { status: 200 };
      response.writeHead(reply.status, reply.headers).end(reply.body ?? png);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  translator.url = `http://127.0.0.1:${port}/translate`;
  return translator;
}

describe("the picture of an auction sheet", () => {
  let test: CatalogApp;
  let translator: Awaited<ReturnType<typeof startTranslator>>;
  let session: { cookies: Record<string, string> };
  beforeAll(async () => {
    translator = await startTranslator();
    const copy = declaredCopy();
    const photos = path.join(copy.root, "dist", "photos");
    mkdirSync(photos, { recursive: true });
    const lots = ["first", "second"].map((name) => {
      writeFileSync(path.join(photos, `${name}.svg`), `<svg>${name}</svg>`);
      return carLot(name, { auctionSheet: `/api/photos/${name}.svg` });
    });
    test = await catalogApp(lots, {
      root: copy.root,
      environment: {
        TRANSLATOR_URL: translator.url,
        TRANSLATOR_KEY: "secret-key",
        DATA_DIRECTORY: ":memory:",
      },
    });
    session = await signIn(test, "client");
  });

  const read = (url: string, language = "en") =>
    test.call({
      url,
      headers: { "sec-fetch-site": "same-origin", "accept-language": language },
      ...session,
    });
  const translate = async (sourceId: string, language?: string) => {
    const id = await test.idOf(sourceId);
    const url = `/api/car-auction/image-translate?id=${id}`;
    const reply = await read(url, language);
    return reply.json<{ image?: string | null; messageCode?: string }>();
  };
  const runJob = () =>
    translateSheetsJob(test.context).run(new AbortController().signal);

  it("is translated once for everybody, and then sent by the portal", async () => {
    expect(await translate("first")).toMatchObject({ image: null, rows: [] });
    expect(await translate("first")).toMatchObject({ image: null });
    const handled = await Promise.all([runJob(), runJob()]);
    expect(handled.toSorted()).toEqual([0, 1]);
    expect(translator.calls).toHaveLength(1);
    const { request, body } = translator.calls[0] ?? {};
    expect(request?.url).toBe("/translate?language=en");
    expect(request?.headers.authorization).toBe("Bearer secret-key");
    expect(String(body)).toBe("<svg>first</svg>");
    const { image } = await translate("first");
    const translated = await read(image ?? "");
    expect(translated.headers["content-type"]).toBe("image/png");
    expect(translated.rawPayload).toEqual(png);
    expect(await runJob()).toBe(0);
  });

  it("is translated for each language", async () => {
    await translate("first", "ru");
    await runJob();
    expect(translator.calls.at(-1)?.request.url).toBe("/translate?language=ru");
  });

  it("has an explained failure after three calls, and is translated on the next request", async () => {
    const before = translator.calls.length;
    translator.replies.push(
      { status: 302, headers: { location: "/elsewhere" } },
      { status: 200, body: Buffer.from("<html>") },
      { status: 503 },
    );
    await translate("second");
    for (let run = 0; run < 3; run += 1) {
      expect(await runJob()).toBe(1);
      expect(await runJob()).toBe(0);
      test.wait(10_000);
    }
    expect(translator.calls).toHaveLength(before + 3);
    expect(await translate("second")).toMatchObject({
      messageCode: "translator_failed",
    });
    const id = await test.idOf("second");
    const missing = `/api/car-auction/translated-sheet?id=${id}&language=en`;
    expect((await read(missing)).statusCode).toBe(404);
    expect(await translate("second")).toMatchObject({ image: null });
    expect(await runJob()).toBe(1);
    expect((await read(missing)).rawPayload).toEqual(png);
  });

  it("waits again if the program stops during the call", async () => {
    await translate("second", "ru");
    const stopping = new AbortController();
    translator.onCall = () => {
      stopping.abort();
    };
    await translateSheetsJob(test.context).run(stopping.signal);
    translator.onCall = () => undefined;
    expect(await runJob()).toBe(1);
  });

  it("is deleted with its file 90 days after its translation", async () => {
    const { database, config } = test.context;
    const files = openStorage(config);
    const rows = database.kysely
      .selectFrom("sheet_translations")
      .select(["address", "language"]);
    const found = await rows.execute();
    const clean = () =>
      removeExpiredJob(test.context).run(new AbortController().signal);
    test.wait(89 * 24 * 3_600_000);
    await clean();
    expect(await rows.execute()).toEqual(found);
    test.wait(2 * 24 * 3_600_000);
    expect(await clean()).toBe(found.length);
    expect(await rows.execute()).toEqual([]);
    for (const row of found)
      expect(await files.read(storageKey(row))).toBeNull();
  });
});
