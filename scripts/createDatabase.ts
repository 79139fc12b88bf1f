// Creates the files of a new embedded database in dist/newDatabase, which the first start
// of a server copies. Every user of the machine may read them.
import { chmodSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { prepareFiles } from "../server/platform/database/embedded/dataDirectory";

const folder = "dist/newDatabase";

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const database = await prepareFiles(folder);
chmodSync(database, 0o755);
for (const entry of readdirSync(database, {
  recursive: true,
  withFileTypes: true,
}))
  chmodSync(
    join(entry.parentPath, entry.name),
    entry.isDirectory() ? 0o755 : 0o644,
  );
