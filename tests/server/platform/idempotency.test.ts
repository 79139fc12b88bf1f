import { beforeAll, expect, it } from "vitest";
import {
  inTransaction,
  type Database,
} from "../../../server/platform/database";
import {
  readIdempotencyKey,
  replayIdempotent,
} from "../../../server/platform/idempotency";
import { eachDatabase } from "../../support/database";

const hour = 3_600_000;
const start = new Date("2026-11-20T12:00:00+09:00");

it("accepts keys of 8 to 100 printable characters", () => {
  expect(readIdempotencyKey(undefined)).toBeNull();
  expect(readIdempotencyKey("3f1c-retry")).toBe("3f1c-retry");
  for (const key of ["short", "x".repeat(101), "with a space", ["a", "b"]])
    expect(() => readIdempotencyKey(key)).toThrow("invalid_request");
});

eachDatabase("requests with an idempotency key", (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  /** Sends a request of user 1; `run` counts as its effect. */
  const send = (
    key: string,
    request: unknown,
    run: () => Promise<unknown>,
    hours = 0,
  ) =>
    inTransaction(database, (trx) =>
      replayIdempotent(
        trx,
        {
          userId: "1",
          key,
          request,
          now: new Date(start.getTime() + hours * hour),
        },
        run,
      ),
    );

  it("have one effect and equal replies when 30 arrive at once", async () => {
    let effects = 0;
    const replies = await Promise.all(
      Array.from({ length: 30 }, () =>
        send("parallel", "bid", () => Promise.resolve({ id: (effects += 1) })),
      ),
    );
    expect(effects).toBe(1);
    expect(replies).toEqual(replies.map(() => ({ id: 1 })));
  });

  it("are refused when one key arrives at once for two clients", async () => {
    for (let round = 0; round < 20; round += 1) {
      const results = await Promise.allSettled(
        ["client 1", "client 2"].map((client) =>
          send(`both-${round}`, client, () => Promise.resolve(client)),
        ),
      );
      const outcomes = results.map((result) =>
        result.status === "fulfilled" ? "done" : String(result.reason),
      );
      expect(outcomes.toSorted()).toEqual(["Failure: key_reused", "done"]);
    }
  });

  it("may be repeated when the first attempt failed", async () => {
    const failing = () => Promise.reject(new Error("refused"));
    await expect(send("again", "bid", failing)).rejects.toThrow("refused");
    expect(await send("again", "bid", () => Promise.resolve("done"))).toBe(
      "done",
    );
  });

  it("replay their reply a day later", async () => {
    const run = () => Promise.resolve("first");
    const other = () => Promise.resolve("second");
    await send("old", "bid", run);
    expect(await send("old", "bid", other, 24)).toBe("first");
  });
});
