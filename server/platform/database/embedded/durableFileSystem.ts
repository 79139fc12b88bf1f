import type { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import fs from "node:fs";

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
export class DurableFileSystem extends NodeFS {
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
