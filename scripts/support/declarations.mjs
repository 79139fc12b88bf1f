import { cpSync, existsSync, rmSync } from "node:fs";
import path from "node:path";

/**
 * Copies the declarations beside the built browser program, so that `dist/web`
 * works alone on any static server. It runs on every prepare, so the stamps of
 * the build need not cover these folders.
 */
export const copyDeclarations = (target) => {
  for (const folder of ["locales", "resources"]) {
    const copy = path.join(target, folder);
    rmSync(copy, { recursive: true, force: true });
    if (existsSync(folder)) cpSync(folder, copy, { recursive: true });
  }
};
