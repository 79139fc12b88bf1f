import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import type { LiveReply } from "../../generated/schemas";
import { announceImport, writeLots } from "../../server/catalog";
import { signIn, testApp } from "../support/app";
import { eventually } from "../support/eventually";
import { readLive, type LiveReader } from "../support/liveReader";
import { lotOf } from "./bidding/support";

const server = await testApp({ now: "2026-11-20T12:00:00+09:00" });
const { app, context } = server;
const { database } = context;
await app.listen({ port: 0, host: "127.0.0.1" });
const { port } = app.server.address() as AddressInfo;

let reader: LiveReader | undefined;
afterEach(() => {
  reader?.cut();
});

const addLot = (key: string, area: "auction" | "stats") =>
  database.kysely
    .transaction()
    .execute((trx) => writeLots(trx, area, [lotOf(key, { lotNo: key })]));

it("sends the progress of an import with the changes of its area", async () => {
  const { cookies } = await signIn(server, "client");
  reader = await readLive({ port, cookies });
  const opened = reader;
  await eventually(() => {
    expect(opened.lastId()).toBeDefined();
  });
  let now = context.clock.now().getTime();
  const notice = announceImport(
    { database, clock: { now: () => new Date(now) } },
    "stats",
  );
  now += 3_000;
  await notice.report(410_000);
  const progress = () =>
    opened
      .of("lots")
      .flatMap((data) => (data as Required<LiveReply>["lots"]).areas)
      .map(({ area, importing }) => [area, importing]);
  await addLot("i1", "stats");
  await eventually(() => {
    expect(progress()).toEqual([["stats", 410_000]]);
  });
  await addLot("i2", "auction");
  await eventually(() => {
    expect(progress().at(-1)).toEqual(["auction", undefined]);
  });
  await notice.end();
  await addLot("i3", "stats");
  await eventually(() => {
    expect(progress().at(-1)).toEqual(["stats", undefined]);
  });
});
