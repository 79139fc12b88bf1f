import { FeedError } from "./feedError";
import type { UnmappedCount } from "./unmappedCounts";

export type ImportProgress = {
  /** Rows of the feed. */
  read: number;
  inserted: number;
  updated: number;
  unchanged: number;
  rejected: number;
  /** Rows that a later one with the same key, soon after, takes the place of. */
  repeated: number;
};

export type ImportResult = ImportProgress & {
  /** Where the refused rows are, with their reasons. */
  rejectsFile: string | null;
  /** Codes that the mapping does not know, commonest first. */
  unmapped: UnmappedCount[];
};

/** An import that ended early; what it had written stays. */
export class ImportBroken extends FeedError {
  readonly result: ImportResult;

  constructor(message: string, result: ImportResult, options?: ErrorOptions) {
    super(message, options);
    this.name = "ImportBroken";
    this.result = result;
  }
}
