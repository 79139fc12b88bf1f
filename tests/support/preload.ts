import path from "node:path";
import { pathToFileURL } from "node:url";

/** Preloads `baselineWasm.mjs` into all processes of Node that this one starts. */
export function preloadBaselineWasm(): void {
  const file = path.resolve("tests/support/baselineWasm.mjs");
  const preload = `--import=${pathToFileURL(file).href}`;
  process.env.NODE_OPTIONS = [process.env.NODE_OPTIONS, preload]
    .filter(Boolean)
    .join(" ");
}
