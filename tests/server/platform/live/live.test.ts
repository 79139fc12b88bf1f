import fastify from "fastify";
import { sql } from "kysely";
import type { AddressInfo } from "node:net";
import { afterAll, expect, it } from "vitest";
import { userLevels, userTypes } from "../../../../domain/access";
import { Failure } from "../../../../server/platform/errors";
import { createChangeHub } from "../../../../server/platform/changes";
import { createLive, type LiveTopic } from "../../../../server/platform/live";
import { testDatabase } from "../../../support/database";
import { memoryLog } from "../../../support/memoryLog";
import { readLive, type LiveReader } from "../../../support/liveReader";
import { until } from "../../../support/eventually";

const database = await testDatabase();
await sql`select setval('change_seq', 1000)`.execute(database.kysely);

let running = 0;
let mostRunning = 0;
let read = 0;
/** The first change number of each range that was read, in order. */
const ranges: bigint[] = [];
let letRead: () => void = () => undefined;
const isReadable = new Promise<void>((resolve) => {
  letRead = resolve;
});
/** Reads only after `letRead`, and counts the reads that run at once. */
const slowTopic: LiveTopic = {
  reads: {},
  read: async ({ after }) => {
    ranges.push(after);
    running += 1;
    mostRunning = Math.max(mostRunning, running);
    await isReadable;
    running -= 1;
    read += 1;
    return {};
  },
};

const { log } = memoryLog();
const changes = createChangeHub({ database, log });

const live = createLive({
  changes,
  log,
  topics: [slowTopic],
  declarationsHash: () => "hash",
  findSessions: () => Promise.resolve(new Map()),
});
const app = fastify();
let arrived = 0;
let ended = 0;
app.setErrorHandler((error, _request, reply) =>
  reply.code(error instanceof Failure ? error.status : 500).send(),
);
app.get<{ Querystring: { after: string }; Headers: { cookie: string } }>(
  "/api/live",
  async (call, reply) => {
    const { after } = call.query;
    const [, userId = "7"] = call.headers.cookie.split("=");
    arrived += 1;
    reply.raw.once("close", () => {
      ended += 1;
    });
    const session = {
      sessionId: "1",
      language: null,
      fullName: "Anna",
      viewer: {
        userId,
        userType: userTypes.client,
        userLevel: userLevels.client,
        roleId: 0,
        permissions: {},
      },
    };
    await live.open({ session, reply, after });
    return reply;
  },
);
await app.listen({ port: 0, host: "127.0.0.1" });
const { port } = app.server.address() as AddressInfo;
afterAll(async () => {
  await live.close();
  await app.close();
  await changes.stop();
  await database.close();
});

const open = (after: number, cookies: Record<string, string> = {}) =>
  readLive({ port, cookies, after: String(after) });

it("counts the streams of a user while they read what they missed, one after another", async () => {
  const opening: Promise<LiveReader>[] = [];
  for (let after = 1; after <= 20; after += 1) opening.push(open(after));
  await until(() => arrived === 20 && running > 0);
  expect((await open(21)).status).toBe(429);
  // The ids of both users have the same remainder, by which users share a lane.
  const other = open(500, { user: "11" });
  await until(() => arrived === 22);
  letRead();
  (await other).cut();
  expect(ranges.indexOf(500n)).toBe(1);
  const readers = await Promise.all(opening);
  expect(readers.map(({ status }) => status)).toEqual(readers.map(() => 200));
  expect({ mostRunning, read }).toEqual({ mostRunning: 1, read: 21 });
  for (const reader of readers) reader.cut();
  await until(() => ended === 22);
  expect((await open(22)).status).toBe(200);
});
