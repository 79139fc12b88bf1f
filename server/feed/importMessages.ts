import type { ImportProgress, ImportResult } from "./importResult";

/** What the command asks of the running server, before the feed itself. */
export type HandedImport = { feed: string; area: string };

/** What a command asks that is no import; nothing follows. */
export type AskedCommand = { command: string };

/** What follows: rows of the feed, or why there are no more. */
export type HandedPart = { rows: unknown[] } | { broken: string };

/** What the server answers, one JSON line each; the last is no progress. */
export type ImportMessage =
  | { kind: "progress"; progress: ImportProgress }
  | { kind: "done"; result: ImportResult }
  /** Not begun: a wrong feed or area, or nothing that can be read. */
  | { kind: "refused"; reason: string }
  /** Begun and not finished. */
  | { kind: "broken"; reason: string; result: ImportResult }
  | { kind: "failed" };

/** What it answers to a command that is no import. */
export type CommandMessage =
  | Exclude<ImportMessage, { kind: "progress" | "done" | "broken" }>
  | { kind: "answered"; answer: unknown };
