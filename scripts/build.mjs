// Builds the browser program into dist/web, the API program into dist/server,
// the demo's photos and data into dist/photos and dist/demo, and the files of a new embedded
// database into dist/newDatabase. An argument builds one of them:
// node scripts/build.mjs browser
import { execFileSync } from "node:child_process";
import { build } from "vite";
import { compressFolder } from "./support/compress.mjs";
import { copyDeclarations } from "./support/declarations.mjs";
import { drawFrames } from "./support/drawFrames.mjs";
import { scriptOf } from "./support/run.mjs";

const webDirectory = "dist/web";

const runScript = (file) =>
  execFileSync(process.execPath, [scriptOf("tsx"), file]);

const programs = {
  browser: async () => {
    await build({ configFile: "vite.config.ts", logLevel: "warn" });
    await drawFrames(webDirectory);
    await compressFolder(webDirectory);
    copyDeclarations(webDirectory);
  },
  server: () =>
    build({ configFile: "vite.server.config.ts", logLevel: "warn" }),
  photos: () => runScript("scripts/paintPhotos.ts"),
  demo: () => runScript("scripts/generateDemo.ts"),
  database: () => runScript("scripts/createDatabase.ts"),
};

const asked = process.argv.slice(2);
for (const name of asked.length > 0 ? asked : Object.keys(programs)) {
  const buildProgram = programs[name];
  if (!buildProgram) throw new Error(`No such program: ${name}`);
  await buildProgram();
}
