import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { valueParsers } from "../parseValues";
import { DurableFileSystem } from "./durableFileSystem";
import type { WorkerOptions } from "./protocol";

const keepText = (value: string) => value;

/** `-F` turns fsync off. */
const durableParameters = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"),
  ...["-c", "fsync=on"],
  // The default, fdatasync, does nothing in WebAssembly.
  ...["-c", "wal_sync_method=fsync"],
  ...["-c", "shared_buffers=64MB"],
  // By default a gigabyte of the log stays on the disk.
  ...["-c", "max_wal_size=64MB"],
  ...["-c", "min_wal_size=32MB"],
  // By default ANALYZE of 200,000 rows takes a second, in which all others wait.
  ...["-c", "default_statistics_target=25"],
];

/**
 * Opens PGlite, durable in a directory or in memory, with the same value
 * parsers as for `pg`. It must not be used after `onAbort` was called.
 */
export function openPglite(
  options: WorkerOptions,
  onAbort: () => void,
): Promise<PGlite> {
  const types = [...valueParsers];
  const { directory, template } = options;
  return PGlite.create({
    extensions: { pg_trgm },
    parsers: Object.fromEntries(types),
    // Parameters are text already, which PostgreSQL parses.
    serializers: Object.fromEntries(types.map(([id]) => [id, keepText])),
    ...(directory !== undefined && {
      fs: new DurableFileSystem(directory, onAbort),
      startParams: durableParameters,
    }),
    ...(template && {
      loadDataDir: new Blob([new Uint8Array(template)]),
    }),
  });
}
