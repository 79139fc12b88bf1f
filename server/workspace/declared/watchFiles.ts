import type { FastifyBaseLogger } from "fastify";
import { statSync, watch, type FSWatcher } from "node:fs";
import path from "node:path";
import { declaredFolders } from "../sources";
import type { Declarations } from "./declarations";

/** An editor writes a file in several steps, which count as one change. */
const settleMs = 120;

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
 * files, and also when a removed folder appears again. Returns a function that
 * stops watching.
 */
export function watchFiles(options: {
  root: string;
  onChange: () => void;
  onError: (error: unknown) => void;
}): () => void {
  const { root, onChange, onError } = options;
  const watched = new Map<string, Watched>();
  let timer: NodeJS.Timeout | undefined;

  const note = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const isNew = declaredFolders.map(follow).includes(true);
      // Files written into a new folder before it was watched caused no event.
      if (isNew) note();
      onChange();
    }, settleMs).unref();
  };
  const open = (folder: string, listener: (name: string | null) => void) =>
    watch(path.join(root, folder), (_event, name) => {
      listener(name);
    })
      .unref()
      .on("error", onError);

  /** Watches the folder of this name. Returns true if it is a new folder. */
  const follow = (folder: string): boolean => {
    const before = watched.get(folder);
    const identity = identityOf(path.join(root, folder));
    if (identity === before?.identity) return false;
    before?.watcher.close();
    watched.delete(folder);
    if (identity === undefined) return false;
    try {
      watched.set(folder, { identity, watcher: open(folder, note) });
    } catch (error) {
      onError(error);
    }
    return watched.has(folder);
  };

  const folders = new Set(
    declaredFolders.map((folder) => folder.split("/")[0]),
  );
  const watchers: FSWatcher[] = [];
  try {
    watchers.push(
      open(".", (name) => {
        if (name !== null && folders.has(name)) note();
      }),
    );
  } catch (error) {
    onError(error);
  }
  for (const folder of declaredFolders) follow(folder);
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
    for (const { watcher } of watched.values()) watcher.close();
  };
}

/** Inode numbers are used again, so the time of creation is needed too. */
function identityOf(folder: string): string | undefined {
  const found = statSync(folder, { bigint: true, throwIfNoEntry: false });
  return found && `${found.ino} ${found.birthtimeNs}`;
}
