import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { makeTestFolder, runScript, writeTree } from "./support";

const packages = {
  name: "fresh",
  version: "1.0.0",
  dependencies: { part: "file:./part" },
  scripts: {
    generate:
      "node -e \"const fs = require('fs'); fs.mkdirSync('generated', { recursive: true }); for (const file of ['registeredNames.ts', 'schemas.ts', 'validators.js', 'rowChecks.js', 'workshopForm.js', 'workshopSchema.ts']) fs.copyFileSync('schemas/lot.json', 'generated/' + file)\"",
  },
};

/** A freshly cloned project with one package. */
const freshClone = () => {
  const folder = makeTestFolder({
    "package.json": JSON.stringify(packages),
    "package-lock.json": JSON.stringify({
      name: "fresh",
      version: "1.0.0",
      lockfileVersion: 3,
      requires: true,
      packages: {
        "": {
          name: "fresh",
          version: "1.0.0",
          dependencies: packages.dependencies,
        },
        "node_modules/part": { resolved: "part", link: true },
        part: { version: "1.0.0" },
      },
    }),
    "part/package.json": '{ "name": "part", "version": "1.0.0" }',
    "schemas/lot.json": '{ "$id": "lot" }',
  });
  return {
    folder,
    prepare: () => runScript("prepare.mjs", folder),
    write: (file: string, content: string) => {
      writeTree(folder, { [file]: content });
    },
  };
};

const prepared = (output: string) =>
  [...output.matchAll(/^prepared (\w+) in/gm)].map(([, name]) => name);

/** The id of a process that has ended. */
const endedProcess = () => String(spawnSync(process.execPath, ["-e", ""]).pid);

describe("preparing a working tree", () => {
  it("installs and generates in a fresh clone, and nothing the second time", () => {
    const clone = freshClone();
    const first = clone.prepare();
    expect(first.output).not.toContain("Could not");
    expect(prepared(first.stdout)).toEqual(["packages", "types"]);
    expect(existsSync(path.join(clone.folder, "node_modules/part"))).toBe(true);
    expect(clone.prepare().output).toBe("");
  });

  it("does again only what has changed", () => {
    const clone = freshClone();
    clone.prepare();
    clone.write("schemas/lot.json", '{ "$id": "lot", "title": "Lot" }');
    expect(prepared(clone.prepare().stdout)).toEqual(["types"]);
    clone.write(
      "package.json",
      JSON.stringify({ ...packages, overrides: { other: "1.0.0" } }),
    );
    expect(prepared(clone.prepare().stdout)).toEqual(["packages"]);
  });

  it("shows what failed, ends with an error and tries again", () => {
    const clone = freshClone();
    clone.write(
      "package.json",
      JSON.stringify({
        ...packages,
        scripts: { generate: "node -e \"throw new Error('no pencil')\"" },
      }),
    );
    const { status, output } = clone.prepare();
    expect(status).not.toBe(0);
    expect(output).toContain("no pencil");
    expect(output).toContain("Could not prepare: types");
    clone.write("package.json", JSON.stringify(packages));
    expect(prepared(clone.prepare().stdout)).toEqual(["types"]);
  });

  it("takes over the lock of a process that has died", () => {
    const clone = freshClone();
    clone.write(".stamps/lock", endedProcess());
    expect(clone.prepare().status).toBe(0);
    expect(existsSync(path.join(clone.folder, ".stamps/lock"))).toBe(false);
  });
});
