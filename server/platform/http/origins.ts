import type { Config } from "../config";

/**
 * Returns the origin of an address; null for text that is not an address, such
 * as the "null" that a sandboxed page sends.
 */
export const originOf = (address: string): string | null =>
  URL.canParse(address) ? new URL(address).origin : null;

/** Returns the other origins that may call the API with cookies. */
export const allowedOrigins = ({
  allowedOrigins: list,
}: Pick<Config, "allowedOrigins">): ReadonlySet<string> =>
  new Set(list.split(",").flatMap((address) => originOf(address.trim()) ?? []));
