import { join } from "node:path";
import { lockDataDirectory } from "./lock";

/**
 * Runs work on the files of the embedded database while no program has them open.
 * Throws DataDirectoryInUse.
 */
export async function withLockedFiles<Result>(
  dataDirectory: string,
  work: (directory: string) => Promise<Result>,
): Promise<Result> {
  const unlock = await lockDataDirectory(dataDirectory);
  try {
    return await work(join(dataDirectory, "database"));
  } finally {
    await unlock();
  }
}
