import type { SubscriberState } from "../changes";
import type { Config } from "../config";
import type { DatabaseLoad } from "../database";
import type { AdmissionLoad } from "../http/admission";
import type { AnsweredRequest } from "../http/requestTimes";
import type { EndedRun } from "../jobs";
import type { LiveLoad } from "../live";
import { jobMetrics, requestMetrics } from "./eventMetrics";
import { addAdmission, addChanges, addDatabase, addLive } from "./loadMetrics";
import { openRegistry, type MetricRegistry } from "./registry";

/**
 * The reports of the parts of the program. Each part gets one of these functions, or gives
 * a function that a scrape reads. It works without metrics too.
 */
export type Metrics = Pick<MetricRegistry, "gauge" | "text" | "contentType"> & {
  answered: (request: AnsweredRequest) => void;
  jobRan: (run: EndedRun) => void;
  changes: (read: () => readonly SubscriberState[]) => void;
  admission: (read: () => AdmissionLoad) => void;
  database: (read: () => DatabaseLoad) => void;
  live: (read: () => LiveLoad) => void;
};

/** Opens the metrics of the program; undefined without METRICS_TOKEN. */
export async function openMetrics({
  metricsToken,
}: Pick<Config, "metricsToken">): Promise<Metrics | undefined> {
  if (metricsToken === "") return undefined;
  const registry = await openRegistry();
  const { gauge, text, contentType } = registry;
  return {
    gauge,
    text,
    contentType,
    answered: requestMetrics(registry),
    jobRan: jobMetrics(registry),
    admission: (read) => {
      addAdmission(registry, read);
    },
    changes: (read) => {
      addChanges(registry, read);
    },
    database: (read) => {
      addDatabase(registry, read);
    },
    live: (read) => {
      addLive(registry, read);
    },
  };
}
