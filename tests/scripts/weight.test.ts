import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { makeTestFolder, runScript } from "./support";

/** A script that compresses to about this many kilobytes. */
const scriptOf = (kilobytes: number) =>
  `//${randomBytes(kilobytes * 1000).toString("base64")}`;

const manifest = {
  "index.html": {
    file: "assets/index.js",
    name: "index",
    isEntry: true,
    imports: ["_base.js"],
    dynamicImports: ["src/later.tsx"],
  },
  "_base.js": {
    file: "assets/base.js",
    name: "base",
    imports: ["index.html"],
  },
  "_signedIn.js": {
    file: "assets/signedIn.js",
    name: "signedIn",
    imports: ["_base.js"],
  },
  "_listing.js": { file: "assets/listing.js", name: "listing" },
  "_actions.js": { file: "assets/actions.js", name: "actions" },
  "_GridTable.js": { file: "assets/GridTable.js", name: "GridTable" },
  "src/later.tsx": { file: "assets/later.js", name: "later" },
};

const built = (kilobytes: Record<string, number>, chunks: object = manifest) =>
  makeTestFolder({
    "dist/web/.vite/manifest.json": JSON.stringify(chunks),
    "dist/web/index.html":
      '<script src="/theme.js"></script>' +
      '<script type="module" src="/assets/index.js"></script>',
    ...Object.fromEntries(
      [
        "theme",
        "assets/index",
        "assets/base",
        "assets/signedIn",
        "assets/listing",
        "assets/actions",
        "assets/GridTable",
        "assets/later",
      ].map((name) => [`dist/web/${name}.js`, scriptOf(kilobytes[name] ?? 1)]),
    ),
  });

describe("the weight of a first visit", () => {
  it("leaves out what a route loads later", () => {
    const { status, output } = runScript(
      "weight.mjs",
      built({ "assets/later": 300 }),
    );
    expect(output).toMatch(/ok +login: 3\.\d of 75 KB/);
    expect(output).toMatch(/ok +listing: 5\.\d of 200 KB/);
    expect(status).toBe(0);
  });

  it("is refused above 75 KB for login", () => {
    const { status, output } = runScript(
      "weight.mjs",
      built({ "assets/base": 90 }),
    );
    expect(output).toMatch(/OVER login: 9\d\.\d of 75 KB/);
    expect(output).toContain("assets/base.js");
    expect(status).toBe(1);
  });

  it("is refused above 200 KB for a listing", () => {
    const { status, output } = runScript(
      "weight.mjs",
      built({ "assets/listing": 120, "assets/signedIn": 100 }),
    );
    expect(output).toContain("ok   login");
    expect(output).toContain("OVER listing");
    expect(status).toBe(1);
  });

  it("counts a script that the page itself names", () => {
    const { output } = runScript("weight.mjs", built({ theme: 80 }));
    expect(output).toContain("OVER login");
  });

  it("cannot be told when the build lacks a route", () => {
    const { status, output } = runScript(
      "weight.mjs",
      built({}, { "index.html": { ...manifest["index.html"], imports: [] } }),
    );
    expect(output).toContain("The build has no chunk named signedIn.");
    expect(status).toBe(1);
  });

  it("cannot be told without a build", () => {
    const { status, output } = runScript("weight.mjs", makeTestFolder({}));
    expect(output).toContain("build first");
    expect(status).toBe(1);
  });
});
