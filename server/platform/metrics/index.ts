export { openMetrics, type Metrics } from "./metrics";
export { registerMetrics } from "./routes";
