import fastify from "fastify";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { serveLocales } from "../../../../server/platform/http/localeFiles";
import { servePages } from "../../../../server/platform/http/pages";
import { createMessages } from "../../../../server/platform/messages";

const root = mkdtempSync(path.join(tmpdir(), "seriba-pages-"));
const write = (name: string, text: string) => {
  const file = path.join(root, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
};
write(
  "dist/web/index.html",
  '<html><head><title>Seriba</title></head><body><div id="root"></div></body></html>',
);
write(
  "dist/web/.vite/frames.json",
  JSON.stringify({ signedIn: "<i>app %title%</i>", visitor: "<i>login</i>" }),
);
write("dist/web/boot.js", "start()");
write("dist/web/assets/main-a1b2c3.js", "main()");
write("dist/web/assets/main-a1b2c3.js.br", "compressed");
write(
  "dist/web/.vite/preloads.json",
  JSON.stringify({
    list: { scripts: ["assets/list.js"], styles: ["assets/list.css"] },
  }),
);
write("dist/web/.vite/manifest.json", "{}");
write("dist/web/resources/car-auction.json", "{}");
write("dist/web/locales/de.json", "{}");
write("secret.json", "{}");

const app = fastify();
app.decorateRequest("language", "en");
let english = { hello: "Hello" };
serveLocales(app, (language) => (language === "en" ? english : {}));
await servePages(app, {
  root,
  messages: createMessages({}),
  boot: (request) => {
    const who = request.headers["x-test"];
    if (who === "broken") return Promise.reject(new Error("database away"));
    if (!who) return Promise.resolve(null);
    return Promise.resolve({
      data: { name: `</script><b>${String(who)}` },
      calls: [{ url: '/api/cars?maker="A"&x=</script>', photo: ["rows", 0] }],
      scripts: ["list", "unknown"],
      modules: ["/api/check.js"],
      title: request.url === "/preview" ? null : "Cars & <vans>",
    });
  },
});
afterAll(async () => {
  await app.close();
  rmSync(root, { recursive: true });
});

const page = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { accept: "text/html,*/*;q=0.8", ...headers } });

describe("pages", () => {
  it.each(["/", "/car-auction", "/car-auction/12?x=1", "/index.html"])(
    "are the browser program and are not cached: %s",
    async (url) => {
      const reply = await page(url);
      expect(reply.statusCode).toBe(200);
      expect(reply.headers["content-type"]).toContain("text/html");
      expect(reply.headers["cache-control"]).toBe("no-store");
      expect(reply.body).not.toContain("boot");
    },
  );

  it("carry the user's profile and workspace as inert data", async () => {
    const { body } = await page("/", { "x-test": "Anna" });
    const [, text] =
      /<script type="application\/json" id="boot">(.*?)<\/script>/.exec(body) ??
      [];
    expect(text).not.toContain("<");
    expect(JSON.parse(text ?? "")).toEqual({ name: "</script><b>Anna" });
  });

  it("carry their first calls as inert data, before any script", async () => {
    const { body } = await page("/", { "x-test": "Anna" });
    expect(body).toContain(
      '<head><script type="application/json" id="calls">[{"url":"/api/cars?maker=\\"A\\"&x=\\u003c/script>","photo":["rows",0]}]</script>',
    );
  });

  it("carry the configuration as it is now, and none that is broken", async () => {
    const configOf = async () => {
      const { body } = await page("/");
      return /<head>(?:<script[^>]* id="config">(.*?)<\/script>)?/.exec(
        body,
      )?.[1];
    };
    expect(await configOf()).toBeUndefined();
    write("dist/web/config.json", '{ "apiBase": "/api", "x": "</script>" }');
    expect(await configOf()).toBe('{"apiBase":"/api","x":"\\u003c/script>"}');
    write("dist/web/config.json", "{");
    expect(await configOf()).toBeUndefined();
  });

  it("link the scripts and styles that they need first", async () => {
    const { body } = await page("/", { "x-test": "Anna" });
    expect(body.match(/<link [^>]*>/g)).toEqual([
      '<link rel="stylesheet" crossorigin href="/assets/list.css">',
      '<link rel="modulepreload" crossorigin href="/assets/list.js">',
      '<link rel="modulepreload" href="/api/check.js">',
    ]);
  });

  it.each([
    ["/", "Anna", "<i>app Cars &amp; &lt;vans&gt;</i>"],
    ["/preview", "Anna", ""],
    ["/", "", "<i>login</i>"],
  ])("show the frame of their layout: %s for %s", async (url, who, frame) => {
    const { body } = await page(url, { "x-test": who });
    expect(body).toContain(`<div id="root">${frame}</div>`);
  });

  it("have their name in the tab before their program runs", async () => {
    const { body } = await page("/", { "x-test": "Anna" });
    expect(body).toContain("<title>Cars &amp; &lt;vans&gt; · Seriba</title>");
    const visitor = await page("/");
    expect(visitor.body).toContain("<title>Seriba</title>");
  });

  it("open without data while the database is down", async () => {
    const reply = await page("/", { "x-test": "broken" });
    expect(reply.statusCode).toBe(200);
    expect(reply.body).not.toContain("boot");
  });
});

describe("files", () => {
  it("with a hash in their name are cached for a year", async () => {
    const reply = await app.inject("/assets/main-a1b2c3.js");
    expect(reply.body).toBe("main()");
    expect(reply.headers["cache-control"]).toBe(
      "public, max-age=31536000, immutable",
    );
  });

  it("are sent as compressed by the build", async () => {
    const reply = await app.inject({
      url: "/assets/main-a1b2c3.js",
      headers: { "accept-encoding": "gzip, br" },
    });
    expect(reply.headers["content-encoding"]).toBe("br");
    expect(reply.body).toBe("compressed");
  });

  it.each(["/boot.js", "/locales/en.json"])(
    "without a hash are revalidated: %s",
    async (url) => {
      const first = await app.inject(url);
      expect(first.headers["cache-control"]).toBe("no-cache");
      const again = await app.inject({
        url,
        headers: { "if-none-match": String(first.headers.etag) },
      });
      expect(again.statusCode).toBe(304);
    },
  );

  it("contain the current texts", async () => {
    const first = await app.inject("/locales/en.json");
    expect(first.json()).toEqual({ hello: "Hello" });
    english = { hello: "Good day" };
    const again = await app.inject({
      url: "/locales/en.json",
      headers: { "if-none-match": String(first.headers.etag) },
    });
    expect(again.statusCode).toBe(200);
    expect(again.json()).toEqual({ hello: "Good day" });
  });

  it.each([
    "/assets/none.js",
    "/.vite/manifest.json",
    "/../secret.json",
    "/..%2f..%2fsecret.json",
    "/%2e%2e/%2e%2e/secret.json",
    "/locales/de.json",
    "/locales/..%2fsecret.json",
    "/api/none",
    "/api",
    "/resources/car-auction.json",
    "/%72esources/car-auction.json",
    "/resources%2fcar-auction.json",
    "/assets/..%2fresources/car-auction.json",
  ])("outside the site get 404 or 400: %s", async (url) => {
    const reply = await page(url);
    expect(reply.statusCode).toBeGreaterThanOrEqual(400);
    expect(reply.statusCode).toBeLessThan(500);
    expect(reply.headers["content-type"]).toContain("application/json");
  });
});
