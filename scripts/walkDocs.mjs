// Follows docs/extending.md: writes its blocks into a copy of the checkout and checks the
// copy as `npm test` would check the project. With --types it only generates and checks
// the types of the added server code, which takes a few seconds.
import "./support/stopWithParent.mjs";
import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { applyBlocks, blocksOf } from "./support/docBlocks.mjs";
import { run, scriptOf } from "./support/run.mjs";

const document = "docs/extending.md";
/** The folders that the blocks add. */
const folders = ["server/pickups", "src/pickups", "tests/server/pickups"];
/** The types of the added server code and of what it imports. */
const shortConfig = "tsconfig.walk.json";
const tsc = ["node", scriptOf("typescript-native", "tsc"), "-p"];

const types = [
  ["node", "scripts/generateSchemas.mjs"],
  [...tsc, shortConfig],
];
const everything = [
  ["npm", "run", "--silent", "generate"],
  [...tsc, "tsconfig.browser.json"],
  [...tsc, "tsconfig.server.json"],
  ["node", scriptOf("oxlint"), ...folders],
  ["node", scriptOf("oxfmt"), "--check", ...folders],
  ["node", "scripts/arrows.mjs"],
  ["node", scriptOf("tsx"), "scripts/lintWorkspace.ts"],
  ["node", scriptOf("vitest"), "run", "tests/server/pickups"],
];

/** Copies the files of the checkout, with its generated types, and returns the folder. */
const copyCheckout = () => {
  const folder = mkdtempSync(path.join(tmpdir(), "seriba-walk-"));
  const listed = [
    "ls-files",
    "-z",
    "--cached",
    "--others",
    "--exclude-standard",
  ];
  const files = execFileSync("git", listed, { encoding: "utf8" });
  for (const file of [...new Set(files.split("\0")), "generated"])
    if (file !== "")
      cpSync(file, path.join(folder, file), { recursive: true, force: true });
  symlinkSync(path.resolve("node_modules"), path.join(folder, "node_modules"));
  return folder;
};

const isShort = process.argv.includes("--types");
const folder = copyCheckout();
try {
  const blocks = blocksOf(readFileSync(document, "utf8"));
  applyBlocks(folder, blocks);
  console.log(`${blocks.length} blocks of ${document} are written`);
  process.chdir(folder);
  writeFileSync(
    shortConfig,
    JSON.stringify({
      extends: "./tsconfig.server.json",
      include: ["server/pickups", "server/*/tables.ts", "server/platform/http"],
    }),
  );
  for (const command of isShort ? types : everything) {
    const { code, output, seconds } = await run({ command });
    const name = command.slice(1).join(" ");
    console.log(
      `${code === 0 ? "ok" : "FAILED"} ${name} (${seconds.toFixed(1)} s)`,
    );
    if (code === 0) continue;
    console.error(output);
    process.exitCode = 1;
    break;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
