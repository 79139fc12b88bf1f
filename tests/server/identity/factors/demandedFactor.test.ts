import { describe, expect, it } from "vitest";
import { factorServer } from "./factorServer";
import { enter, outcomeOf, send, setPassword, setUpApp } from "./support";

const { server, email: clientEmail } = await factorServer({
  REQUIRE_FACTOR: "managers",
});
const manager = "manager@seriba.test";
await setPassword(server, manager);

const get = (path: string, cookies: Record<string, string>) =>
  send(server, "GET", path, undefined, { cookies });

const needsFactor = async (cookies: Record<string, string>) =>
  (await get("/user/view-profile", cookies)).json<{
    detail: { needsFactor: boolean };
  }>().detail.needsFactor;

describe("a manager without a second factor, where the settings demand one", () => {
  it("can only set one up after the login", async () => {
    const cookies = await enter(server, manager);
    expect(await needsFactor(cookies)).toBe(true);
    for (const path of [
      "/bid/index",
      "/workspace",
      "/user/preferences",
      "/live",
      "/openapi.json",
    ])
      expect(outcomeOf(await get(path, cookies)), path).toBe("factor_required");
    const page = await server.app.inject({ url: "/bid-manager", cookies });
    expect(page.body).not.toContain("balanceInfo");
    await setUpApp(server, cookies);
    expect(await needsFactor(cookies)).toBe(false);
    expect((await get("/workspace", cookies)).statusCode).toBe(200);
  });

  it("cannot remove the last factor", async () => {
    const cookies = await enter(server, manager);
    await setUpApp(server, cookies);
    const reply = await send(server, "DELETE", "/user/totp", undefined, {
      cookies,
    });
    expect(outcomeOf(reply)).toBe("last_factor");
  });

  it("lets clients work without a second factor", async () => {
    const cookies = await enter(server, clientEmail);
    expect(await needsFactor(cookies)).toBe(false);
    expect((await get("/workspace", cookies)).statusCode).toBe(200);
  });
});
