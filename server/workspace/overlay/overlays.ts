import type { Document } from "../../../domain/declarations/document";
import type { Database, DatabaseLog } from "../../platform/database";
import { fingerprint } from "../../platform/fingerprint";
import type { Problem } from "../../platform/problem";
import type { Declarations } from "../declared";
import type { Sources } from "../sources";
import { documentIn } from "./documents";
import { applyOverlays, isTakenOver } from "./mergeOverlays";
import {
  dropOverlay,
  newestChange,
  overlayChannel,
  readOverlays,
  type OverlayRow,
} from "./overlayQueries";

/** The declarations at one moment, with all published edits. */
export type EffectiveSources = {
  files: Sources;
  /** The files with the published edits. */
  sources: Sources;
  problems: readonly Problem[];
  rows: readonly OverlayRow[];
  /** All changes up to this id are included. */
  newest: string;
};

export type Overlays = {
  /** Returns the latest state, whether it can act or not. */
  effective(): Promise<EffectiveSources>;
  /** Returns the state that currently acts. */
  acting(): Promise<EffectiveSources>;
  /**
   * Applies edits that are newer than the latest state, and retries after a
   * database failure. Reads nothing if there is nothing new.
   */
  refresh(): Promise<void>;
};

/** Applies published edits at each reload of the files. */
export function createOverlays(options: {
  declarations: Declarations;
  database: Database;
}): Overlays {
  const { declarations, database } = options;
  let last: EffectiveSources | undefined;
  const effectiveBySources = new WeakMap<Sources, EffectiveSources>();

  declarations.setOverlay(async (files) => {
    const newest = await newestChange(database.kysely);
    const rows: OverlayRow[] = [];
    for (const row of await readOverlays(database.kysely))
      if (row.isExported && isTakenOver(files, row))
        await dropOverlay(database, row);
      else rows.push(row);
    const effective = await applyOverlays(declarations, files, rows);
    last = { files, rows, newest, ...effective };
    effectiveBySources.set(effective.sources, last);
    return effective;
  });

  const effective = async () => {
    if (!last) await declarations.reload();
    if (!last) throw new Error("What is published could not be read");
    return last;
  };

  return {
    effective,
    acting: async () => {
      const latest = await effective();
      const { sources } = declarations.current();
      // Lists that wait for a restart are not as in the latest files.
      return effectiveBySources.get(sources) ?? { ...latest, sources };
    },
    refresh: async () => {
      const newest = await newestChange(database.kysely);
      if (declarations.isBehind() || newest !== last?.newest)
        await declarations.reload();
    },
  };
}

/**
 * Returns the version of a resource's document. It changes with each edit, here
 * or in the files.
 */
export function versionIn(
  { files, rows }: Pick<EffectiveSources, "files" | "rows">,
  name: string,
): string {
  const row = rows.find(({ resource }) => resource === name);
  const file: Document | undefined = documentIn(files, name);
  return `${row?.version ?? "0"}-${file ? fingerprint(file) : "none"}`;
}

/** Lost notifications are compensated by polling at this interval. */
const pollMilliseconds = 2_000;

/**
 * Applies edits that any server publishes: on a notification, and by polling
 * every two seconds. Resolves once the existing edits are applied. Returns the
 * function that stops it.
 */
export async function followOverlays(options: {
  overlays: Pick<Overlays, "refresh">;
  database: Pick<Database, "listen">;
  log: Pick<DatabaseLog, "warn">;
}): Promise<() => Promise<void>> {
  const { overlays, database, log } = options;
  let looking: Promise<void> | undefined;
  let isAskedAgain = false;
  const look = (): Promise<void> => {
    if (looking) {
      isAskedAgain = true;
      return looking;
    }
    looking = overlays
      .refresh()
      .catch((error: unknown) => {
        log.warn({ err: error }, "published edits could not be read");
      })
      .then(() => {
        looking = undefined;
        if (!isAskedAgain) return;
        isAskedAgain = false;
        return look();
      });
    return looking;
  };
  const unlisten = await database.listen(overlayChannel, () => void look());
  await look();
  const timer = setInterval(() => void look(), pollMilliseconds).unref();
  return async () => {
    clearInterval(timer);
    await unlisten();
    await looking;
  };
}
