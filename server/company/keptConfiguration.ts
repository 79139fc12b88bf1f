import type { ChangeHub, Subscription } from "../platform/changes";
import type { Database, DatabaseLog } from "../platform/database";
import {
  companyConfiguration,
  type CompanyConfiguration,
} from "./companySettings";

/**
 * Keeps the company's part of the configuration until a record changes, because every page
 * carries it and the login page needs no other statement. While the database does not
 * answer, `read` returns the part that was read last.
 */
export function keepConfiguration({
  database: { kysely },
  changes,
  log,
}: {
  database: Pick<Database, "kysely">;
  changes: ChangeHub;
  log: DatabaseLog;
}): { read: () => Promise<CompanyConfiguration>; stop: () => Promise<void> } {
  let latest: CompanyConfiguration = {};
  let isCurrent = false;
  let changed = 0;
  let isStopped = false;
  let subscription: Subscription | undefined;
  let subscribing: Promise<void> | undefined;

  const subscribe = async () => {
    try {
      subscription = await changes.subscribe({
        name: "company",
        reads: () => ({ records: [{ table: "record_history" }] }),
        onChanges: async (_range, topics) => {
          if (topics.size === 0) return;
          changed += 1;
          isCurrent = false;
        },
      });
    } catch (error) {
      log.warn({ err: error }, "changes of the company could not be followed");
    }
  };

  return {
    read: async () => {
      if (!isStopped) subscribing ??= subscribe();
      if (isCurrent) return latest;
      const before = changed;
      const isFollowing = subscription !== undefined;
      try {
        latest = await companyConfiguration(kysely);
        // A change that overtakes the read makes it too old to keep.
        isCurrent = isFollowing && before === changed;
      } catch {
        // The page is sent without the newest contacts.
      }
      return latest;
    },
    stop: async () => {
      isStopped = true;
      await subscription?.stop();
    },
  };
}
