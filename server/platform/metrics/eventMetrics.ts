import type { AnsweredRequest } from "../http/requestTimes";
import type { EndedRun } from "../jobs";
import type { MetricRegistry } from "./registry";

/** Seconds. Requests have a deadline of five, except long requests. */
const buckets = {
  short: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  long: [0.1, 1, 10, 60, 600, 3_600],
};

/** Returns the function that counts a request. */
export function requestMetrics({ histogram }: MetricRegistry) {
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
export function jobMetrics({ counting, lastValue }: MetricRegistry) {
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
