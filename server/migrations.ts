import { migrations as bidding } from "./bidding/migrations";
import { migrations as catalog } from "./catalog/migrations";
import { migrations as files } from "./files/migrations";
import { migrations as identity } from "./identity/migrations";
import { migrations as payments } from "./payments/migrations";
import { collectMigrations } from "./platform/database";
import { migrations as platform } from "./platform/migrations";
import { migrations as purchases } from "./purchases/migrations";
import { migrations as workspace } from "./workspace/migrations";

/**
 * The migrations of every area by name, in the order of their numbers. They are not part
 * of the modules in server/areas.ts, because commands need them without the areas' code.
 */
export const migrations = collectMigrations([
  platform,
  workspace,
  identity,
  catalog,
  payments,
  bidding,
  purchases,
  files,
]);
