import type { Document } from "../../../domain/declarations/document";
import { isEqual } from "../../../domain/formats";
import type { Clock } from "../../platform/clock";
import type { Database, DatabaseLog } from "../../platform/database";
import { fingerprint } from "../../platform/fingerprint";
import type { Problem } from "../../platform/problem";
import type { Declarations } from "../declared";
import type { Sources } from "../sources";
import { rowOf } from "./createdFields";
import { documentIn, rowDocument } from "./documents";
import { applyOverlays, isTakenOver } from "./mergeOverlays";
import {
  dropOverlay,
  newestChange,
  noteTaken,
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

/**
 * An exported edit is kept this long after a server has first read files that contain it,
 * for servers that still have the former files.
 */
const keptMs = 24 * 3_600_000;

/** Applies published edits at each reload of the files. */
export function createOverlays(options: {
  declarations: Declarations;
  database: Database;
  clock: Clock;
}): Overlays {
  const { declarations, database, clock } = options;
  let last: EffectiveSources | undefined;
  const effectiveBySources = new WeakMap<Sources, EffectiveSources>();

  declarations.setOverlay(async (files) => {
    const newest = await newestChange(database.kysely);
    const rows: OverlayRow[] = [];
    for (const row of await readOverlays(database.kysely))
      // A file that loses the edit again later must not bring it back.
      if (row.takenAt && clock.now().getTime() - row.takenAt.getTime() > keptMs)
        await dropOverlay(database, row);
      else if (!isTakenOver(files, row)) rows.push(row);
      else if (row.takenAt === null)
        await noteTaken(database, row, clock.now());
    const effective = await applyOverlays(declarations, files, rows);
    last = { files, rows, newest, ...effective };
    effectiveBySources.set(effective.sources, last);
    // The present set stays if a reload finds the same content, with former files or edits.
    const { sources } = declarations.current();
    if (isEqual(sources, effective.sources))
      effectiveBySources.set(sources, last);
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
 * or in the files, and with each edit of its row's created fields.
 */
export function versionIn(
  {
    files,
    sources,
    rows,
  }: Pick<EffectiveSources, "files" | "sources" | "rows">,
  name: string,
): string {
  const file: Document | undefined = documentIn(files, name);
  const present = documentIn(sources, name);
  if (!present) return noVersion;
  const row = rowOf(file ?? present);
  const names = [name, ...(row === undefined ? [] : [rowDocument(row)])];
  const newest = rows
    .filter(({ resource }) => names.includes(resource))
    .reduce((last, { version }) => Math.max(last, Number(version)), 0);
  return `${newest}-${file ? fingerprint(file) : "none"}`;
}

/** The version of a resource that does not exist. */
const noVersion = "0-none";

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
