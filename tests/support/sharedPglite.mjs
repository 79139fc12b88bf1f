import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";

const { resolve } = createRequire(import.meta.url);

/** Compiles PGlite once for each worker of the tests, not for each database. */
async function compile() {
  const folder = path.dirname(resolve("@electric-sql/pglite"));
  return WebAssembly.compile(await readFile(path.join(folder, "pglite.wasm")));
}

// V8 shares the code of equal modules for as long as one of them exists.
globalThis.compiledPglite ??= compile();
