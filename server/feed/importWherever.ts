import { handOver } from "./handOver";
import type { ImportResult } from "./importResult";
import { importRows } from "./importRows";
import type { ImportContext, RowsImport } from "./importRows";
import { whereDataAre } from "./whereDataAre";

type Request = Omit<RowsImport, "context" | "signal" | "onProgress"> & {
  context: Omit<ImportContext, "database">;
  onProgress: NonNullable<RowsImport["onProgress"]>;
  /** Ends the waiting for a server; rows end by themselves. */
  signal: AbortSignal;
};

/** Imports rows where their data are. Throws as `importRows` does. */
export function importWhereverPossible(
  request: Request,
): Promise<ImportResult> {
  const { signal, ...rows } = request;
  const { context, feed, area } = rows;
  return whereDataAre({
    config: context.config,
    what: "imports",
    signal,
    ask: (socket) => handOver({ ...rows, socket, request: { feed, area } }),
    act: (database) =>
      importRows({ ...rows, context: { ...context, database } }),
  });
}
