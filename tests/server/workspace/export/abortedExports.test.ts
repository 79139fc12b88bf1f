import { once } from "node:events";
import { type ClientRequest, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lotSource } from "../../../../server/catalog";
import { addDownloads } from "../../../../server/platform/http/openDownloads";
import { createWorkSlots } from "../../../../server/platform/http/workSlots";
import {
  sendExport,
  type PaceLimits,
} from "../../../../server/workspace/export/sendExport";
import { createListingReader } from "../../../../server/workspace/listing";
import {
  idsOfTexts,
  type IdList,
} from "../../../../server/workspace/listing/query/listingIndex";
import { testApp } from "../../../support/app";
import { client } from "../listing/support/declared";

/** The export of one list over real sockets, with its row search in our hands. */
describe("the slot of an export", () => {
  const slots = createWorkSlots({ most: 8, mostOfHolder: 2 });
  const searches: ((ids: string) => void)[] = [];
  let pace: PaceLimits | undefined;
  let app: FastifyInstance;
  let port: number;

  beforeAll(async () => {
    const { context } = await testApp();
    const lots = createListingReader(context, lotSource);
    const all = () =>
      new Promise<IdList>((resolve) => {
        searches.push((ids) => {
          resolve(idsOfTexts([ids], ids.split(",").length));
        });
      });
    const reader = { ...lots, index: { ...lots.index, all } };
    const resource = context.workspace.resource("car-auction");
    app = Fastify();
    addDownloads(app, {
      findSessions: () => Promise.resolve(new Set(["1"])),
      log: context.log,
    });
    app.decorateRequest("session", null);
    app.decorateRequest("language", "en");
    app.addHook("onRequest", (request, _reply, done) => {
      request.session = {
        viewer: client,
        sessionId: "1",
        language: "en",
        fullName: "",
      };
      done();
    });
    app.get<{ Querystring: Record<string, string> }>("/", (request, reply) =>
      sendExport(
        context,
        pace ? { slots, pace } : { slots },
        { resource, reader },
        request,
        reply,
      ),
    );
    await app.listen({ host: "127.0.0.1", port: 0 });
    ({ port } = app.server.address() as AddressInfo);
  });
  afterAll(() => app.close());

  /** Whether the account can take both of its slots. */
  const areFree = () => {
    const taken: (() => void)[] = [];
    try {
      for (let own = 0; own < 2; own += 1)
        taken.push(slots.take(client.userId));
      return true;
    } catch {
      return false;
    } finally {
      for (const release of taken) release();
    }
  };
  const start = (): ClientRequest =>
    get({ port, path: "/?format=csv", agent: false }).on(
      "error",
      () => undefined,
    );
  const searching = async () => {
    await expect.poll(() => searches.length).toBe(1);
    return searches.shift();
  };

  it("is given back when the client leaves during the row search", async () => {
    const request = start();
    const finish = await searching();
    expect(areFree()).toBe(false);
    const connections = () =>
      new Promise<number>((resolve) => {
        app.server.getConnections((_error, count) => {
          resolve(count);
        });
      });
    request.destroy();
    await expect.poll(connections).toBe(0);
    finish?.("1,2,3");
    await expect.poll(areFree).toBe(true);
  });

  it("is given back when the client leaves during the download", async () => {
    const request = start();
    const answered = once(request, "response");
    (await searching())?.(ids(200_000));
    const [reply] = (await answered) as [IncomingMessage];
    expect(areFree()).toBe(false);
    reply.destroy();
    await expect.poll(areFree).toBe(true);
  });

  it("is given back when the file is complete", async () => {
    const request = start();
    const answered = once(request, "response");
    (await searching())?.("");
    const [reply] = (await answered) as [IncomingMessage];
    reply.resume();
    await once(reply, "end");
    await expect.poll(areFree).toBe(true);
  });

  it("is given back when the export takes too long", async () => {
    pace = { leastRate: 1, graceMs: 60_000, totalMs: 50 };
    const request = start();
    let reply: IncomingMessage | undefined;
    request.on("response", (response: IncomingMessage) => {
      reply = response.on("error", () => undefined).resume();
    });
    const closed = new Promise((resolve) => request.once("close", resolve));
    (await searching())?.(ids(2_000_000));
    await closed;
    // A slow machine may cut it before its first byte.
    expect(reply?.complete ?? false).toBe(false);
    await expect.poll(areFree).toBe(true);
    pace = undefined;
  });
});

/** Ids of lots that do not exist: they cost statements, not rows. */
const ids = (count: number) =>
  Array.from({ length: count }, (_, index) => String(index + 1)).join(",");
