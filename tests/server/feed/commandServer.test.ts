import { createReadStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, beforeAll, expect, it } from "vitest";
import { importFeed, runOnServer, serveCommands } from "../../../server/feed";
import {
  connectToServer,
  importOnServer,
} from "../../../server/feed/commandClient";
import { FeedError } from "../../../server/feed/feedError";
import {
  type ImportContext,
  importRows as importRowsHere,
  untilStopped,
} from "../../../server/feed/importRows";
import { migrations } from "../../../server/migrations";
import {
  type Database,
  migrate,
  openDatabase,
} from "../../../server/platform/database";
import { createLog } from "../../../server/platform/log";
import { ajesRow, importContext, newFolder } from "./support";
import { eventually } from "../../support/eventually";

let database: Database;
let context: ImportContext;
const log = createLog("silent");

beforeAll(async () => {
  // Commands are served for the embedded database only.
  database = await openDatabase({ dataDirectory: ":memory:", log });
  await migrate(database, migrations);
  context = await importContext(database);
});
afterAll(() => database.close());

async function connected() {
  const socket = await connectToServer(context.config.dataDirectory);
  if (!socket) throw new Error("no server is listening");
  return socket;
}

async function* rows(count: number, end?: () => Promise<never>) {
  for (let index = 0; index < count; index += 1)
    yield await Promise.resolve(ajesRow({ ID: `c${index}` }));
  await end?.();
}

const never = () => new Promise<never>(() => undefined);

const importRows = async (feed: AsyncIterable<unknown>, name = "ajes") => {
  const progress: number[] = [];
  const socket = await connected();
  const result = await importOnServer({
    socket,
    feed: name,
    area: "auction",
    rows: feed,
    onProgress: ({ read }) => progress.push(read),
  });
  expect(socket.destroyed).toBe(true);
  return { result, progress };
};

it("imports rows with progress and reports refusals", async () => {
  const stop = await serveCommands({ ...context, log });
  const { result, progress } = await importRows(rows(500));
  expect(result).toMatchObject({ read: 500, rejected: 0 });
  expect(progress).toEqual([200, 400, 500]);
  await expect(importRows(rows(1), "ajex")).rejects.toThrow(
    'did you mean "ajes"?',
  );
  await stop();
});

it("passes on the reason of a refusal while the program still sends rows", async () => {
  const stop = await serveCommands({ ...context, log });
  await expect(importRows(rows(20_000), "ajex")).rejects.toThrow(
    'The running server refused: Unknown feed "ajex"',
  );
  await stop();
});

it("passes on the reason of a failure in the middle of a feed", async () => {
  const ports = {
    ...context.ports,
    lotsChanged: () => Promise.reject(new FeedError("no room")),
  };
  const stop = await serveCommands({ ...context, ports, log });
  async function* changed() {
    for (let index = 0; index < 20_000; index += 1)
      yield await Promise.resolve(
        ajesRow({ ID: `c${index}`, START: String(5_000 * index) }),
      );
  }
  await expect(importRows(changed())).rejects.toThrow("no room");
  await stop();
});

it("writes the rows that it has read when it is stopped", async () => {
  const stop = new AbortController();
  const { signal } = stop;
  const arriving = async function* () {
    for (let index = 0; index < 3; index += 1)
      yield await Promise.resolve(ajesRow({ ID: `late${index}` }));
    stop.abort();
    await never();
  };
  const stopped = importRowsHere({
    context,
    feed: "ajes",
    area: "auction",
    rows: untilStopped(arriving(), signal),
    signal,
  });
  await expect(stopped).rejects.toMatchObject({
    message: "The import was stopped",
    result: { read: 3, inserted: 3 },
  });
});

it("keeps the rows before an error of the feed and reports it", async () => {
  const stop = await serveCommands({ ...context, log });
  const broken = rows(3, () => Promise.reject(new FeedError("broken feed")));
  const failure = await importRows(broken).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    message: "broken feed",
    result: { read: 3, inserted: 0, unchanged: 3 },
  });
  await stop();
});

it("passes on the error of the feed's source", async () => {
  const stop = await serveCommands({ ...context, log });
  const unreadable = rows(3, () => Promise.reject(new Error("EIO: disk")));
  await expect(importRows(unreadable)).rejects.toThrow("EIO: disk");
  await stop();
});

it("runs other commands and refuses unknown ones", async () => {
  const commands = { greet: () => Promise.resolve({ text: "hello" }) };
  const stop = await serveCommands({ ...context, log }, commands);
  expect(await runOnServer(await connected(), "greet")).toEqual({
    text: "hello",
  });
  await expect(runOnServer(await connected(), "toString")).rejects.toThrow(
    'Unknown command "toString"',
  );
  await stop();
});

it("stops while one program sends nothing and another waits for rows", async () => {
  const stop = await serveCommands({ ...context, log });
  const silent = await connected();
  const socket = await connected();
  let report: () => void = () => undefined;
  const started = new Promise<void>((resolve) => (report = resolve));
  const waiting = importOnServer({
    socket,
    feed: "ajes",
    area: "auction",
    rows: rows(600, never),
    onProgress: report,
  });
  const failed = expect(waiting).rejects.toThrow(/stopped/);
  await started;
  await stop();
  await failed;
  await eventually(() => expect(silent.closed).toBe(true));
  expect(await connectToServer(context.config.dataDirectory)).toBeNull();
});

it("frees the area when a program goes away during its import", async () => {
  const stop = await serveCommands({ ...context, log });
  const socket = await connected();
  const waiting = importOnServer({
    socket,
    feed: "ajes",
    area: "auction",
    rows: rows(700, never),
    onProgress: () => socket.destroy(),
  });
  await expect(waiting).rejects.toThrow("The server stopped");
  const { result } = await importRows(rows(700));
  expect(result).toMatchObject({ read: 700 });
  await stop();
});

it("closes the input of an import that cannot start", async () => {
  const file = path.join(await newFolder(), "feed.json");
  await writeFile(file, "[]");
  for (const input of [createReadStream(file), new PassThrough()]) {
    const request = { context, feed: "ajex", area: "auction", input };
    await expect(importFeed(request)).rejects.toThrow("Unknown feed");
    expect(input.destroyed).toBe(true);
  }
  const stopped = new PassThrough();
  await expect(
    importFeed({
      context,
      feed: "ajes",
      area: "auction",
      input: stopped,
      signal: AbortSignal.abort(),
    }),
  ).rejects.toThrow("stopped");
  expect(stopped.destroyed).toBe(true);
});
