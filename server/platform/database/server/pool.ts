import type {
  PostgresCursor,
  PostgresPool,
  PostgresPoolClient,
  PostgresQueryResult,
} from "kysely";
import {
  type CustomTypesConfig,
  Pool,
  type PoolClient,
  type PoolConfig,
  types,
} from "pg";
import { abandonedSignal, millisecondsLeft } from "../../deadline";
import type { DatabaseLog, PoolLoad, TimeLimits } from "../database";
import {
  DatabaseUnavailable,
  isDatabaseUnavailable,
  readSqlFault,
  rolledBack,
  SqlError,
} from "../errors";
import { elementParsers, toParameter, valueParsers } from "../values";
import { isOverfull, preparedName } from "./preparedStatements";

/** Session settings, so that the server's own settings do not matter. */
const sessionOptions = [
  "-c TimeZone=UTC",
  "-c DateStyle=ISO,MDY",
  "-c IntervalStyle=postgres",
  "-c bytea_output=hex",
  // The indexes of lists are in memory or on fast disks; the default of 4 makes
  // PostgreSQL read whole tables instead.
  "-c random_page_cost=1.1",
  // Compiling a statement takes longer than running it.
  "-c jit=off",
  // Sorts the rows before a deep page without files.
  "-c work_mem=16MB",
].join(" ");

/** A statement that was cancelled must answer by then. */
const answerGraceMs = 300;
/** After these errors the connection can be reused. */
const harmlessStates = new Set(["57014", "55P03"]);

type PoolOptions = {
  url: string;
  size: number;
  limits: TimeLimits;
  log: DatabaseLog;
  /** Ends the running statement of a connection by its process id. */
  cancel: CancelStatement;
};

/** Resolves when PostgreSQL has been told, or cannot be. Never rejects. */
export type CancelStatement = (processId: number) => Promise<void>;

/** Returns a connection pool for Kysely with the given time limits. */
export function createPool(
  options: PoolOptions,
): PostgresPool & { load(): PoolLoad } {
  const pool = new Pool(poolConfig(options));
  // Without listeners an error of a connection would end the process. The pool
  // itself also emits the errors of idle connections.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => {
    client.on("error", (error) => {
      options.log.warn({ err: error }, "a database connection was lost");
    });
  });
  return {
    connect: async () => {
      if (timeLeft(options.limits) === 0) throw new DatabaseUnavailable("busy");
      return createClient(await pool.connect(), options);
    },
    end: () => pool.end(),
    load: () => ({
      most: options.size,
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
  };
}

function poolConfig({ url, size, limits }: PoolOptions): PoolConfig {
  return {
    connectionString: url,
    max: size,
    types: serverTypes,
    options: sessionOptions,
    keepAlive: true,
    connectionTimeoutMillis: limits.wait,
    statement_timeout: limits.statement,
    idle_in_transaction_session_timeout: limits.idleTransaction,
    application_name: "seriba",
  };
}

/** Wraps a connection. A broken connection is closed, not returned to the pool. */
function createClient(
  client: PoolClient,
  { limits, cancel }: Pick<PoolOptions, "limits" | "cancel">,
): PostgresPoolClient {
  let isBroken = false;

  async function run<Row>(
    sql: string,
    parameters: readonly unknown[],
  ): Promise<PostgresQueryResult<Row>> {
    if (isBroken) throw new DatabaseUnavailable("gone");
    const left = sql === "rollback" ? Infinity : timeLeft(limits);
    if (left === 0) throw new DatabaseUnavailable("busy");
    try {
      const values = parameters.map(toParameter);
      const milliseconds = Math.min(longestWait(limits), left);
      const signal = sql === "rollback" ? undefined : abandonedSignal();
      const result = await cancelling(
        client,
        {
          milliseconds,
          signal: isLimited(limits) ? signal : undefined,
          cancel,
        },
        (answerMs) => execute<Row>(client, { sql, values, answerMs }),
      );
      if (sql === "commit" && result.command === "ROLLBACK") throw rolledBack();
      return result as PostgresQueryResult<Row>;
    } catch (error) {
      const fault = readSqlFault(error);
      isBroken =
        isDatabaseUnavailable(error) && !harmlessStates.has(fault?.code ?? "");
      throw fault ? new SqlError(fault) : error;
    }
  }

  function query<Row>(
    sql: string,
    parameters: readonly unknown[],
  ): Promise<PostgresQueryResult<Row>>;
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  function query<Row>(
    statement: string | PostgresCursor<Row>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
    if (typeof statement === "string") return run<Row>(statement, parameters);
    throw new Error("Streaming rows is not supported");
  }

  return {
    query,
    release: () => {
      client.release(isBroken || isOverfull(client));
    },
  };
}

/** Whether the time limits are the limits of requests. */
const isLimited = ({ statement }: TimeLimits): boolean => statement > 0;

/**
 * The longest wait for one statement in milliseconds; Infinity without a limit.
 * PostgreSQL's own time limit comes first.
 */
const longestWait = (limits: TimeLimits): number =>
  isLimited(limits) ? limits.statement + answerGraceMs : Infinity;

/** The milliseconds left for the current request; Infinity for long-running work. */
const timeLeft = (limits: TimeLimits): number =>
  isLimited(limits) ? millisecondsLeft() : Infinity;

/**
 * Runs a statement and cancels it in PostgreSQL when its time is over or its
 * signal aborts. It settles after the cancellation, which therefore cannot hit a
 * later statement of the connection.
 */
async function cancelling<Result>(
  client: PoolClient,
  {
    milliseconds,
    signal,
    cancel,
  }: {
    milliseconds: number;
    signal: AbortSignal | undefined;
    cancel: CancelStatement;
  },
  run: (answerMs: number) => Promise<Result>,
): Promise<Result> {
  let cancelled: Promise<void> | undefined;
  const stop = () => {
    const processId = "processID" in client ? client.processID : undefined;
    if (typeof processId === "number") cancelled ??= cancel(processId);
  };
  const timer =
    milliseconds === Infinity ? undefined : setTimeout(stop, milliseconds);
  signal?.addEventListener("abort", stop);
  try {
    return await run(milliseconds + answerGraceMs);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
    await cancelled;
  }
}

type Result<Row> = { command: string; rowCount: number | null; rows: Row[] };

/** Without parameters the text may hold several statements; returns the last result. */
async function execute<Row>(
  client: PoolClient,
  {
    sql,
    values,
    answerMs,
  }: { sql: string; values: (string | null)[]; answerMs: number },
): Promise<Result<Row>> {
  const name = preparedName(client, sql);
  const config = {
    text: sql,
    ...(name && { name }),
    ...(values.length === 0 ? {} : { values }),
    ...(answerMs === Infinity ? {} : { query_timeout: answerMs }),
  };
  const answer: unknown = await client.query(config);
  const results = (Array.isArray(answer) ? answer : [answer]) as Result<Row>[];
  return results.at(-1) ?? { command: "", rowCount: 0, rows: [] };
}

type Parse = (text: string) => unknown;

const textArrayType = 1009;
const builtInParser = types.getTypeParser as (id: number) => Parse;
const parseTextArray = builtInParser(textArrayType);

/** Makes `pg` parse values as the embedded database does. */
const serverTypes: CustomTypesConfig = { getTypeParser: parserOf };

function parserOf(id: number): Parse {
  const parseElement = elementParsers.get(id);
  if (parseElement) {
    return (text) => mapTexts(parseTextArray(text), parseElement);
  }
  return valueParsers.get(id) ?? builtInParser(id);
}

function mapTexts(value: unknown, parse: Parse): unknown {
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, parse));
  return typeof value === "string" ? parse(value) : value;
}

/** A connection that is not used for so long is closed. */
const idleMs = 10_000;
const connectTimeoutMs = 1_000;
/** Cancellations under load share so many connections. */
const connections = 2;

/**
 * Opens connections that cancel statements of other connections. They are apart,
 * because the statements to cancel may hold all the others.
 */
export function createCanceller(url: string): {
  cancel: CancelStatement;
  close: () => Promise<void>;
} {
  const pool = new Pool({
    connectionString: url,
    max: connections,
    idleTimeoutMillis: idleMs,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: connectTimeoutMs,
    application_name: "seriba-cancel",
  });
  // Without listeners an error of a connection would end the process.
  pool.on("error", () => undefined);
  return {
    cancel: async (processId) => {
      // The time limit of PostgreSQL ends the statement if this fails.
      await pool
        .query("select pg_cancel_backend($1)", [processId])
        .catch(() => undefined);
    },
    close: () => pool.end(),
  };
}
