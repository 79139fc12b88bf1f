import type { Job } from "../../platform/jobs";
import type { Metrics } from "../../platform/metrics";
import type { Host } from "../../workspace/area";
import { verifySeals } from "./verifySeals";

/** Faults that one run logs. */
const mostLogged = 20;

/**
 * Makes the job that verifies all seals each day. It logs an error for each fault, sets
 * the metrics, and fails if there is a fault.
 */
export function verifySealsJob({
  database,
  sealed,
  log,
  metrics,
}: Pick<Host, "database" | "sealed" | "log"> & {
  metrics?: Pick<Metrics, "gauge"> | undefined;
}): Job {
  let verified: { faults: number; seals: number } | null = null;
  const gauge = (name: string, help: string, key: "faults" | "seals") =>
    metrics?.gauge({
      name,
      help,
      read: () => (verified ? [{ value: verified[key] }] : []),
    });
  gauge(
    "seriba_seal_faults",
    "Faults of the last check of all seals",
    "faults",
  );
  gauge("seriba_seals_checked", "Seals of the last check", "seals");
  return {
    name: "verify-seals",
    everySeconds: 86_400,
    run: async (signal) => {
      const { seals, faults } = await verifySeals(database, sealed, { signal });
      verified = { faults: faults.length, seals };
      for (const fault of faults.slice(0, mostLogged))
        log.error({ fault }, "a sealed row or a seal was changed");
      if (faults.length > 0)
        throw new Error(`${faults.length} faults in ${seals} seals`);
      return seals;
    },
  };
}
