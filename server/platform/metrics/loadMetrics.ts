import type { SubscriberState } from "../changes";
import type { DatabaseLoad } from "../database";
import type { AdmissionLoad } from "../http/admission";
import type { LiveLoad } from "../live";
import type { MetricRegistry } from "./registry";

/** Adds the requests that run, wait and were refused. */
export function addAdmission(
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
export function addDatabase(
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
export function addChanges(
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
export function addLive(
  { gauge, counter }: MetricRegistry,
  read: () => LiveLoad,
) {
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
