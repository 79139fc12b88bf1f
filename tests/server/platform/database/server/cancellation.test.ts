import fastify from "fastify";
import { sql, type Kysely } from "kysely";
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { AddressInfo } from "node:net";
import type { Database, Tables } from "../../../../../server/platform/database";
import {
  abandonedSignal,
  runWithDeadline,
} from "../../../../../server/platform/deadline";
import { limitWork } from "../../../../../server/platform/http/admission";
import { runWork } from "../../../../../server/platform/http/work";
import { testDatabase } from "../../../../support/database";
import { eventually, until } from "../../../../support/eventually";

const hasPostgres = inject("postgresUrl") !== "";

describe.skipIf(!hasPostgres)("a statement of a request that ended", () => {
  let database: Database;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.close());

  const forever = (connection: Kysely<Tables>) =>
    sql`select pg_sleep(1000) as forever`.execute(connection);
  const running = async () => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity
      where datname = current_database() and state = 'active'
        and query like '%as forever%' and pid <> pg_backend_pid()`.execute(
      database.longRunning,
    );
    return rows.length;
  };
  const untilNone = () => until(async () => (await running()) === 0);
  const untilRunning = () => until(async () => (await running()) > 0);
  const processOf = async (connection: Kysely<Tables>) => {
    const { rows } = await sql<{ pid: number }>`
      select pg_backend_pid() as pid`.execute(connection);
    return rows[0]?.pid;
  };

  it("is cancelled at the deadline, and its connection is used again", async () => {
    // If PostgreSQL is slow to answer the cancellation, the connection is closed.
    await eventually(() =>
      database.kysely.connection().execute(async (connection) => {
        const before = await processOf(connection);
        const deadline = { endsAt: performance.now() + 200 };
        await expect(
          runWithDeadline(deadline, () => forever(connection)),
        ).rejects.toMatchObject({ code: "57014" });
        await untilNone();
        expect(await processOf(connection)).toBe(before);
      }),
    );
  });

  it("is cancelled when its client has gone, and so are the statements after it", async () => {
    const abandoned = new AbortController();
    const deadline = {
      endsAt: performance.now() + 60_000,
      signal: abandoned.signal,
    };
    let statements = 0;
    const work = runWithDeadline(deadline, () =>
      database.kysely.transaction().execute(async (trx) => {
        for (; statements < 3; statements += 1)
          await forever(trx).catch(() => undefined);
        await sql`select 1`.execute(trx);
      }),
    );
    await untilRunning();
    abandoned.abort();
    await expect(work).rejects.toThrow();
    await untilNone();
  });

  it("is cancelled if the client of a read disconnects", async () => {
    const app = fastify();
    limitWork(app, { most: 10 });
    let hasEnded = false;
    app.get("/", (call) =>
      runWork(call, () => forever(database.kysely)).finally(() => {
        hasEnded = true;
      }),
    );
    await app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = app.server.address() as AddressInfo;
    const call = request({ port, host: "127.0.0.1" });
    call.on("error", () => undefined).end();
    await untilRunning();
    call.destroy();
    await until(() => hasEnded);
    await untilNone();
    await app.close();
  });

  it("goes on if it is part of a write", async () => {
    const app = fastify();
    limitWork(app, { most: 10 });
    const signals: unknown[] = [];
    const note = () => signals.push(abandonedSignal());
    app.get("/", (call) => runWork(call, note));
    app.post("/", (call) => runWork(call, note));
    await app.inject("/");
    await app.inject({ method: "POST", url: "/" });
    expect(signals).toEqual([expect.any(AbortSignal), undefined]);
    await app.close();
  });
});
