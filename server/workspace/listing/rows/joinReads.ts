import { runWithDeadline } from "../../../platform/deadline";
import type { ChangeNumber } from "../query/listingIndex";

/** Reads rows from a database that includes the change number. */
export type ReadRows<Row> = (
  ids: readonly string[],
  version: ChangeNumber,
) => Promise<Row[]>;

type Asked<Row> = {
  /** Equal keys must mean equal reads. */
  key: string;
  ids: readonly string[];
  version: ChangeNumber;
  read: ReadRows<Row>;
};

/** Statements per key at once: PostgreSQL runs one while Node parses the other. */
const mostStatements = 2;
/** A joined statement reads so many rows, so that none of its readers waits long. */
const mostRows = 200;

type Batch<Row> = Pick<Asked<Row>, "version" | "read"> & {
  ids: Set<string>;
  rows: Promise<Row[]>;
  settle: (rows: Promise<Row[]>) => void;
};

/** The number of running statements of one key, and the waiting statements. */
type Line<Row> = { running: number; waiting: Batch<Row>[] };

/**
 * Joins reads of rows by id: while two reads with the same key run, further ones
 * wait and are answered together by few statements. A single reader never waits
 * for others. A joined statement is not under the deadline of one of its readers;
 * the time limit of statements holds.
 */
export function createJoinedReads<Row extends { id: string }>() {
  const lines = new Map<string, Line<Row>>();

  const run = (
    key: string,
    line: Line<Row>,
    { ids, version, read }: Omit<Asked<Row>, "key">,
  ): Promise<Row[]> => {
    line.running += 1;
    const reading = runWithDeadline(null, () => read(ids, version));
    const end = () => {
      line.running -= 1;
      const next = line.waiting.shift();
      if (next) next.settle(run(key, line, { ...next, ids: [...next.ids] }));
      else if (line.running === 0) lines.delete(key);
    };
    reading.then(end, end);
    return reading;
  };

  /** Returns the last waiting batch, or a new one if that is full. */
  const batchOf = (
    { waiting }: Line<Row>,
    { ids, version, read }: Asked<Row>,
  ): Batch<Row> => {
    const last = waiting.at(-1);
    if (last && last.ids.size + ids.length <= mostRows) return last;
    let settle: Batch<Row>["settle"] = () => undefined;
    const rows = new Promise<Row[]>((resolve) => {
      settle = resolve;
    });
    const batch = { ids: new Set<string>(), version, read, rows, settle };
    waiting.push(batch);
    return batch;
  };

  /** Returns at least the rows with these ids, as far as `read` finds them. */
  return (asked: Asked<Row>): Promise<Row[]> => {
    const { key, ids, version } = asked;
    const line = lines.get(key) ?? { running: 0, waiting: [] };
    lines.set(key, line);
    if (line.running < mostStatements) return run(key, line, asked);
    const batch = batchOf(line, asked);
    for (const id of ids) batch.ids.add(id);
    if (version > batch.version) batch.version = version;
    return batch.rows;
  };
}
