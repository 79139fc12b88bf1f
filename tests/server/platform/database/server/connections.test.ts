import fastify from "fastify";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { userLevels, userTypes } from "../../../../../domain/access";
import type { Database } from "../../../../../server/platform/database";
import { inTransaction } from "../../../../../server/platform/database";
import { limitsWithin } from "../../../../../server/platform/database/database";
import { openServer } from "../../../../../server/platform/database/server/openServer";
import {
  announceChange,
  createChangeHub,
} from "../../../../../server/platform/changes";
import { runWriting } from "../../../../../server/platform/deadline";
import { limitWork } from "../../../../../server/platform/http/admission";
import { numberWrites } from "../../../../../server/platform/http/changeNumbers";
import { runWork } from "../../../../../server/platform/http/work";
import { templates } from "../../../../support/databaseTemplates";
import { until } from "../../../../support/eventually";
import { memoryLog } from "../../../../support/memoryLog";
import { createDatabase, hasPostgres } from "../../../../support/postgres";

describe.skipIf(!hasPostgres)("the connections for writes", () => {
  const opened = memoryLog();
  let database: Database;
  beforeAll(async () => {
    database = openServer({
      url: await createDatabase(inject("postgresUrl"), {
        template: templates.empty,
      }),
      log: opened.log,
      limits: limitsWithin(100_000),
      pools: { reads: 1, writes: 1, jobs: 3 },
      // As in production.
      refusesBeside: false,
    });
  });
  afterAll(() => database.close());

  const one = () => sql<{ one: number }>`select 1 as one`;

  const session = {
    sessionId: "1",
    language: null,
    fullName: "Anna",
    viewer: {
      userId: "7",
      userType: userTypes.client,
      userLevel: userLevels.client,
      roleId: 0,
      permissions: {},
    },
  };

  /** Takes the only connection for reads until the test gives it back. */
  async function holdReads(): Promise<() => Promise<void>> {
    const held = await database.kysely.startTransaction().execute();
    await one().execute(held);
    return async () => {
      await held.rollback().execute();
    };
  }

  it("serve requests that change something, and transactions", async () => {
    const giveBack = await holdReads();
    const { rows } = await runWriting(true, () =>
      one().execute(database.kysely),
    );
    expect(rows).toEqual([{ one: 1 }]);
    const inside = await inTransaction(database, (trx) => one().execute(trx));
    expect(inside.rows).toEqual([{ one: 1 }]);
    await giveBack();
  });

  it("leave followers of changes connections of their own", async () => {
    const giveBack = await holdReads();
    const changes: bigint[] = [];
    const hub = createChangeHub({ database, log: opened.log });
    await hub.subscribe({
      name: "test",
      reads: () => ({}),
      onChanges: async ({ upTo }) => {
        await one().execute(database.kysely);
        changes.push(upTo);
      },
    });
    await inTransaction(database, (trx) => announceChange(trx, "lots"));
    await until(() => changes.length > 0);
    await giveBack();
    await hub.stop();
  });

  it.each([false, true])(
    "serve a whole write, with its number (an upload: %s)",
    async (isLong) => {
      const app = fastify();
      app.decorateRequest("session", null);
      limitWork(app, { most: 1 });
      numberWrites(app);
      app.addHook("onRequest", async (request) => {
        request.session = session;
      });
      const definition = {
        method: "POST",
        url: "/write",
        access: "public",
        reply: "definitions#/definitions/success",
        summary: "A write",
        isLong,
      } as const;
      app.post("/write", { config: { definition } }, (request) =>
        runWork(request, async () => {
          await inTransaction(database, (trx) => announceChange(trx, "lots"));
          return (await one().execute(database.kysely)).rows;
        }),
      );
      const giveBack = await holdReads();
      try {
        const { statusCode, headers } = await app.inject({
          method: "POST",
          url: "/write",
        });
        expect(statusCode).toBe(200);
        expect(headers["change-number"]).toMatch(/^lots=[1-9]\d*$/);
      } finally {
        await giveBack();
        await app.close();
      }
    },
  );

  it("are not used by what a transaction reads beside it, which is logged", async () => {
    const beside = await inTransaction(database, () =>
      one().execute(database.kysely),
    );
    expect(beside.rows).toEqual([{ one: 1 }]);
    expect(opened.complaints).toEqual([
      expect.stringMatching(/^a statement ran beside its own transaction/),
    ]);
  });

  it("are not used by reads", async () => {
    const giveBack = await holdReads();
    const read = one().execute(database.kysely);
    let hasEnded = false;
    void read.then(() => {
      hasEnded = true;
    });
    // Five writes pass it.
    for (let count = 0; count < 5; count += 1)
      await inTransaction(database, (trx) => one().execute(trx));
    expect(hasEnded).toBe(false);
    await giveBack();
    expect((await read).rows).toEqual([{ one: 1 }]);
    await until(() => hasEnded);
  });
});
