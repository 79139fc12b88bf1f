import { describe, expect, it } from "vitest";
import { signIn, testApp, type Account } from "../../../support/app";
import { load } from "./support";

const server = await testApp();

async function seenBy(account: Account) {
  const session = await signIn(server, account);
  const reply = await server.call({ url: "/api/workspace", ...session });
  const { validators } = reply.json<{ validators: Record<string, string> }>();
  const read = (path: string) =>
    server.call({ url: `/api${path}`, ...session });
  return { validators, read };
}

describe("the checks that a workspace names", () => {
  it("are modules that a browser keeps for a year", async () => {
    const { validators, read } = await seenBy("client");
    expect(Object.keys(validators)).toEqual(
      expect.arrayContaining(["lot", "bid"]),
    );
    const reply = await read(validators.lot ?? "");
    expect(reply.statusCode).toBe(200);
    expect(reply.headers).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "private, max-age=31536000, immutable",
    });
    const [, runtime = ""] =
      /from "\.(\/runtime\.[^"]+)"/.exec(reply.body) ?? [];
    const shared = await read(`/workspace/rows${runtime}`);
    expect(shared.statusCode).toBe(200);
    expect(shared.headers["content-type"]).toContain("text/javascript");
    const check = await load(reply.body);
    expect(check({ id: "7" })).toBe(false);
    expect(check.errors?.[0]).toMatchObject({ keyword: "required" });
  });

  it("validate exactly the fields that the viewer sees", async () => {
    const client = await seenBy("client");
    const manager = await seenBy("manager");
    expect(client.validators.bid).not.toBe(manager.validators.bid);
    const own = await client.read(client.validators.bid ?? "");
    expect(own.body).not.toContain("autoBid");
    const foreign = await client.read(manager.validators.bid ?? "");
    expect(foreign.statusCode).toBe(404);
    expect((await manager.read(manager.validators.bid ?? "")).body).toContain(
      "autoBid",
    );
  });

  it("are not found under an old or invented name", async () => {
    const { read } = await seenBy("client");
    for (const name of ["lot.AAAAAAAAAAAAAAAAAAAAAA.js", "lot", "__proto__"]) {
      const reply = await read(`/workspace/rows/${name}`);
      expect(reply.statusCode, name).toBe(404);
      expect(reply.headers["cache-control"], name).toBe("no-store");
    }
  });

  it("are for who is signed in", async () => {
    const { validators } = await seenBy("client");
    const url = `/api${validators.lot ?? ""}`;
    for (const method of ["GET", "HEAD"] as const)
      expect((await server.call({ method, url })).statusCode).toBe(401);
  });

  it("are served for every list of every viewer", async () => {
    for (const account of ["dealer", "restricted", "admin"] as const) {
      const { validators, read } = await seenBy(account);
      for (const path of Object.values(validators))
        expect((await read(path)).statusCode, `${account} ${path}`).toBe(200);
    }
  });
});
