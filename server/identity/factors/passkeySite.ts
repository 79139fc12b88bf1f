import type { FastifyRequest } from "fastify";
import type { Config } from "../../platform/config";

/** The site for which passkeys are made and used. */
export type PasskeySite = { origin: string; rpId: string };

/**
 * Returns the site of PUBLIC_URL. Without it the host that a request names counts, as for
 * writes.
 */
export function passkeySite(
  { publicUrl }: Pick<Config, "publicUrl">,
  request: Pick<FastifyRequest, "protocol" | "host">,
): PasskeySite {
  const { origin, hostname } = new URL(
    publicUrl || `${request.protocol}://${request.host}`,
  );
  return { origin, rpId: hostname };
}
