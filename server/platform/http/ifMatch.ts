import { failure } from "../errors";

/** Returns the ETag of a version of a row. */
export const versionTag = (version: number): string => `"${version}"`;

/**
 * Returns the version that an edit was based on, from the header If-Match.
 * Throws version_required (428) without the header, and invalid_request unless
 * it is one tag that `versionTag` has made.
 */
export function readIfMatch(header: string | undefined): number {
  if (header === undefined) throw failure("version_required");
  const [, version] = /^(?:W\/)?"(\d{1,9})"$/.exec(header.trim()) ?? [];
  if (version === undefined) throw failure("invalid_request");
  return Number(version);
}
