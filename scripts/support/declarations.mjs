import { cpSync, existsSync, rmSync } from "node:fs";
import path from "node:path";

/**
 * Copies what is read at run time beside the built browser program, so that
 * `dist/web` works alone on any static server. Cheap, done on every prepare;
 * that is why the hash stamps of the build need not cover these folders.
 */
export const copyDeclarations = (target) => {
  for (const folder of ["locales", "resources"]) {
    const copy = path.join(target, folder);
    rmSync(copy, { recursive: true, force: true });
    if (existsSync(folder)) cpSync(folder, copy, { recursive: true });
  }
};
