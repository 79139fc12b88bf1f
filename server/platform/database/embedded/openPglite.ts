import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { valueParsers } from "../parseValues";
import { DurableFileSystem } from "./durableFileSystem";
import type { WorkerOptions } from "./protocol";

const keepText = (value: string) => value;

/** `-F` turns fsync off, which only data in memory can afford. */
const durableParameters = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"),
  ...["-c", "fsync=on"],
  // The default, fdatasync, does nothing under WebAssembly.
  ...["-c", "wal_sync_method=fsync"],
  ...["-c", "shared_buffers=160MB"],
];

/**
 * PGlite with our values, either durable in a directory or in memory. After an
 * abort, which PGlite itself survives in a broken state, it must not be used.
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
    // Parameters arrive as text that PostgreSQL reads itself.
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
