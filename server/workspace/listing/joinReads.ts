import { runWithDeadline } from "../../platform/deadline";
import type { ChangeNumber } from "./listingIndex";

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

type Waiting<Row> = {
  ids: Set<string>;
  version: ChangeNumber;
  rows: Promise<Row[]>;
};

/**
 * Joins reads of rows by id: reads with the same key that arrive while one runs
 * are answered by one statement after it. A single reader never waits for others,
 * and many readers cost few statements. A joined statement is not under the
 * deadline of one of its readers; the time limit of statements holds.
 */
export function createJoinedReads<Row extends { id: string }>() {
  const running = new Map<string, Promise<unknown>>();
  const next = new Map<string, Waiting<Row>>();

  const start = ({ key, ids, version, read }: Asked<Row>) => {
    const reading = runWithDeadline(null, () => read(ids, version));
    const end = () => {
      if (running.get(key) === settled) running.delete(key);
    };
    const settled: Promise<unknown> = reading.then(end, end);
    running.set(key, settled);
    return reading;
  };

  const joinNext = (before: Promise<unknown>, first: Asked<Row>) => {
    const { key, version, read } = first;
    const rows = before.then(() => {
      next.delete(key);
      const ids = [...waiting.ids];
      return start({ key, ids, version: waiting.version, read });
    });
    const waiting: Waiting<Row> = { ids: new Set(), version, rows };
    next.set(key, waiting);
    return waiting;
  };

  /** Returns at least the rows with these ids, as far as `read` finds them. */
  return (asked: Asked<Row>): Promise<Row[]> => {
    const { key, ids, version } = asked;
    const before = running.get(key);
    if (!before) return start(asked);
    const waiting = next.get(key) ?? joinNext(before, asked);
    for (const id of ids) waiting.ids.add(id);
    if (version > waiting.version) waiting.version = version;
    return waiting.rows;
  };
}
