import type { Database, DatabaseLog } from "../../platform/database";
import { retryUntilDone } from "../../platform/retry";
import type { ColumnTable } from "./columnTable";
import { loadTable, patchTable } from "./loadTable";
import type { LoadedArea } from "./readTable";
import type { Snapshots } from "./snapshots";

/** A table is loaded again when so many rows have ended or are out of order. */
const wasteLimit = { rows: 50_000, share: 0.25 };

type Options = {
  database: Pick<Database, "longRunning" | "background">;
  log: DatabaseLog;
  signal: AbortSignal;
  /** Every change up to this number is committed. */
  position: () => bigint;
  /** Whether all tables together are within their bound. */
  hasRoom: () => boolean;
  /** Called when the table is replaced or given up, so that threads free its views. */
  forget: () => void;
  /** Called when the area is loaded, or needs more memory than there is. */
  onPlaced: (isInMemory: boolean) => void;
  /** Null if the program keeps no files. */
  snapshots: Snapshots | null;
};

/** The rows of one area in memory, kept up to date. */
export type AreaTable = {
  /** The published table and the change number that it includes, once loaded. */
  current(): { table: ColumnTable; version: bigint } | undefined;
  version(): bigint;
  /** Returns whether the table includes a change, after at most `milliseconds`. */
  reaches(version: bigint, milliseconds: number): Promise<boolean>;
  /** Loads an area in the background, unless its columns are loaded already. */
  load(area: LoadedArea): void;
  /** Loads everything again. The present table answers in the meantime. */
  reload(): void;
  /** Includes the changes up to a number. Rejects if they could not be read. */
  patch(upTo: bigint): Promise<void>;
  drop(): void;
  /**
   * Saves the table, if it has changed since it was saved. Gives up soon after `signal`
   * is aborted.
   */
  save(signal: AbortSignal): Promise<void>;
  /** Bytes of the tables, including a table that is being loaded. */
  bytes(): number;
  state(): Omit<AreaState, "area">;
  settled(): Promise<void>;
};

/** The state of an area in the index. */
export type AreaState = {
  area: string;
  /** Whether lists of the area are answered from memory. */
  isLoaded: boolean;
  /** Whether the area is being loaded, for the first time or again. */
  isLoading: boolean;
  rows: number;
  bytes: number;
};

type Loaded = { area: LoadedArea; table: ColumnTable; version: bigint };

class NoRoom extends Error {}

export function createAreaTable(options: Options): AreaTable {
  const { log, position, hasRoom, signal, database, snapshots } = options;
  let wanted: LoadedArea | undefined;
  let loaded: Loaded | undefined;
  let growing: ColumnTable | undefined;
  let loading: Promise<void> | undefined;
  let isAgain = false;
  let savedVersion = 0n;
  /** Tables are saved one after another, since all are written to the same file. */
  let saving: Promise<void> = Promise.resolve();
  let isDropped = false;
  /** Patches and the last step of a load happen one after another. */
  let queue: Promise<unknown> = Promise.resolve();
  const waiting = new Set<() => void>();

  const enqueue = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = queue.then(work);
    queue = result.catch(() => undefined);
    return result;
  };

  const check = (table: ColumnTable) => {
    growing = table === loaded?.table ? growing : table;
    if (!hasRoom()) throw new NoRoom();
  };

  const setLoaded = (next: Loaded | undefined) => {
    if (next?.table !== loaded?.table) options.forget();
    loaded = next;
    if (next) options.onPlaced(true);
    for (const look of waiting) look();
  };

  const giveUp = ({ area }: LoadedArea) => {
    setLoaded(undefined);
    options.onPlaced(false);
    log.warn(
      { area },
      "the index of an area exceeds INDEX_MEMORY; the database answers its lists",
    );
  };

  /** A new table, or that of a snapshot at the first time. */
  const readRows = async (area: LoadedArea) => {
    const steps = { database, area, signal, check };
    const kept = loaded
      ? null
      : await snapshots?.read(area, position(), signal);
    if (kept) {
      const version = position();
      await patchTable(steps, kept.table, kept.version);
      if (await snapshots?.hasSameRows(area, kept.table))
        return { table: kept.table, version, isKept: true };
      log.info({ area: area.area }, "a saved index had other rows");
    }
    const version = position();
    return { table: await loadTable(steps), version, isKept: false };
  };

  const save = async (until: AbortSignal) => {
    if (!loaded || !snapshots || loaded.version === savedVersion) return;
    const { area, table, version } = loaded;
    if (await snapshots.write(area, { table, version }, until))
      savedVersion = version;
  };

  const loadOnce = async (area: LoadedArea) => {
    const startedAt = performance.now();
    const { table, version: before, isKept } = await readRows(area);
    await enqueue(async () => {
      const version = position();
      await patchTable({ database, area, signal, check }, table, before);
      if (!isDropped) setLoaded({ area, table, version });
      growing = undefined;
    });
    log.info(
      {
        area: area.area,
        rows: table.view().live,
        megabytes: Math.round(table.bytes() / 2 ** 20),
        milliseconds: Math.round(performance.now() - startedAt),
      },
      isKept
        ? "the index of an area is loaded from its file"
        : "the index of an area is loaded",
    );
  };

  /** Loads the wanted columns. Rejects if the database fails. */
  const loadWanted = async () => {
    while (isAgain && wanted && !isDropped) {
      isAgain = false;
      const area = wanted;
      try {
        await loadOnce(area);
      } catch (error) {
        growing = undefined;
        const isNoRoom = error instanceof NoRoom;
        if (isNoRoom && !loaded) {
          giveUp(area);
          continue;
        }
        isAgain = true;
        if (!isNoRoom) throw error;
        // There is no room for two copies, so the database answers during the load.
        setLoaded(undefined);
      }
    }
  };

  const run = () =>
    retryUntilDone(loadWanted, {
      signal,
      onFailure: (error) => {
        const { area } = wanted ?? {};
        log.warn({ err: error, area }, "an index failed to load");
      },
    });

  const start = () => {
    isAgain = true;
    loading ??= run().then(() => {
      loading = undefined;
      if (isAgain && !isDropped && !signal.aborted) start();
    });
  };

  const bytes = () => (loaded?.table.bytes() ?? 0) + (growing?.bytes() ?? 0);

  return {
    current: () => loaded,
    version: () => loaded?.version ?? 0n,
    reaches: (version, milliseconds) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => {
          end(false);
        }, milliseconds);
        const end = (isReached: boolean) => {
          clearTimeout(timer);
          waiting.delete(look);
          resolve(isReached);
        };
        const look = () => {
          if ((loaded?.version ?? 0n) >= version) end(true);
        };
        waiting.add(look);
        look();
      }),
    load: (area) => {
      const names = ({ columns }: LoadedArea) =>
        columns.map(({ name }) => name).join();
      const isSame = wanted !== undefined && names(wanted) === names(area);
      wanted = area;
      if (!isSame) start();
    },
    reload: start,
    patch: (upTo) =>
      enqueue(async () => {
        if (!loaded) return;
        const { area, table, version } = loaded;
        try {
          await patchTable({ database, area, signal, check }, table, version);
        } catch (error) {
          if (!(error instanceof NoRoom)) throw error;
          giveUp(area);
          return;
        }
        setLoaded({ area, table, version: upTo });
        const most = Math.max(
          wasteLimit.rows,
          wasteLimit.share * table.view().live,
        );
        if (table.waste() > most) start();
      }),
    drop: () => {
      isDropped = true;
      setLoaded(undefined);
    },
    save: (until) => {
      saving = saving.then(() => save(until));
      return saving;
    },
    bytes,
    state: () => ({
      isLoaded: loaded !== undefined,
      isLoading: loading !== undefined,
      rows: loaded?.table.view().live ?? 0,
      bytes: bytes(),
    }),
    settled: async () => {
      await loading;
      await queue;
    },
  };
}
