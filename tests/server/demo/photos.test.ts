import fastify from "fastify";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerPhotos } from "../../../server/demo/photos";
import { readConfig } from "../../../server/platform/config";

describe("photos of demo lots", () => {
  let root: string;
  beforeAll(() => {
    root = mkdtempSync(path.join(tmpdir(), "seriba-photos-"));
    mkdirSync(path.join(root, "dist/photos"), { recursive: true });
    writeFileSync(path.join(root, "dist/photos/van-red-front.svg"), "<svg/>");
    writeFileSync(path.join(root, "dist/secret.svg"), "secret");
  });
  afterAll(() => {
    rmSync(root, { recursive: true });
  });

  const get = async (name: string, settings: Record<string, string> = {}) => {
    const app = fastify();
    await registerPhotos(app, { root, config: readConfig(settings) });
    const reply = await app.inject(`/photos/${name}`);
    await app.close();
    return reply;
  };

  it("are served as images that browsers keep for a day", async () => {
    const reply = await get("van-red-front.svg");
    expect(reply.statusCode).toBe(200);
    expect(reply.headers).toMatchObject({
      "content-type": "image/svg+xml",
      "cache-control": "public, max-age=86400",
    });
  });

  it.each(["tank-red-front.svg", "", "%2e%2e%2fsecret.svg", "..%5csecret.svg"])(
    "do not exist as %j",
    async (name) => {
      const { statusCode, body } = await get(name);
      expect(statusCode).toBeGreaterThanOrEqual(400);
      expect(body).not.toBe("secret");
    },
  );

  it.each([
    ["DEMO", "off"],
    ["DATABASE_URL", "postgres://db.example.com/s"],
  ])("are not served with %s=%s", async (setting, value) => {
    const reply = await get("van-red-front.svg", { [setting]: value });
    expect(reply.statusCode).toBe(404);
  });
});
