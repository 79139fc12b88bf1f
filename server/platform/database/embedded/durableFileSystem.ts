import type { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import fs from "node:fs";

type ModuleOptions = Parameters<NodeFS["init"]>[1];
type OpenFile = { nfd: number };
/** What Emscripten calls on an open file, where its types are not installed. */
type NodeFileSystem = {
  NODEFS: { stream_ops: { fsync?: (file: OpenFile) => number } };
};

/** Emscripten's numbers for these errors. */
const errorNumbers = { invalid: 28, inputOutput: 29 };

/**
 * PGlite's file system on a directory, with an fsync that reaches the disk.
 * The file system it comes with has none: there, PostgreSQL's fsync succeeds
 * without doing anything, and a power cut can lose what was acknowledged.
 */
export class DurableFileSystem extends NodeFS {
  readonly #onAbort: () => void;

  /** `onAbort` is called when PostgreSQL gives up; nothing may be asked then. */
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

/** PostgreSQL stops at a failed fsync, and is right: it recovers from its log. */
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
