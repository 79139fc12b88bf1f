import { useEffect, useRef, useState } from "react";
import { isOnline } from "../../../providers/connection";
import type { RowRecord } from "../../../providers/dataProvider";
import { isLostReply, randomId } from "../../../providers/write";
import { withoutChange } from "../../listing/rowChanges";
import type { KnownAction } from "../knownActions";
import type { ActionFlow } from "../useActionFlow";
import type { RowWrite } from "../writeCalls";
import { isDone, writeRows, type WriteResult } from "../writeRows";

/** Why a run has ended before all rows were written. */
type Ending = "lost" | "stopped" | "left";

export type PasteRun = {
  /** The outcome of each row that was sent, by its id. */
  results: ReadonlyMap<string, WriteResult>;
  isRunning: boolean;
  /** Null before a run, while it runs, and after a run that has written all rows. */
  ending: Ending | null;
  /** Writes the rows, one after the other, without the rows that are written already. */
  start: (writes: readonly RowWrite[]) => Promise<void>;
  stop: () => void;
  /** Takes back all that was written. Returns false if some of it could not be taken back. */
  undo: () => Promise<boolean>;
  /** Forgets the outcomes, because the rows are read again. */
  reset: () => void;
};

const noResults: ReadonlyMap<string, WriteResult> = new Map();

/**
 * Writes the rows of a paste with the versions of its preview. A lost connection ends the run;
 * the row without a reply is sent again under the same key. All runs are undone together.
 */
export function usePasteRun(
  known: KnownAction,
  flow: ActionFlow,
  onDone: () => void,
): PasteRun {
  const { scope } = flow;
  const [runId] = useState(randomId);
  const [results, setResults] = useState(noResults);
  const [isRunning, setRunning] = useState(false);
  const [ending, setEnding] = useState<Ending | null>(null);
  const [keys] = useState(() => new Map<string, string>());
  const state = useRef({ isRunning: false, isStopped: false });
  /** All that these runs have written, also before the rows were read again. */
  const written = useRef<readonly WriteResult[]>([]);
  useEffect(() => {
    const { current } = state;
    return () => {
      current.isStopped = true;
    };
  }, []);

  const report = () => {
    flow.finish(known, {
      ...{ sent: {}, results: written.current, skipped: 0, declined: 0 },
    });
  };

  const stepsOf = (results: readonly WriteResult[]) => {
    const ids = new Set(results.map(({ changeId }) => changeId));
    return scope.changes.get().steps.filter(({ id }) => ids.has(id));
  };

  const isStopped = () => state.current.isStopped;

  const start: PasteRun["start"] = async (writes) => {
    if (state.current.isRunning) return;
    const { current } = state;
    current.isRunning = true;
    current.isStopped = false;
    setRunning(true);
    setEnding(null);
    const found = new Map(results);
    let ended: Ending | null = null;
    for (const write of writes) {
      const { id } = write.record;
      const earlier = found.get(id);
      if (earlier && isDone(earlier)) continue;
      if (isStopped()) ended = "stopped";
      else if (!isOnline()) ended = "lost";
      if (ended === "stopped" || ended === "lost") break;
      // Its step would be undone beside the step of the repeated write.
      if (earlier) {
        const { changes } = scope;
        changes.set(withoutChange(changes.get(), earlier.changeId));
      }
      const [result] = await writeRows(
        { ...scope, keys },
        known.action,
        [write],
        runId,
      );
      if (!result) continue;
      found.set(id, result);
      setResults(new Map(found));
      if (isDone(result)) written.current = [...written.current, result];
      else ended = isLostReply(result.error) ? "lost" : "left";
    }
    current.isRunning = false;
    setRunning(false);
    setEnding(ended);
    if (written.current.length > 0) report();
    if (ended === null) onDone();
  };

  return {
    ...{ results, isRunning, ending, start },
    stop: () => {
      state.current.isStopped = true;
    },
    undo: async () => {
      await flow.undo(stepsOf(written.current));
      // A refused undo keeps its step.
      const left = new Set(stepsOf(written.current).map(({ id }) => id));
      const before = written.current;
      written.current = before.filter(({ changeId }) => left.has(changeId));
      if (left.size === 0) return true;
      if (left.size < before.length) {
        const isLeft = (result: WriteResult) =>
          !isDone(result) || left.has(result.changeId);
        setResults(new Map([...results].filter(([, each]) => isLeft(each))));
        setEnding("left");
      }
      return false;
    },
    reset: () => {
      setResults(noResults);
      setEnding(null);
    },
  };
}

/** Returns the record of a line of the preview, with the values that the list shows. */
export const recordOf = (
  line: { id: string | null; version: number | null; row: object },
  shown: readonly RowRecord[],
): RowRecord => {
  const id = line.id ?? "";
  const own = shown.find((record) => record.id === id);
  return {
    id,
    row: { ...own?.row, ...line.row, version: line.version },
  };
};
