import type { Config } from "../config";

/** "null", as a sandboxed page sends it, is no address and has no origin. */
export const originOf = (address: string): string | null =>
  URL.canParse(address) ? new URL(address).origin : null;

/** The other origins that may call the API with cookies. */
export const allowedOrigins = ({
  allowedOrigins: list,
}: Pick<Config, "allowedOrigins">): ReadonlySet<string> =>
  new Set(list.split(",").flatMap((one) => originOf(one.trim()) ?? []));
