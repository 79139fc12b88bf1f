import { areas } from "./areas";
import { collectMigrations } from "./platform/database";
import { migrations as platform } from "./platform/migrations";
import { migrations as workspace } from "./workspace/migrations";

/** The migrations of every area by name, in the order of their numbers. */
export const migrations = collectMigrations([
  platform,
  workspace,
  ...areas.map(({ migrations: ofArea = {} }) => ofArea),
]);
