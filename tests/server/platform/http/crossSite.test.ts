import { describe, expect, it } from "vitest";
import { signIn, testApp } from "../../../support/app";

const server = await testApp();
const { cookies } = await signIn(server, "client");

const write = (headers: Record<string, string>) =>
  server.call({
    method: "PUT",
    url: "/api/user/update-setting",
    payload: { language: 692 },
    headers,
    cookies,
  });
const refresh = (headers: Record<string, string>) =>
  server.call({ url: "/api/auth/update", headers, cookies });

const foreign: Record<string, string>[] = [
  { origin: "https://evil.example" },
  { origin: "null" },
  { origin: "http://localhost.evil.example" },
  { origin: "http://localhost:81" },
  { origin: "not an address" },
  { origin: "" },
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { "sec-fetch-site": "cross-site", origin: "null" },
];

describe("a call from another site", () => {
  it.each(foreign)("cannot write: %j", async (headers) => {
    const reply = await write(headers);
    expect(reply.statusCode).toBe(403);
    expect(reply.json()).toMatchObject({ messageCode: "cross_site" });
  });

  it.each(foreign)("cannot rotate a session: %j", async (headers) => {
    const reply = await refresh(headers);
    expect(reply.statusCode).toBe(403);
    expect(reply.cookies).toEqual([]);
  });

  it("cannot sign in", async () => {
    const reply = await server.call({
      method: "POST",
      url: "/api/auth",
      payload: { email: "client@seriba.test", password: "seriba-demo" },
      headers: { origin: "https://evil.example" },
    });
    expect(reply.statusCode).toBe(403);
    expect(reply.cookies).toEqual([]);
  });

  it("is rejected if an old browser sends a GET without an origin", async () => {
    expect((await refresh({})).statusCode).toBe(403);
    const other = { referer: "https://evil.example/" };
    expect((await refresh(other)).statusCode).toBe(403);
  });

  it("can read public calls only, without CORS headers", async () => {
    const reply = await server.call({
      url: "/api/site/week-days",
      headers: { "sec-fetch-site": "cross-site" },
    });
    expect(reply.statusCode).toBe(200);
    expect(reply.headers).not.toHaveProperty("access-control-allow-origin");
  });
});

describe("a call from the own site", () => {
  const own: Record<string, string>[] = [
    { origin: "http://localhost" },
    { "sec-fetch-site": "same-origin" },
    { origin: "http://localhost", "sec-fetch-site": "same-origin" },
    {},
  ];
  it.each(own)("can write: %j", async (headers) => {
    expect((await write(headers)).statusCode).toBe(200);
  });

  it("can refresh from an old browser with a referer", async () => {
    const reply = await refresh({ referer: "http://localhost/car-auction" });
    expect(reply.statusCode).toBe(200);
  });

  it("must come from PUBLIC_URL if that is set", async () => {
    const proxied = await testApp({
      environment: { PUBLIC_URL: "https://bids.example.com/" },
    });
    const from = (origin: string) =>
      proxied.call({
        method: "POST",
        url: "/api/auth/logout",
        headers: { origin },
      });
    expect((await from("https://bids.example.com")).statusCode).toBe(200);
    expect((await from("https://example.com")).statusCode).toBe(403);
    // A sender chooses the host that its request names.
    expect((await from("http://localhost")).statusCode).toBe(403);
  });
});
