import type { ChangeNumber, ChangeTopic } from "../../platform/changes";
import type { Database, DatabaseLog } from "../../platform/database";
import { retryUntilDone } from "../../platform/retry";
import {
  countRows,
  loadTable,
  patchTables,
  type FilledTable,
  type LoadedArea,
} from "./load/loadTable";
import type { Snapshots } from "./snapshot/snapshots";
import type { ColumnTable } from "./store/columnTable";
import type { View } from "./store/view";

/** A table is loaded again when so many rows have ended or are out of order. */
const wasteLimit = { rows: 50_000, share: 0.25 };

type Options = {
  topic: ChangeTopic;
  database: Pick<Database, "longRunning" | "background">;
  log: DatabaseLog;
  signal: AbortSignal;
  /** The index has handled every change up to this number. */
  number: () => ChangeNumber;
  /** Returns from where a saved table is brought up to date. */
  resumable: (number: ChangeNumber) => ChangeNumber;
  /** Runs a patch, or the last step of a load, after the others. */
  enqueue: (work: () => Promise<void>) => Promise<void>;
  /** Bytes of all tables together, and their bound. */
  usedBytes: () => number;
  mostBytes: number;
  /** Whether any area is being loaded, so that two copies of it use memory. */
  isLoading: () => boolean;
  /** Called when the table is replaced or given up, so that threads free its views. */
  forget: () => void;
  /** Called when the area may use less memory than before. */
  onShrunk: () => void;
  /** Null if the program keeps no files. */
  snapshots: Snapshots | null;
};

/** The rows of one area in memory, kept up to date. */
export type AreaTable = {
  readonly topic: ChangeTopic;
  /** The published table, once loaded. */
  current(): FilledTable | undefined;
  /** Loads an area in the background, unless its columns are loaded already. */
  load(area: LoadedArea): void;
  /**
   * Handles a patch of the table, of which `after` is the beginning. `isChanged` tells
   * whether a row has changed.
   */
  patched(after: ChangeNumber, isChanged: boolean): void;
  /** Loads an area again that was given up, if others use less memory now. */
  offerRoom(othersBytes: number): void;
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

class NoRoom extends Error {}

export function createAreaTable(options: Options): AreaTable {
  const { log, number, usedBytes, enqueue, signal, database, snapshots } =
    options;
  let wanted: LoadedArea | undefined;
  let loaded: FilledTable | undefined;
  let growing: ColumnTable | undefined;
  let loading: Promise<void> | undefined;
  let isAgain = false;
  /** Changes after this number may be missing from the table that is being loaded. */
  let unread: ChangeNumber = 0n;
  /** The bytes of the other areas when this one was given up. */
  let lackedBeside: number | undefined;
  let publishedBytes = 0;
  let savedView: View | undefined;
  /** Tables are saved one after another, since all are written to the same file. */
  let saving: Promise<void> = Promise.resolve();
  let isDropped = false;

  const bytes = () => (loaded?.table.bytes() ?? 0) + (growing?.bytes() ?? 0);

  const hasRoom = () => usedBytes() <= options.mostBytes;

  const check = (table: ColumnTable) => {
    growing = table;
    if (!hasRoom()) throw new NoRoom();
  };

  const setLoaded = (next: FilledTable | undefined) => {
    options.forget();
    loaded = next;
    growing = undefined;
    publishedBytes = bytes();
    options.onShrunk();
  };

  const giveUp = ({ area }: LoadedArea) => {
    growing = undefined;
    lackedBeside = usedBytes() - bytes();
    options.onShrunk();
    log.warn(
      { area },
      "the index of an area exceeds INDEX_MEMORY; the database answers its lists",
    );
  };

  /** A new table, or that of a snapshot at the first time. */
  const readRows = async (area: LoadedArea) => {
    const steps = { database, signal, check };
    unread = number();
    const kept = loaded ? null : await snapshots?.read(area, unread, signal);
    if (kept) {
      const { table } = kept;
      await patchTables(steps, [{ area, table }], kept.version);
      if (await isComplete({ area, table }, unread))
        return { table, isKept: true };
      log.info({ area: area.area }, "a saved index had other rows");
    }
    unread = number();
    return { table: await loadTable(steps, area), isKept: false };
  };

  /**
   * Patches a table and returns whether it then has as many rows as the database. One
   * snapshot of the database gives the changes and the number, because an import may run.
   */
  const isComplete = (filled: FilledTable, after: ChangeNumber) =>
    database.background
      .transaction()
      .setIsolationLevel("repeatable read")
      .execute(async (trx) => {
        const rows = await countRows(trx, filled.area);
        const moment = { longRunning: trx, background: trx };
        await patchTables({ database: moment, signal, check }, [filled], after);
        return rows === filled.table.view().live;
      });

  const save = async (until: AbortSignal) => {
    const view = loaded?.table.view();
    if (!loaded || !snapshots || view === savedView) return;
    const { area, table } = loaded;
    const version = options.resumable(number());
    if (await snapshots.write(area, { table, version }, until))
      savedView = view;
  };

  const loadOnce = async (area: LoadedArea) => {
    const startedAt = performance.now();
    const { table, isKept } = await readRows(area);
    await enqueue(async () => {
      const steps = { database, signal, check };
      await patchTables(steps, [{ area, table }], unread);
      table.publish();
      if (!isDropped) setLoaded({ area, table });
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
        const isNoRoom = error instanceof NoRoom;
        if (isNoRoom && !loaded) {
          giveUp(area);
          continue;
        }
        isAgain = true;
        growing = undefined;
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
    lackedBeside = undefined;
    loading ??= run().then(() => {
      loading = undefined;
      if (isAgain && !isDropped && !signal.aborted) start();
    });
  };

  return {
    topic: options.topic,
    current: () => loaded,
    load: (area) => {
      const names = ({ columns }: LoadedArea) =>
        columns.map(({ name }) => name).join();
      const isSame = wanted !== undefined && names(wanted) === names(area);
      wanted = area;
      if (!isSame) start();
    },
    patched: (after, isChanged) => {
      unread = lower(unread, after);
      if (!loaded || !isChanged) return;
      const { table } = loaded;
      const hasGrown = table.bytes() > publishedBytes;
      publishedBytes = table.bytes();
      const most = Math.max(
        wasteLimit.rows,
        wasteLimit.share * table.view().live,
      );
      if (table.waste() > most) start();
      else if (hasGrown && !hasRoom() && !options.isLoading()) {
        // A new copy has no ended rows, and may fit.
        setLoaded(undefined);
        start();
      }
    },
    offerRoom: (othersBytes) => {
      if (lackedBeside !== undefined && othersBytes < lackedBeside) start();
    },
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
    },
  };
}

const lower = (left: ChangeNumber, right: ChangeNumber): ChangeNumber =>
  left < right ? left : right;
