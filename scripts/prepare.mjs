// Brings a working tree up to date: packages, generated types and, with
// --build, both programs. --build=server builds only the API program, for
// commands that run beside a server whose browser program must stay as it is.
// It needs nothing but Node, skips steps whose inputs have not changed, and
// prints one line for each step that ran.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { copyDeclarations } from "./support/declarations.mjs";
import { withLock } from "./support/lock.mjs";
import { run } from "./support/run.mjs";
import {
  clearStamp,
  hashInputs,
  isFresh,
  writeStamp,
} from "./support/stamps.mjs";

const oldestNode = [20, 19];

const isNodeTooOld = () => {
  const [major, minor] = process.versions.node.split(".").map(Number);
  return (
    major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1])
  );
};

const packageFacts = () => {
  const { dependencies, devDependencies, overrides } = JSON.parse(
    readFileSync("package.json", "utf8"),
  );
  return [process.version, dependencies, devDependencies, overrides];
};

const generators = [
  "scripts/generateReactAdminTexts.mjs",
  "scripts/generateNames.mjs",
  "scripts/generateSchemas.mjs",
  "scripts/generateValidators.mjs",
  "scripts/generateWorkshopForm.mjs",
  "scripts/support/generated.mjs",
  "scripts/support/rowChecks.mjs",
  "server/platform/schemas/formats.ts",
];

/** The modules that register the names of cells, confirm rules and panels. */
const registrations = () => [
  "src/workspace/rows/columns.tsx",
  ...(existsSync("src") ? readdirSync("src") : [])
    .map((area) => `src/${area}/index.ts`)
    .filter((file) => existsSync(file)),
];

const buildInputs = [
  "package-lock.json",
  "tsconfig.json",
  "tsconfig.browser.json",
  "scripts/build.mjs",
  "scripts/support",
  "domain",
  "schemas",
  ...generators,
];

const steps = [
  {
    name: "packages",
    inputs: ["package-lock.json"],
    facts: packageFacts,
    outputs: ["node_modules/.package-lock.json"],
    command: [
      "npm",
      "ci",
      "--ignore-scripts",
      "--include=dev",
      "--prefer-offline",
    ],
  },
  {
    name: "types",
    inputs: ["schemas", "domain/formats.ts", ...registrations(), ...generators],
    outputs: [
      "generated/registeredNames.ts",
      "generated/schemas.ts",
      "generated/validators.js",
      "generated/rowChecks.js",
      "generated/workshopForm.js",
      "generated/workshopSchema.ts",
    ],
    command: ["npm", "run", "--silent", "generate"],
  },
  {
    name: "demo photos",
    program: "photos",
    inputs: [
      "scripts/paintPhotos.ts",
      "scripts/demo/paintPhoto.ts",
      "scripts/demo/drawings",
      "scripts/demo/photoNames.ts",
      "scripts/demo/bikes/bikePhotos.ts",
      "scripts/demo/facts/colours.json",
      "scripts/demo/facts/sheets.json",
    ],
    outputs: ["dist/photos/sedan-white-front.svg"],
    command: ["node", "scripts/build.mjs", "photos"],
  },
  {
    name: "demo data",
    program: "demo",
    inputs: [
      "scripts/generateDemo.ts",
      "scripts/demo",
      "domain",
      "server/demo/demoData.ts",
      "server/identity/countries.json",
      "server/identity/permissions.ts",
    ],
    facts: () => [process.env.DEMO_SEED],
    outputs: ["dist/demo/manifest.json"],
    command: ["node", "scripts/build.mjs", "demo"],
  },
  {
    name: "new database",
    program: "database",
    inputs: [
      "package-lock.json",
      "scripts/createDatabase.ts",
      "server/platform/database/embedded/openPglite.ts",
    ],
    outputs: ["dist/newDatabase/database/PG_VERSION"],
    command: ["node", "scripts/build.mjs", "database"],
  },
  {
    name: "browser program",
    program: "browser",
    inputs: [...buildInputs, "src", "public", "index.html", "vite.config.ts"],
    outputs: ["dist/web/index.html"],
    command: ["node", "scripts/build.mjs", "browser"],
  },
  {
    name: "server program",
    program: "server",
    inputs: [
      ...buildInputs,
      "server",
      "vite.server.config.ts",
      "tsconfig.server.json",
    ],
    outputs: ["dist/server/main.js", "dist/server/databaseWorker.js"],
    command: ["node", "scripts/build.mjs", "server"],
  },
];

const bringUpToDate = async ({ name, inputs, facts, outputs, command }) => {
  const hash = hashInputs({ inputs, facts: facts?.() });
  if (isFresh({ name, hash, outputs })) return;
  clearStamp(name);
  const { code, output, seconds } = await run({ command });
  if (code !== 0) {
    process.stderr.write(`${output}\nCould not prepare: ${name}\n`);
    process.exit(code);
  }
  writeStamp({ name, hash });
  console.log(`prepared ${name} in ${seconds.toFixed(1)} s`);
};

/** The parts to build: nothing, everything or the named parts. */
const programsOf = (args) => {
  const asked = args.find((arg) => arg.startsWith("--build"));
  if (asked === undefined) return [];
  return asked === "--build"
    ? ["photos", "demo", "database", "browser", "server"]
    : asked.split("=")[1].split(",");
};

const prepare = async (programs) => {
  for (const step of steps) if (!step.program) await bringUpToDate(step);
  const builds = steps.filter(({ program }) => programs.includes(program));
  await Promise.all(builds.map(bringUpToDate));
  if (programs.includes("browser") && existsSync("dist/web"))
    copyDeclarations("dist/web");
};

if (isNodeTooOld()) {
  console.error(
    `Seriba needs Node ${oldestNode.join(".")} or later; this is ${process.version}.`,
  );
  process.exit(1);
}

await withLock({
  file: ".stamps/lock",
  onWait: (pid) => console.log(`waiting for process ${pid} to prepare`),
  work: () => prepare(programsOf(process.argv.slice(2))),
});
