// Builds the browser program into dist/web and the API program into
// dist/server; one of them when named: node scripts/build.mjs browser
import { build } from "vite";
import { compressFolder } from "./support/compress.mjs";
import { copyDeclarations } from "./support/declarations.mjs";

const webDirectory = "dist/web";

const programs = {
  browser: async () => {
    await build({ configFile: "vite.config.ts", logLevel: "warn" });
    await compressFolder(webDirectory);
    copyDeclarations(webDirectory);
  },
  server: () =>
    build({ configFile: "vite.server.config.ts", logLevel: "warn" }),
};

const asked = process.argv.slice(2);
for (const name of asked.length > 0 ? asked : Object.keys(programs)) {
  const buildProgram = programs[name];
  if (!buildProgram) throw new Error(`No such program: ${name}`);
  await buildProgram();
}
