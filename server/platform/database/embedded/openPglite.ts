import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import fs from "node:fs";
import { valueParsers } from "../values";
import type { WorkerOptions } from "./workerClient";

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

type ModuleOptions = Parameters<NodeFS["init"]>[1];
type OpenFile = { nfd: number };
/** The operations of Emscripten on open files; its types are not installed. */
type NodeFileSystem = {
  NODEFS: { stream_ops: { fsync?: (file: OpenFile) => number } };
};

/** Emscripten's error numbers. */
const errorNumbers = { invalid: 28, inputOutput: 29 };

/**
 * PGlite's file system with an fsync that reaches the disk. PGlite's own does
 * nothing on fsync, so that a power cut could lose acknowledged commits.
 */
class DurableFileSystem extends NodeFS {
  readonly #onAbort: () => void;

  /** Calls `onAbort` when PostgreSQL aborts. PGlite must not be used after that. */
  constructor(directory: string, onAbort: () => void) {
    super(directory);
    this.#onAbort = onAbort;
  }

  override async init(pglite: PGlite, options: ModuleOptions) {
    const { emscriptenOpts } = await super.init(pglite, options);
    const addFsync: NonNullable<ModuleOptions["preRun"]>[number] = (module) => {
      const { NODEFS } = module as unknown as NodeFileSystem;
      NODEFS.stream_ops.fsync = syncFile;
    };
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        onAbort: this.#onAbort,
        preRun: [...(emscriptenOpts.preRun ?? []), addFsync],
      },
    };
  }
}

/** After a failed fsync PostgreSQL aborts and recovers from its log. */
function syncFile({ nfd }: OpenFile): number {
  try {
    fs.fsyncSync(nfd);
    return 0;
  } catch (error) {
    const isRefused =
      error instanceof Error && "code" in error && error.code === "EINVAL";
    return isRefused ? errorNumbers.invalid : errorNumbers.inputOutput;
  }
}
