// Compares the script that the first visit of a route loads with its budget, in
// brotli kilobytes. Reads the manifest that Vite writes beside the build.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { brotli } from "./support/compress.mjs";

const webDirectory = "dist/web";
const entry = "index.html";

/** The chunks of each route besides the entry, by their names in vite.config.ts. */
const routes = [
  { name: "login", kilobytes: 75, chunks: [] },
  { name: "listing", kilobytes: 200, chunks: ["signedIn", "listing"] },
  {
    name: "listing of managers",
    kilobytes: 354,
    chunks: ["signedIn", "listing", "actions", "GridTable"],
  },
];

const keyOf = (manifest, name) => {
  const found = Object.entries(manifest).find(
    ([, chunk]) => chunk.name === name && chunk.file.endsWith(".js"),
  );
  if (!found) throw new Error(`The build has no chunk named ${name}.`);
  return found[0];
};

const readManifest = () => {
  const file = path.join(webDirectory, ".vite/manifest.json");
  if (!existsSync(file)) throw new Error(`${file} is missing: build first.`);
  return JSON.parse(readFileSync(file, "utf8"));
};

/** Returns a chunk and its static imports, without its dynamic imports. */
const closureOf = (manifest, key, found) => {
  const chunk = manifest[key];
  if (found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const imported of chunk.imports ?? []) {
    closureOf(manifest, imported, found);
  }
  return found;
};

/** The scripts in the page itself, such as the theme script. */
const pageScripts = () =>
  [
    ...readFileSync(path.join(webDirectory, entry), "utf8").matchAll(
      /<script[^>]*\ssrc="\.?\/?([^"]+)"/g,
    ),
  ].map(([, file]) => file);

const sizes = new Map();

const sizeOf = async (file) => {
  if (!sizes.has(file)) {
    const content = readFileSync(path.join(webDirectory, file));
    sizes.set(file, (await brotli(content)).length / 1000);
  }
  return sizes.get(file);
};

const weigh = async ({ manifest, route }) => {
  const closure = new Set();
  for (const name of route.chunks) {
    closureOf(manifest, keyOf(manifest, name), closure);
  }
  closureOf(manifest, entry, closure);
  const files = new Set([...closure, ...pageScripts()]);
  const scripts = [];
  for (const file of files) {
    if (file.endsWith(".js")) scripts.push({ file, size: await sizeOf(file) });
  }
  const total = scripts.reduce((sum, { size }) => sum + size, 0);
  return { ...route, scripts, total, isOver: total > route.kilobytes };
};

const print = ({ name, kilobytes, scripts, total, isOver }) => {
  console.log(
    `${isOver ? "OVER" : "ok  "} ${name}: ${total.toFixed(1)} of ${kilobytes} KB`,
  );
  if (!isOver) return;
  for (const { file, size } of scripts.toSorted((a, b) => b.size - a.size)) {
    console.log(`${size.toFixed(1).padStart(8)}  ${file}`);
  }
};

try {
  const manifest = readManifest();
  for (const route of routes) {
    const weighed = await weigh({ manifest, route });
    print(weighed);
    if (weighed.isOver) process.exitCode = 1;
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
