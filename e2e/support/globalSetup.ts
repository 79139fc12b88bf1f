import { rmSync } from "node:fs";
import { keepFilesInMemory } from "../../tests/support/filesInMemory";
import { preloadBaselineWasm } from "../../tests/support/preload";
import { prepareData } from "./server";

/** Prepares the data that the server of each worker starts from. */
export default async function setup() {
  const removeFiles = keepFilesInMemory();
  preloadBaselineWasm();
  const folder = await prepareData();
  process.env.E2E_PREPARED = folder;
  return () => {
    rmSync(folder, { recursive: true, force: true });
    removeFiles();
  };
}
