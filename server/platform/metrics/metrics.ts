import type { SubscriberState } from "../changes";
import type { Config } from "../config";
import type { DatabaseLoad } from "../database";
import type { AdmissionLoad } from "../http/admission";
import type { AnsweredRequest } from "../http/server";
import type { EndedRun } from "../jobs";
import type { LiveLoad } from "../live";
import { type MetricRegistry, openRegistry } from "./registry";

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

/** Seconds. Requests have a deadline of five, except long requests. */
const buckets = {
  short: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  long: [0.1, 1, 10, 60, 600, 3_600],
};

/** Returns the function that counts a request. */
function requestMetrics({ histogram }: MetricRegistry) {
  const labels = ["method", "route", "status"];
  const short = histogram({
    name: "seriba_http_request_duration_seconds",
    help: "Time from the arrival of a request to the end of its answer",
    labels,
    buckets: buckets.short,
  });
  const long = histogram({
    name: "seriba_http_long_request_duration_seconds",
    help: "The same of exports, archives, downloads and uploads",
    labels,
    buckets: buckets.long,
  });
  return (request: AnsweredRequest) => {
    const { method, route, status, isLong, seconds } = request;
    (isLong ? long : short)({ method, route, status }, seconds);
  };
}

/** Returns the function that counts the run of a job. */
function jobMetrics({ counting, lastValue }: MetricRegistry) {
  const labels = ["job"];
  const countRun = counting({
    name: "seriba_job_runs_total",
    help: "Runs of background jobs by their result: done or failed",
    labels: [...labels, "result"],
  });
  const countHandled = counting({
    name: "seriba_job_handled_total",
    help: "Rows that background jobs have handled",
    labels,
  });
  const setSeconds = lastValue({
    name: "seriba_job_last_run_seconds",
    help: "Duration of the last run of a background job",
    labels,
  });
  const setSuccess = lastValue({
    name: "seriba_job_last_success_timestamp_seconds",
    help: "End of the last run that did not fail, in Unix time",
    labels,
  });
  return ({ job, seconds, handled }: EndedRun) => {
    countRun({ job, result: handled === null ? "failed" : "done" });
    setSeconds({ job }, seconds);
    if (handled === null) return;
    countHandled({ job }, handled);
    setSuccess({ job }, Date.now() / 1_000);
  };
}

/** Adds the requests that run, wait and were refused. */
function addAdmission(
  { gauge, counter }: MetricRegistry,
  read: () => AdmissionLoad,
): void {
  const byKind = (numbers: Readonly<Record<string, number>>) =>
    Object.entries(numbers).map(([kind, value]) => ({
      labels: { kind },
      value,
    }));
  gauge({
    name: "seriba_admission_running",
    help: "Requests that the server works on",
    read: () => [{ value: read().running }],
  });
  gauge({
    name: "seriba_admission_limit",
    help: "MAX_CONCURRENCY",
    read: () => [{ value: read().most }],
  });
  gauge({
    name: "seriba_admission_waiting",
    help: "Requests that wait for other requests of their user or address",
    labels: ["kind"],
    read: () => byKind(read().waiting),
  });
  counter({
    name: "seriba_admission_refused_total",
    help: "Requests that got 503 because there was no room or no time",
    labels: ["kind"],
    read: () => byKind(read().refused),
  });
}

/** Adds the pools of PostgreSQL and the queues of the embedded database. */
function addDatabase(
  { gauge }: MetricRegistry,
  read: () => DatabaseLoad,
): void {
  const helps = {
    most: "The most connections of a pool",
    open: "Open connections of a pool",
    idle: "Open connections of a pool that are not in use",
    waiting: "Callers that wait for a connection of a pool",
  };
  const names = ["most", "open", "idle", "waiting"] as const;
  for (const name of names)
    gauge({
      name: `seriba_database_pool_${name}`,
      help: helps[name],
      labels: ["pool"],
      read: () =>
        Object.entries(read().pools).map(([pool, load]) => ({
          labels: { pool },
          value: load[name],
        })),
    });
  gauge({
    name: "seriba_database_queue",
    help: "Statements that wait for the embedded database, by priority",
    labels: ["priority"],
    read: () =>
      Object.entries(read().queues).map(([priority, value]) => ({
        labels: { priority },
        value,
      })),
  });
}

/** Adds how far the followers of changes are. */
function addChanges(
  { gauge }: MetricRegistry,
  read: () => readonly SubscriberState[],
): void {
  const labels = ["follower"];
  const each = (valueOf: (state: SubscriberState) => number) => () =>
    read().map((state) => ({
      labels: { follower: state.name },
      value: valueOf(state),
    }));
  gauge({
    name: "seriba_changes_lag",
    help: "Change numbers that a follower has seen but not handled",
    labels,
    read: each(({ last, number }) => Number(last - number)),
  });
  gauge({
    name: "seriba_changes_read_age_seconds",
    help: "Time since a follower last handled all settled changes",
    labels,
    read: each(({ readAt }) => (performance.now() - readAt) / 1_000),
  });
}

/** Adds the live streams. */
function addLive({ gauge, counter }: MetricRegistry, read: () => LiveLoad) {
  gauge({
    name: "seriba_live_streams",
    help: "Open live streams",
    read: () => [{ value: read().streams }],
  });
  counter({
    name: "seriba_live_resets_total",
    help: "Live streams that were told to reload everything",
    read: () => [{ value: read().resets }],
  });
}
