// Helpers of the scripts that write files below generated/.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

export const root = path.resolve(fileURLToPath(import.meta.url), "../../..");

const notice =
  "// Written by `npm run generate`. Never edited, never committed.";

/** Returns the JSON files of a folder by name, such as `schemas/calls`. */
export const readFolder = (folder) =>
  fs
    .readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) =>
      JSON.parse(fs.readFileSync(path.join(root, folder, name), "utf8")),
    );

/** Writes a file unless it has the text already, so that its time stays. */
export const writeIfNew = (file, text) => {
  const target = path.join(root, file);
  if (fs.existsSync(target) && fs.readFileSync(target, "utf8") === text) return;
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(target, text);
};

/** Writes a file of generated/ below the note that it is generated. */
export const writeGenerated = (name, text) =>
  writeIfNew(`generated/${name}`, `${notice}\n${text}`);

/** Returns the text of a module together with the modules that it imports. */
export async function bundle(name, text) {
  const entry = path.join(root, name);
  const built = await build({
    root,
    configFile: false,
    logLevel: "error",
    publicDir: false,
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? text : undefined),
      },
    ],
    build: {
      write: false,
      target: "es2022",
      lib: { entry, formats: ["es"] },
    },
  });
  const [{ output }] = Array.isArray(built) ? built : [built];
  return output[0].code;
}
