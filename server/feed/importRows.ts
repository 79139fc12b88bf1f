import path from "node:path";
import { Readable } from "node:stream";
import type { Kysely } from "kysely";
import {
  announceImport,
  type ImportNotice,
  type KnownTerms,
  type LotPorts,
  type NeutralLot,
  withKindLock,
  writeLots,
} from "../catalog";
import { inTransaction, type Tables } from "../platform/database";
import type { Context } from "../workspace/context";
import { FeedError } from "./feedError";
import type { FeedArea } from "./feedMapping";
import type { FeedInput } from "./feedText";
import {
  ImportBroken,
  type ImportProgress,
  type ImportResult,
  reportCounts,
} from "./importResult";
import { rowMapper, type RowMapper } from "./mapRow";
import { checkArea, readMapping } from "./readMapping";
import { readRows } from "./readRows";
import { readRates } from "./readValue";
import { type Reject, rejectsFile } from "./rejectsFile";

/** The part of the context that an import uses. */
export type ImportContext = Pick<
  Context,
  "config" | "root" | "database" | "clock" | "schemas"
> & { ports: LotPorts };

export type RowsImport = {
  context: ImportContext;
  /** The name of a mapping: a file of feeds/ without `.json`. */
  feed: string;
  area: string;
  rows: AsyncIterable<unknown> | Iterable<unknown>;
  onProgress?: (progress: ImportProgress) => void;
  /** Announces several imports as one. By default, each is announced by itself. */
  notice?: ImportNotice;
  signal?: AbortSignal | undefined;
};

/**
 * Imports the rows of a feed into an area, in short transactions. Feed and source
 * key identify a lot, so that a feed can be imported again at any time, also after
 * a failed import; unchanged rows are not written. Lots that the feed no longer
 * contains stay. Invalid rows go to the rejects file with their reasons. Imports of
 * one kind of lots run one after another. Throws FeedError before the first row, afterwards ImportBroken with
 * the result so far.
 */
export async function importRows(request: RowsImport): Promise<ImportResult> {
  const { context, feed } = request;
  const mapping = readMapping({ ...context, feed });
  const area = checkArea(request.area, mapping);
  const rates = readRates(context.config.currencyRates);
  const mapRow = rowMapper({ mapping, area, schemas: context.schemas, rates });
  const { database } = context;
  const { signal } = request;
  return withKindLock({ database, area, signal }, (connection) =>
    runImport({ ...request, area, mapRow, connection, knownTerms: new Map() }),
  );
}

/**
 * Imports the text of a feed in any format of its mapping, as `importRows`
 * does. An input stream is destroyed in the end, also when it was not read.
 */
export async function importFeed({
  input,
  ...request
}: Omit<RowsImport, "rows"> & { input: FeedInput }): Promise<ImportResult> {
  const { context, feed } = request;
  try {
    const mapping = readMapping({ ...context, feed });
    const rows = readRows(input, {
      shape: mapping,
      encodings: { set: mapping.encoding },
    });
    return await importRows({ ...request, rows });
  } finally {
    if (input instanceof Readable) input.destroy();
  }
}

/** The rows between two reports of the progress. */
const batchSize = 200;
/**
 * Small, because news of others wait for the transaction, and on the embedded database
 * all requests do.
 */
const rowsOfTransaction = 100;

type Run = RowsImport & {
  area: FeedArea;
  mapRow: RowMapper;
  connection: Kysely<Tables>;
  knownTerms: KnownTerms;
};

async function runImport(run: Run): Promise<ImportResult> {
  const { context, feed, rows, mapRow, signal } = run;
  const own = run.notice ? null : announceImport(context, run.area);
  const notice = run.notice ?? own;
  const rejects = rejectsFile({
    dataDirectory: path.resolve(context.root, context.config.dataDirectory),
    feed,
    now: context.clock.now(),
  });
  const counts = reportCounts();
  const progress: ImportProgress = {
    read: 0,
    inserted: 0,
    updated: 0,
    unchanged: 0,
    rejected: 0,
    repeated: 0,
  };
  const batch = {
    lots: [] as NeutralLot[],
    /** The last row of each lot, by the key of the feed. */
    last: new Map<string, NeutralLot>(),
    rejects: [] as Reject[],
  };
  const result = (): ImportResult => ({
    ...progress,
    rejectsFile: rejects.name(),
    ...counts.list(),
  });

  const add = (row: unknown) => {
    progress.read += 1;
    const mapped = mapRow(row, counts.addUnmapped);
    if ("reasons" in mapped) {
      progress.rejected += 1;
      const { reasons } = mapped;
      counts.addReasons(reasons);
      batch.rejects.push({ row: progress.read, reasons, source: row });
      return;
    }
    const { sourceId, rowHash } = mapped.lot;
    if (batch.last.get(sourceId)?.rowHash === rowHash) {
      progress.repeated += 1;
      return;
    }
    // A row that differs is written as well: the row before it may report a sale.
    batch.last.set(sourceId, mapped.lot);
    batch.lots.push(mapped.lot);
  };

  const write = async () => {
    if (batch.lots.length + batch.rejects.length === 0) return;
    await rejects.write(batch.rejects.splice(0));
    const lots = batch.lots.splice(0);
    batch.last.clear();
    for (let from = 0; from < lots.length; from += rowsOfTransaction) {
      const portion = lots.slice(from, from + rowsOfTransaction);
      const written = await writePortion(run, portion);
      progress.inserted += written.inserted;
      progress.updated += written.updated;
      progress.unchanged += written.unchanged;
    }
    run.onProgress?.({ ...progress });
    await notice?.report(progress.inserted);
  };

  try {
    signal?.throwIfAborted();
    for await (const row of rows) {
      add(row);
      if (batch.lots.length + batch.rejects.length < batchSize) continue;
      await write();
      signal?.throwIfAborted();
    }
    await write();
    return result();
  } catch (error) {
    const isStopped = signal?.aborted === true;
    if (!isStopped && !(error instanceof FeedError)) throw error;
    await write();
    const reason = isStopped ? "The import was stopped" : reasonOf(error);
    throw new ImportBroken(reason, result(), { cause: error });
  } finally {
    await rejects.close();
    // An announcement that cannot be removed expires by itself.
    await own?.end().catch(() => undefined);
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

function writePortion(
  { connection, area, knownTerms, context: { ports, clock } }: Run,
  lots: readonly NeutralLot[],
): ReturnType<typeof writeLots> {
  return inTransaction({ kysely: connection }, (transaction) =>
    writeLots(transaction, area, lots, {
      ports,
      knownTerms,
      now: clock.now(),
    }),
  );
}

/**
 * Yields rows until the signal is aborted, even while it waits for a row. Then
 * it throws FeedError, so that the import still writes the rows it has.
 */
export async function* untilStopped(
  rows: AsyncIterable<unknown>,
  signal: AbortSignal,
): AsyncGenerator {
  const iterator = rows[Symbol.asyncIterator]();
  const stopped = () => new FeedError("The import was stopped");
  let stop: ((error: Error) => void) | undefined;
  const onAbort = () => stop?.(stopped());
  signal.addEventListener("abort", onAbort);
  try {
    for (;;) {
      if (signal.aborted) throw stopped();
      // Promise.race would retain every row until the signal is aborted.
      const next = await new Promise<IteratorResult<unknown>>(
        (resolve, reject) => {
          stop = reject;
          iterator.next().then(resolve, reject);
        },
      );
      if (next.done) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
    // Not awaited: it may wait for a row that never comes.
    iterator.return?.().catch(() => undefined);
  }
}
