import { once } from "node:events";
import type { Resource } from "../../../domain/resource";
import type {
  ChangeHub,
  ChangeNumber,
  ChangeTopic,
  Subscription,
  TopicTables,
} from "../../platform/changes";
import type { Clock } from "../../platform/clock";
import type { Database, DatabaseLog } from "../../platform/database";
import type { Metrics } from "../../platform/metrics";
import { createQueues } from "../../platform/queues";
import type { IndexedSet } from "../indexes";
import {
  idsAt,
  type Asked,
  type Found,
  type IdList,
  type IndexQuery,
} from "../listing/query/listingIndex";
import type { RowSource } from "../listing/source/rowSource";
import type { Word } from "../listing/source/dictionaryCache";
import type { IndexEngine } from "../listing/sql/sqlListingIndex";
import { createAreaTable, type AreaState, type AreaTable } from "./areaTable";
import { createComputedTables } from "./computed/computedTables";
import { withComputedColumns } from "./computed/computedView";
import { needsComputed } from "./computed/needsComputed";
import { patchTables, type IndexedSource } from "./load/loadTable";
import { wantedColumns } from "./load/wantedColumns";
import { compileScan } from "./query/compileScan";
import { createRanks } from "./query/order";
import { createWords } from "./query/words";
import { NotLoaded } from "./query/conditions";
import { createScanThreads } from "./scan/scanThreads";
import { createSnapshots } from "./snapshot/snapshots";
import { chunkBits, chunkMask } from "./store/chunk";
import type { ColumnTable } from "./store/columnTable";
import type { View } from "./store/view";

/** A reader of its own writes waits this long, then the database answers. */
const longestWaitMs = 50;
/** Changed tables are saved so often, and when the program stops. */
const saveEveryMs = 10 * 60_000;
/** Saving at the stop ends by then, so that the program ends in time. */
const longestSaveMs = 8_000;

type ColumnsOptions = {
  database: Database;
  changes: ChangeHub;
  clock: Clock;
  log: DatabaseLog;
  /** Bytes for all tables together. */
  mostBytes: number;
  /** The folder of the files in which tables are kept; null keeps none. */
  folder?: string | null;
  /** Scans estimated above this many milliseconds run in worker threads. */
  workHere?: number;
};

/** The index of lists in memory: every area of a table with change numbers. */
export type ColumnsEngine = IndexEngine & {
  /**
   * Follows the changes of the areas that the lists need, and loads them in the
   * background. After a failure it tries again until it is stopped; the database
   * answers all lists until then.
   */
  start(): Promise<void>;
  /** Sets the lists whose fields are loaded, and returns at once. */
  wantFor(lists: IndexedSet): void;
  /** Returns the state of each area that the lists need. */
  states(): readonly AreaState[];
  /** Resolves when all areas are loaded, or left to the database. */
  settled(): Promise<void>;
  /**
   * Saves the changed areas until `tooLate` is aborted, by default after eight seconds.
   * Lists are still answered.
   */
  save(tooLate?: AbortSignal): Promise<void>;
  /** Stops without saving. */
  stop(): Promise<void>;
};

/** Makes the index. Until `start`, and while an area is loaded, it answers nothing. */
export function createColumnsEngine(options: ColumnsOptions): ColumnsEngine {
  const { database, changes, clock, log, mostBytes, folder } = options;
  const snapshots = folder ? createSnapshots({ database, log }, folder) : null;
  const areas = new Map<string, AreaTable>();
  const ranks = createRanks();
  const words = createWords(database);
  const threads = createScanThreads({ log, workHere: options.workHere });
  const computed = createComputedTables(mostBytes, (owner) => {
    threads.forget(owner);
  });
  const stopping = new AbortController();
  const inQueue = createQueues();
  let following: Subscription | undefined;
  let wanted: IndexedSet | undefined;
  let saving: NodeJS.Timeout | undefined;
  let starting: Promise<void> | undefined;

  const number = () => following?.number() ?? 0n;
  const usedBytes = () =>
    [...areas.values()].reduce((sum, area) => sum + area.bytes(), 0);

  const offerRoom = () => {
    for (const area of areas.values())
      area.offerRoom(usedBytes() - area.bytes());
  };

  const saveAll = async (signal: AbortSignal) => {
    for (const area of areas.values()) await area.save(signal);
  };

  const update = () => {
    if (!wanted || !following || stopping.signal.aborted) return;
    const needed = areasOf(wanted);
    for (const [key, area] of areas)
      if (!needed.has(key)) {
        area.drop();
        areas.delete(key);
      }
    for (const [key, loaded] of needed) {
      const area: AreaTable =
        areas.get(key) ??
        createAreaTable({
          topic: loaded.source.changes.topic,
          database,
          log,
          snapshots,
          signal: stopping.signal,
          number,
          resumable: (number) => changes.resumable(number),
          enqueue: (work) => inQueue(loaded.source.changes.topic, work),
          usedBytes,
          mostBytes,
          isLoading: () =>
            [...areas.values()].some((one) => one.state().isLoading),
          forget: () => {
            threads.forget(area);
            computed.forget(area);
          },
          onShrunk: offerRoom,
        });
      areas.set(key, area);
      area.load(loaded);
    }
  };

  /** Includes the changes after a number in the areas of a topic. */
  const patch = (topic: ChangeTopic, after: ChangeNumber) =>
    inQueue(topic, async () => {
      const ofTopic = [...areas.values()].filter((one) => one.topic === topic);
      const tables = ofTopic.flatMap((area) => area.current() ?? []);
      const { signal } = stopping;
      const changed = await patchTables({ database, signal }, tables, after);
      for (const area of ofTopic) {
        const { table } = area.current() ?? {};
        area.patched(after, table !== undefined && changed.has(table));
      }
    });

  const reads = (): TopicTables => {
    const read: TopicTables = {};
    for (const { source, area } of wanted ? areasOf(wanted).values() : []) {
      const { topic } = source.changes;
      const inAreas = { column: source.areaColumn, areas: [area] };
      const changed = { table: source.table, inAreas };
      read[topic] = [...(read[topic] ?? []), changed];
    }
    return read;
  };

  const start = async () => {
    try {
      following = await changes.subscribe({
        name: "index",
        reads,
        onChanges: async ({ after }, topics) => {
          for (const topic of topics) await patch(topic, after);
        },
      });
    } catch (error) {
      if (stopping.signal.aborted) return;
      throw error;
    }
    update();
    if (!stopping.signal.aborted)
      saving = setInterval(
        () => void saveAll(stopping.signal),
        saveEveryMs,
      ).unref();
  };

  const compile = async (query: IndexQuery, asked: Asked) => {
    const { source, resource, viewer, scopeViewer } = query;
    // The database compares the words in another form.
    if (query.shownWords) return null;
    const { area, owner } = source.scope({
      resource,
      viewer: scopeViewer ?? viewer,
    });
    if (typeof area !== "string" || owner !== "anyone") return null;
    const state = areas.get(keyOf(source, area));
    if (!state?.current()) return null;
    const { atLeast = 0n } = asked;
    if (atLeast > number())
      if (!(await following?.reaches(atLeast, longestWaitMs))) return null;
    const version = changes.resumable(number());
    const loaded = state.current();
    if (!loaded) return null;
    const { table } = loaded;
    const searched = await words.search(query, table);
    const lower = await words.lower(query);
    await words.load(source, table);
    const view = table.view();
    const word = (kind: string, id: number) => words.find(kind, id);
    const scanned = await withComputed(
      { table, view, query, area: state },
      asked,
      word,
    );
    if (!scanned || state.current()?.table !== table) return null;
    const compiled = compileScan(
      { ...scanned, ranks, word, searched, lower, now: clock.now() },
      scanned.query,
      asked,
    );
    return compiled && { ...scanned, compiled, version };
  };

  /**
   * Returns the table that a query scans, with computed columns if the query needs them or
   * they are ready; null if needed columns cannot be added.
   */
  const withComputed = async (
    plain: { table: ColumnTable; view: View; query: IndexQuery; area: object },
    asked: Asked,
    word: (kind: string, id: number) => Word | undefined,
  ) => {
    const { area, query } = plain;
    const { formulas } = query;
    if (!formulas) return { ...plain, owner: area };
    const isNeeded = needsComputed({ ...query, formulas }, asked);
    try {
      const found = await computed.of(
        { ...plain, query: { ...query, formulas }, isNeeded },
        word,
      );
      if (found)
        return { ...found, query: withComputedColumns({ ...query, formulas }) };
    } catch (error) {
      if (!(error instanceof NotLoaded)) throw error;
    }
    if (isNeeded) return null;
    const { formulas: _formulas, ...withoutFormulas } = query;
    return { ...plain, query: withoutFormulas, owner: area };
  };

  const find = async (
    query: IndexQuery,
    asked: Asked,
  ): Promise<Found | null> => {
    const ready = await compile(query, asked);
    if (!ready) return null;
    const { compiled, owner, view, version } = ready;
    const scanned = await threads.scan(owner, view, compiled.scan);
    return scanned && { ...compiled.read(scanned), version };
  };

  return {
    find,
    all: async (query, sort) => {
      const page = { sort, page: 1, pageSize: Number.MAX_SAFE_INTEGER };
      const ready = await compile(query, { page });
      if (!ready) return null;
      const { compiled, owner, view } = ready;
      const scanned = await threads.scan(owner, view, compiled.scan);
      return scanned && idsOf(view, scanned.rows);
    },
    start: () => {
      starting ??= start();
      return starting;
    },
    wantFor: (lists) => {
      wanted = lists;
      update();
    },
    states: () =>
      [...areas].map(([key, table]) => ({
        area: key.slice(key.lastIndexOf("/") + 1),
        ...table.state(),
      })),
    settled: async () => {
      await Promise.all([...areas.values()].map((area) => area.settled()));
    },
    save: async (tooLate = AbortSignal.timeout(longestSaveMs)) => {
      // An earlier save may still be writing.
      await Promise.race([saveAll(tooLate), once(tooLate, "abort")]);
    },
    stop: async () => {
      // Before the abort, which is no failure of a patch that runs.
      const unfollowed = following?.stop();
      stopping.abort();
      clearInterval(saving);
      await starting;
      await unfollowed;
      await following?.stop();
      await Promise.all([...areas.values()].map((area) => area.settled()));
      areas.clear();
      await threads.stop();
    },
  };
}

/**
 * Returns the ids of rows. They are read later, because texts of millions of ids would
 * take a second to make; chunks keep the ids of their rows.
 */
function idsOf({ chunks }: View, rows: Uint32Array): IdList {
  const ids = chunks.map(({ body }) => body.ids);
  return idsAt(rows.length, (place) => {
    const row = rows[place] ?? 0;
    return ids[row >> chunkBits]?.[row & chunkMask] ?? 0;
  });
}

const keyOf = ({ table, row }: RowSource, area: string): string =>
  `${table}/${row}/${area}`;

const isIndexed = (source: RowSource): source is IndexedSource =>
  source.changes !== undefined && source.areaColumn !== undefined;

/** Returns the areas of lists with the columns that they need, by key. */
function areasOf({ resources, row, sourceOf }: IndexedSet) {
  const areas = new Map<
    string,
    { source: IndexedSource; area: string; lists: Resource[] }
  >();
  for (const resource of resources) {
    const source = sourceOf(resource.row, resources);
    const { pageType: area } = resource;
    if (!source || !isIndexed(source) || area === undefined) continue;
    const key = keyOf(source, area);
    const lists = [...(areas.get(key)?.lists ?? []), resource];
    areas.set(key, { source, area, lists });
  }
  return new Map(
    [...areas].map(([key, { source, area, lists }]) => {
      const columns = wantedColumns(source, lists, row(source.row));
      return [key, { source, area, columns }] as const;
    }),
  );
}

/** Adds the state of the index in memory to the metrics. */
export function addColumnMetrics(
  { gauge }: Pick<Metrics, "gauge">,
  columns: Pick<ColumnsEngine, "states">,
  mostBytes: number,
): void {
  const each = (valueOf: (state: AreaState) => number) => () =>
    columns.states().map((state) => ({
      labels: { area: state.area },
      value: valueOf(state),
    }));
  const labels = ["area"];
  gauge({
    name: "seriba_index_loaded",
    help: "1 if lists of the area are answered from memory",
    labels,
    read: each(({ isLoaded }) => Number(isLoaded)),
  });
  gauge({
    name: "seriba_index_loading",
    help: "1 while the area is loaded, for the first time or again",
    labels,
    read: each(({ isLoading }) => Number(isLoading)),
  });
  gauge({
    name: "seriba_index_rows",
    help: "Rows of the area in memory",
    labels,
    read: each(({ rows }) => rows),
  });
  gauge({
    name: "seriba_index_bytes",
    help: "Bytes of the area in memory, including a copy that is being loaded",
    labels,
    read: each(({ bytes }) => bytes),
  });
  gauge({
    name: "seriba_index_limit_bytes",
    help: "INDEX_MEMORY in bytes",
    read: () => [{ value: mostBytes }],
  });
}
