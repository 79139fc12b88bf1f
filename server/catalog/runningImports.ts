import type { Clock } from "../platform/clock";
import {
  removeAppState,
  saveAppState,
  type Database,
} from "../platform/database";

/** Readers of lists see the progress of an import. */
export type ImportNotice = {
  /** Reports how many lots the import has added so far. */
  report(added: number): Promise<void>;
};

const keyPrefix = "running import ";

/** A shorter import is not announced; a longer one reports no more often. */
const reportEveryMs = 2_000;

/** An import whose process has ended without a word is no longer shown. */
const lostAfterMs = 60_000;

type Announced = { added: number; reportedAt: string };

type Announcer = {
  database: Pick<Database, "longRunning">;
  clock: Clock;
};

/**
 * Announces an import into an area to all servers. Imports of one kind of lots run one
 * after another, so that an area has at most one. `end` removes the announcement.
 */
export function announceImport(
  { database: { longRunning }, clock }: Announcer,
  area: string,
): ImportNotice & { end(): Promise<void> } {
  const key = keyPrefix + area;
  let reportedAt = clock.now();
  let isAnnounced = false;
  return {
    async report(added) {
      const now = clock.now();
      if (added === 0 || now.getTime() - reportedAt.getTime() < reportEveryMs)
        return;
      reportedAt = now;
      isAnnounced = true;
      const value = JSON.stringify({
        added,
        reportedAt: now.toISOString(),
      } satisfies Announced);
      await saveAppState(longRunning, key, value);
    },
    async end() {
      if (!isAnnounced) return;
      isAnnounced = false;
      await removeAppState(longRunning, key);
    },
  };
}

/** Returns how many lots the running imports have added so far, by area. */
export async function findRunningImports({
  database: { kysely },
  clock,
}: {
  database: Pick<Database, "kysely">;
  clock: Clock;
}): Promise<ReadonlyMap<string, number>> {
  const rows = await kysely
    .selectFrom("app_state")
    .selectAll()
    .where("key", "like", `${keyPrefix}%`)
    .execute();
  const oldest = clock.now().getTime() - lostAfterMs;
  return new Map(
    rows.flatMap(({ key, value }) => {
      const { added, reportedAt } = JSON.parse(value) as Announced;
      return Date.parse(reportedAt) < oldest
        ? []
        : [[key.slice(keyPrefix.length), added]];
    }),
  );
}
