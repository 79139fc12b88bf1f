import type { FastifyBaseLogger } from "fastify";
import { statSync, watch, type FSWatcher } from "node:fs";
import path from "node:path";
import { declaredFolders } from "../sources";
import type { Declarations } from "./declarations";

/** An editor writes a file in several steps, which count as one change. */
const settleMs = 120;
/** Somebody may write without a pause. */
const longestSettleMs = 2_000;
/** The system may have no watchers left, or end one. */
const retryAfterMs = 30_000;

/**
 * Reloads the declarations after each change of the project's files, and once
 * now for changes during the start. Returns a function that stops.
 */
export function followDeclarations(options: {
  root: string;
  declarations: Pick<Declarations, "reload">;
  log: Pick<FastifyBaseLogger, "warn">;
}): () => Promise<void> {
  const { root, declarations, log } = options;
  const stop = watchFiles({
    root,
    onChange: () => void declarations.reload(),
    onError: (error) => {
      log.warn({ err: error }, "declaration files are not watched");
    },
  });
  const first = declarations.reload();
  return async () => {
    stop();
    await first;
  };
}

type Watched = { identity: string; watcher: FSWatcher };

/**
 * Calls back after each change of the project's declarations, once for several
 * files, and also when a removed folder appears again. Tries again to watch a folder that
 * cannot be watched. Returns a function that stops watching.
 */
export function watchFiles(options: {
  root: string;
  onChange: () => void;
  onError: (error: unknown) => void;
  retryMs?: number;
  /** Opens a watcher of the system. */
  watchFolder?: typeof watch;
}): () => void {
  const { root, onChange, onError } = options;
  const { retryMs = retryAfterMs, watchFolder = watch } = options;
  const watched = new Map<string, Watched>();
  let ofRoot: FSWatcher | undefined;
  let timer: NodeJS.Timeout | undefined;
  let again: NodeJS.Timeout | undefined;
  let firstNotedAt: number | undefined;

  const note = () => {
    firstNotedAt ??= performance.now();
    const left = firstNotedAt + longestSettleMs - performance.now();
    clearTimeout(timer);
    timer = setTimeout(
      () => {
        firstNotedAt = undefined;
        followRoot();
        const isNew = declaredFolders.map(follow).includes(true);
        // Files written into a new folder before it was watched caused no event.
        if (isNew) note();
        onChange();
      },
      Math.max(0, Math.min(settleMs, left)),
    ).unref();
  };
  const open = (folder: string, listener: (name: string | null) => void) =>
    watchFolder(path.join(root, folder), (_event, name) => {
      listener(name);
    }).unref();

  /** Watches the folder again later. Changes until then have no effect. */
  const failed = (folder: string, error: unknown) => {
    onError(error);
    watched.get(folder)?.watcher.close();
    watched.delete(folder);
    again ??= setTimeout(() => {
      again = undefined;
      note();
    }, retryMs).unref();
  };

  /** Watches the folder of this name. Returns true if it is a new folder. */
  const follow = (folder: string): boolean => {
    const before = watched.get(folder);
    const identity = identityOf(path.join(root, folder));
    if (identity === before?.identity) return false;
    before?.watcher.close();
    watched.delete(folder);
    if (identity === undefined) return false;
    try {
      const watcher = open(folder, note);
      watcher.on("error", (error) => {
        failed(folder, error);
      });
      watched.set(folder, { identity, watcher });
    } catch (error) {
      failed(folder, error);
    }
    return watched.has(folder);
  };

  const folders = new Set(
    declaredFolders.map((folder) => folder.split("/")[0]),
  );
  /** Watches the folder that has the others. */
  const followRoot = () => {
    if (ofRoot) return;
    try {
      ofRoot = open(".", (name) => {
        if (name !== null && folders.has(name)) note();
      });
      ofRoot.on("error", (error) => {
        ofRoot?.close();
        ofRoot = undefined;
        failed(".", error);
      });
    } catch (error) {
      failed(".", error);
    }
  };

  followRoot();
  for (const folder of declaredFolders) follow(folder);
  return () => {
    clearTimeout(timer);
    clearTimeout(again);
    ofRoot?.close();
    for (const { watcher } of watched.values()) watcher.close();
  };
}

/** Inode numbers are used again, so the time of creation is needed too. */
function identityOf(folder: string): string | undefined {
  const found = statSync(folder, { bigint: true, throwIfNoEntry: false });
  return found && `${found.ino} ${found.birthtimeNs}`;
}
