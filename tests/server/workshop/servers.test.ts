import { createChangeHub } from "../../../server/platform/changes";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { buildApp } from "../../../server/app";
import { declare } from "../../support/declared";
import { seedDemoAccounts } from "../../support/demoAccounts";
import { readConfig } from "../../../server/platform/config";
import type { Database } from "../../../server/platform/database";
import { createLog } from "../../../server/platform/log";
import type { Resource } from "../../../domain/resource";
import { createJobs } from "../../../server/platform/jobs";
import { createListingIndex } from "../../../server/workspace/listing";
import type { TestApp } from "../../support/app";
import { openAll } from "../../support/areas";
import { declaredCopy } from "../../support/declaredCopy";
import { onDatabase, patience } from "../../support/database";
import { powerColumn, workshopOf, type Published } from "./support";
import { eventually } from "../../support/eventually";

onDatabase("several servers over one database", (open) => {
  const copy = declaredCopy();
  const closing: (() => Promise<unknown>)[] = [];
  let database: Database;
  let one: TestApp;
  let other: TestApp;

  async function server(): Promise<TestApp> {
    const log = createLog("silent");
    const clock = { now: () => new Date("2026-11-20T10:42:00+09:00") };
    const context = openAll({
      config: readConfig({
        KEYS_DIRECTORY: ":memory:",
        NODE_ENV: "test",
        REQUEST_SECONDS: String(patience),
      }),
      root: copy.root,
      database,
      changes: createChangeHub({ database, log }),
      clock,
      log,
      jobs: createJobs({ database, clock, log }),
      index: createListingIndex({ database, clock }),
      ...declare({ root: copy.root, log }),
    });
    // Only notifications bring edits: the servers do not poll.
    const never = 2 ** 31 - 1;
    const polling = vi
      .spyOn(globalThis, "setInterval")
      .mockImplementation(() => setTimeout(() => undefined, never));
    const app = await buildApp(context);
    await app.ready();
    polling.mockRestore();
    closing.push(() => app.close());
    const none = () => undefined;
    return {
      app,
      context,
      ids: {},
      call: (options) => app.inject(options),
      setNow: none,
      wait: none,
      replaceSchema: none,
      logged: () => "",
    };
  }

  beforeAll(async () => {
    database = await open();
    one = await server();
    await seedDemoAccounts(one.context);
    other = await server();
  });

  afterAll(async () => {
    for (const close of closing) await close();
  });

  /** Waits until both servers have loaded the same edits. */
  const haveTheSame = () =>
    eventually(() => {
      expect(other.context.workspace.declarationsHash).toBe(
        one.context.workspace.declarationsHash,
      );
    });

  it("activate on each an edit published on one", async () => {
    const onChange = vi.fn();
    other.context.declarations.onChange(onChange);
    const admin = await workshopOf(one);
    const reply = await admin.publish(({ columns }) => {
      columns.push(powerColumn);
    });
    expect(reply.statusCode).toBe(200);
    const client = await workshopOf(other, "client");
    await eventually(async () => {
      expect((await client.list())?.columns.at(-1)).toEqual(powerColumn);
    });
    expect(onChange).toHaveBeenCalledOnce();
    expect(other.context.workspace.declarationsHash).toBe(
      one.context.workspace.declarationsHash,
    );
  });

  it("let one of two simultaneous edits succeed and give 409 to the other", async () => {
    const admins = await Promise.all([workshopOf(one), workshopOf(other)]);
    const replies = await Promise.all(
      admins.map((admin, index) =>
        admin.publish(({ columns: [first] }) => {
          if (first) first.width = 300 + index;
        }),
      ),
    );
    const codes = replies.map(({ statusCode }) => statusCode);
    expect(codes.sort()).toEqual([200, 409]);
  });

  it("accept simultaneous edits of two lists", async () => {
    const [first, second] = await Promise.all([
      workshopOf(one),
      workshopOf(other),
    ]);
    const edit = { reason: "both at once" };
    const replies = await Promise.all([
      first.publish(({ columns }) => columns.pop(), edit),
      second.publish(({ columns }) => columns.pop(), {
        ...edit,
        name: "my-bids",
      }),
    ]);
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    await haveTheSame();
  });

  it("start with the edits published before", async () => {
    const admin = await workshopOf(one);
    const before = (await (await workshopOf(one, "client")).list())?.columns;
    const started = await server();
    const client = await workshopOf(started, "client");
    expect((await client.list())?.columns).toEqual(before);
    const { version } = await admin.read();
    expect((await (await workshopOf(started)).read()).version).toBe(version);
  });

  it("keep every one of many edits, in the order of their ids", async () => {
    const admins = await Promise.all([workshopOf(one), workshopOf(other)]);
    const ids: bigint[] = [];
    for (let count = 0; count < 6; count += 1) {
      await haveTheSame();
      const admin = admins[count % 2];
      const reply = await admin?.publish(({ columns: [first] }) => {
        if (first) first.width = 400 + count;
      });
      expect(reply?.statusCode).toBe(200);
      ids.push(BigInt(reply?.json<Published>().id ?? 0));
    }
    expect(ids).toEqual([...ids].sort((a, b) => (a < b ? -1 : 1)));
    const { document } = await (await workshopOf(other)).read();
    const { columns } = document.declaration as Resource;
    expect(columns[0]?.width).toBe(405);
  });
});
