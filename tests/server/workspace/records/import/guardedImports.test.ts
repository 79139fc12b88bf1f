import { beforeEach, describe, expect, it } from "vitest";
import { signInAnew, testApp } from "../../../../support/app";
import { declaredCopy } from "../../../../support/declaredCopy";
import { declareVariant, importCalls, tariffRow } from "./support";

const copy = declaredCopy();
const { until, isDirect } = tariffRow.properties;
declareVariant(copy, {
  row: "pact",
  list: "pacts",
  changes: {
    properties: {
      until: { ...until, "x-guarded": true },
      isDirect: {
        ...isDirect,
        "x-guarded": true,
        "x-when": { field: "port", is: "kobe" },
      },
    },
  },
});
const server = await testApp({
  root: copy.root,
  now: "2026-11-28T10:00:00+09:00",
});

const header = "port,place,price,from,until,isDirect";
const present = "kobe,Suva,1,2026-01-01,,yes";

describe("an import that changes a guarded field", () => {
  let calls: ReturnType<typeof importCalls>;

  beforeEach(async () => {
    await server.context.database.kysely
      .deleteFrom("records")
      .where("row_schema", "=", "pact")
      .execute();
    calls = importCalls(server, await signInAnew(server, "manager"), "pacts");
    await calls.run(`${header}\n${present}`);
    server.wait(11 * 60_000);
  });

  it("needs a proof if it ends a row by a later row", async () => {
    const later = "port,place,price,from\nkobe,Suva,2,2027-01-01";
    const reply = await calls.apply(later, await calls.preview(later));
    expect(reply.statusCode).toBe(403);
    expect(reply.json()).toMatchObject({ messageCode: "step_up_required" });
  });

  it("needs no proof for a column whose values stay the same", async () => {
    const text = `${header}\n${present.replace("1", "2")}`;
    const reply = await calls.apply(text, await calls.preview(text));
    expect(reply.statusCode).toBe(200);
  });

  it("needs a proof for a column whose values change", async () => {
    const text = `${header}\n${present.replace("yes", "no")}`;
    const reply = await calls.apply(text, await calls.preview(text));
    expect(reply.json()).toMatchObject({ messageCode: "step_up_required" });
  });
});
