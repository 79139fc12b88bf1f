import { createHash } from "node:crypto";

/** Returns a short hash of a JSON value, for ETags, file names and versions. */
export const fingerprint = (value: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify(value))
    .digest("base64url")
    .slice(0, 22);
