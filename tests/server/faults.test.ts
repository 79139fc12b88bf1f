import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashPassword } from "../../server/identity/passwords";
import { fillTemplate } from "../support/databaseTemplates";
import { until } from "../support/eventually";
import { hasPostgres, startPostgres, type Postgres } from "../support/postgres";
import { startProgram, type RunningProgram } from "../support/program";

/** A long run sets KILLS=30. */
const kills = Number(process.env.KILLS ?? 2);
const capacity = 5;
const password = "four other unrelated words";
/** A request without an answer by then counts as lost. */
const longestMs = 60_000;
const megabyte = 1024 * 1024;

/** Collects garbage at each message, then sends the use of memory and handles. */
const probe = `data:text/javascript,${encodeURIComponent(`
  process.on("message", () => {
    for (let round = 0; round < 3; round += 1) globalThis.gc();
    const { rss, heapUsed, external } = process.memoryUsage();
    const sockets = process.getActiveResourcesInfo()
      .filter((name) => /Socket|Pipe|FSReq/.test(name)).length;
    process.send({ rss, heap: heapUsed + external, sockets });
  });
`)}`;
const nodeOptions = ["--expose-gc", "--import", probe];

type Use = { rss: number; heap: number; sockets: number };

const reason = hasPostgres ? "" : " (skipped: PostgreSQL is not installed)";

describe.skipIf(!hasPostgres)(
  `a running program${reason}`,
  { timeout: 600_000 + kills * 10_000 },
  () => {
    let postgres: Postgres;
    let databaseUrl: string;
    let program: RunningProgram;
    let url: string;
    let cookie: string;

    /** Servers with DATABASE_URL refuse the password of the demo accounts. */
    const setPassword = async () => {
      const client = new Client({ connectionString: databaseUrl });
      await client.connect();
      await client.query(
        "update users set password_hash = $1 where email_key = $2",
        [await hashPassword(password), "client@seriba.test"],
      );
      await client.end();
    };
    const start = async () => {
      program = startProgram(
        { DATABASE_URL: databaseUrl, MAX_CONCURRENCY: String(capacity) },
        { nodeOptions },
      );
      url = await program.ready;
    };

    /** Sends a request; fails if no answer arrives in time. */
    const send = (path: string, { method = "GET", body = "" } = {}) =>
      fetch(`${url}${path}`, {
        method,
        headers: {
          cookie,
          ...(body === "" ? {} : { "content-type": "application/json" }),
        },
        body: body === "" ? undefined : body,
        signal: AbortSignal.timeout(longestMs),
      }).then(async (reply) => {
        const text = await reply.text();
        return { status: reply.status, headers: reply.headers, text };
      });
    const save = (key: string, count: number) =>
      send("/api/user/preferences", {
        method: "PUT",
        body: JSON.stringify({ key, value: { count } }),
      });
    const isWell = async () => (await send("/api/health")).status === 200;

    const use = () =>
      new Promise<Use>((resolve) => {
        program.process.once("message", (message) => {
          resolve(message as Use);
        });
        program.process.send("measure");
      });

    /** Runs the statement in a transaction that `end` rolls back. */
    async function blocked(statement: string) {
      const client = new Client({ connectionString: databaseUrl });
      await client.connect();
      await client.query(`begin; ${statement}`);
      return {
        async end() {
          await client.query("rollback");
          await client.end();
        },
      };
    }

    beforeAll(async () => {
      postgres = await startPostgres({ keepsCommits: true });
      databaseUrl = await postgres.createDatabase({ name: "seriba" });
      await fillTemplate(databaseUrl, "accounts");
      await setPassword();
      await start();
      const reply = await fetch(`${url}/api/auth`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          email: "client@seriba.test",
          password,
        }),
      });
      cookie = reply.headers
        .getSetCookie()
        .map((line) => line.split(";")[0])
        .join("; ");
    });
    afterAll(async () => {
      program.process.kill("SIGKILL");
      await program.ended;
      await postgres.stop();
    });

    /** Starts writers that save rising counts, each under a key of its own. */
    function startTraffic(writers: number) {
      const saved = new Map<string, number>();
      const statuses = new Map<number, number>();
      let isRunning = true;
      const write = async (key: string) => {
        for (let count = 1; isRunning; count += 1) {
          const status = await save(key, count).then(
            (reply) => reply.status,
            () => 0,
          );
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          if (status === 200) saved.set(key, count);
          else await pause(20);
        }
      };
      const all = Array.from({ length: writers }, (_, index) =>
        write(`writer-${index}`),
      );
      const successes = () => statuses.get(200) ?? 0;
      return {
        statuses,
        /** Resolves once further writes have succeeded. */
        async goesOn() {
          const before = successes();
          await expect
            .poll(successes, { interval: 20 })
            .toBeGreaterThan(before + writers);
        },
        async stop() {
          isRunning = false;
          await Promise.all(all);
          return saved;
        },
      };
    }

    /** Each key has the last acknowledged count, or a later one without an answer. */
    async function expectStored(saved: ReadonlyMap<string, number>) {
      const reply = await send("/api/user/preferences");
      const { preferences } = JSON.parse(reply.text) as {
        preferences: { key: string; value: { count: number } }[];
      };
      for (const [key, count] of saved) {
        const rows = preferences.filter((row) => row.key === key);
        expect(rows).toHaveLength(1);
        expect(rows[0]?.value.count).toBeGreaterThanOrEqual(count);
      }
    }

    it("keeps no memory, handle or rejected promise of the calls it has answered", async () => {
      /** Opens a live stream and disconnects at its first byte. */
      const stream = () =>
        new Promise<void>((resolve) => {
          const socket = connect(Number(new URL(url).port), "127.0.0.1", () => {
            socket.write(
              `GET /api/live HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`,
            );
          });
          socket.once("data", () => socket.destroy());
          socket.on("error", () => undefined);
          socket.on("close", () => {
            resolve();
          });
        });
      const calls = [
        () => send("/api/auction/listing?sort=year&order=ASC"),
        () => send("/api/auction/filters"),
        () => send("/api/workspace"),
        () => send("/car-auction"),
        () => send("/api/no/such/call"),
        () => send("/api/auth", { method: "POST", body: "{" }),
        () => save("soak", 1),
        stream,
      ];
      const soak = async (rounds: number) => {
        for (let round = 0; round < rounds; round += 1)
          await Promise.all(calls.slice(0, 4).map((call) => call())).then(() =>
            Promise.all(calls.slice(4).map((call) => call())),
          );
        return use();
      };
      // Rounds at once need more connections of the pools than the measured ones.
      await Promise.all([soak(10), soak(10), soak(10), soak(10)]);
      // A leak grows in every round; what is compiled or loaded late does not.
      const samples: Use[] = [];
      for (let count = 0; count < 6; count += 1) samples.push(await soak(10));
      const least = (key: "heap" | "rss" | "sockets", from: number) =>
        Math.min(...samples.slice(from, from + 3).map((one) => one[key]));
      expect(least("heap", 3) - least("heap", 0)).toBeLessThan(megabyte);
      expect(least("rss", 3)).toBeLessThan(least("rss", 0) * 1.05);
      expect(least("sockets", 3)).toBeLessThanOrEqual(least("sockets", 0) + 2);
      // Node ends a program whose promise is rejected without a handler.
      expect(program.process.exitCode).toBeNull();
      expect(program.errors()).toBe("");
    });

    it("recovers from ten times its capacity", async () => {
      // The database answers a search for words, the index in memory does not.
      const list = () =>
        send(
          "/api/auction/listing?quick_search_parameter=equip&quick_search_text=abs",
        );
      await Promise.all(Array.from({ length: capacity }, list));
      const before = await use();
      const shed: Awaited<ReturnType<typeof list>>[] = [];
      // No call ends before the lock is released, so there are more calls than slots.
      const blocker = await blocked("lock table lots");
      const work = Promise.all(
        Array.from({ length: capacity * 10 }, async () => {
          for (let count = 0; count < 4; count += 1) {
            const reply = await list();
            if (reply.status !== 200) shed.push(reply);
          }
        }),
      );
      await until(() => shed.length > 0);
      await blocker.end();
      await work;
      expect(await isWell()).toBe(true);
      for (const { status, headers } of shed) {
        expect(status).toBe(503);
        expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
      }
      await expect
        .poll(async () => {
          const after = Array.from({ length: capacity }, list);
          return (await Promise.all(after)).map(({ status }) => status);
        })
        .toEqual(Array.from({ length: capacity }, () => 200));
      const after = await use();
      expect(after.heap - before.heap).toBeLessThan(8 * megabyte);
    });

    it("answers 503 while the database is slow, and then works at once", async () => {
      const blocker = await blocked(
        "lock table user_preferences in exclusive mode",
      );
      const refused = await Promise.all(
        Array.from({ length: 20 }, (_, index) => save("slow", index)),
      );
      for (const { status, headers } of refused) {
        expect(status).toBe(503);
        expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
      }
      expect(await isWell()).toBe(true);
      await blocker.end();
      const traffic = startTraffic(capacity);
      await traffic.goesOn();
      await traffic.stop();
      expect([...traffic.statuses.keys()]).toEqual([200]);
    });

    it("answers only 503 while the database is down, and writes again after it", async () => {
      const traffic = startTraffic(capacity - 1);
      for (let kill = 1; kill <= kills; kill += 1) {
        await traffic.goesOn();
        await postgres.kill();
        await expect
          .poll(async () => (await save("probe", kill)).status)
          .toBe(503);
        expect(await isWell()).toBe(true);
        await postgres.start();
        await traffic.goesOn();
      }
      const saved = await traffic.stop();
      for (const status of traffic.statuses.keys())
        expect([200, 503]).toContain(status);
      await expectStored(saved);
    });

    it("keeps every acknowledged write through kill -9", async () => {
      for (let kill = 1; kill <= kills; kill += 1) {
        const traffic = startTraffic(capacity - 1);
        await traffic.goesOn();
        program.process.kill("SIGKILL");
        await program.ended;
        const saved = await traffic.stop();
        await start();
        await expectStored(saved);
      }
    });
  },
);
