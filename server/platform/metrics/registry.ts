import type { CounterConfiguration } from "prom-client";

type Labels = Readonly<Record<string, string>>;

type Sample = { labels?: Labels; value: number };

/** Name and meaning of a metric, and the names of its labels. */
type Definition = {
  name: string;
  help: string;
  labels?: readonly string[];
};

/** A metric whose numbers are read from memory when it is requested. */
type ReadDefinition = Definition & { read: () => Iterable<Sample> };

/** The metrics of one app. */
export type MetricRegistry = {
  /** Adds numbers that rise and fall. */
  gauge: (definition: ReadDefinition) => void;
  /** Adds numbers that only rise, and are counted elsewhere. */
  counter: (definition: ReadDefinition) => void;
  /** Adds numbers that only rise, and returns the function that adds to them. */
  counting: (definition: Definition) => (labels: Labels, by?: number) => void;
  /** Adds the last of measured values, and returns the function that sets it. */
  lastValue: (
    definition: Definition,
  ) => (labels: Labels, value: number) => void;
  /** Adds a histogram, and returns the function that adds a value to it. */
  histogram: (
    definition: Definition & { buckets: readonly number[] },
  ) => (labels: Labels, value: number) => void;
  /** Returns all metrics in the text format of Prometheus. */
  text: () => Promise<string>;
  contentType: string;
};

/**
 * Opens a registry with the metrics of the process. It belongs to one app, so that
 * several apps of a process do not share their numbers. The package is loaded here,
 * because most servers of small portals have no metrics.
 */
export async function openRegistry(): Promise<MetricRegistry> {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } =
    await import("prom-client");
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const options = ({ name, help, labels = [] }: Definition) =>
    ({
      name,
      help,
      labelNames: [...labels],
      registers: [registry],
    }) satisfies CounterConfiguration<string>;
  return {
    gauge: ({ read, ...definition }) => {
      new Gauge({
        ...options(definition),
        collect() {
          this.reset();
          for (const { labels, value } of read())
            this.set({ ...labels }, value);
        },
      });
    },
    counter: ({ read, ...definition }) => {
      new Counter({
        ...options(definition),
        collect() {
          this.reset();
          for (const { labels, value } of read())
            this.inc({ ...labels }, value);
        },
      });
    },
    counting: (definition) => {
      const counter = new Counter(options(definition));
      return (labels, by) => {
        counter.inc(labels, by);
      };
    },
    lastValue: (definition) => {
      const gauge = new Gauge(options(definition));
      return (labels, value) => {
        gauge.set(labels, value);
      };
    },
    histogram: ({ buckets, ...definition }) => {
      const histogram = new Histogram({
        ...options(definition),
        buckets: [...buckets],
      });
      return (labels, value) => {
        histogram.observe(labels, value);
      };
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
