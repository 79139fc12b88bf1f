import type {
  PostgresCursor,
  PostgresPool,
  PostgresPoolClient,
  PostgresQueryResult,
} from "kysely";
import { Pool } from "pg";
import type { PoolClient, PoolConfig } from "pg";
import type { DatabaseLog, TimeLimits } from "../database";
import {
  DatabaseUnavailable,
  isDatabaseUnavailable,
  readSqlFault,
  rolledBack,
  SqlError,
} from "../errors";
import { toParameter } from "../toParameter";
import { serverTypes } from "./serverTypes";

/** What a session is set to, whatever the server's own settings are. */
const sessionOptions = [
  "-c TimeZone=UTC",
  "-c DateStyle=ISO,MDY",
  "-c IntervalStyle=postgres",
  "-c bytea_output=hex",
].join(" ");

/** The server's own time-out is to come first: it ends the statement too. */
const answerGraceMilliseconds = 300;
/** After these the connection is as good as before. */
const harmlessStates = new Set(["57014", "55P03"]);

type PoolOptions = {
  url: string;
  size: number;
  limits: TimeLimits;
  log: DatabaseLog;
};

/** Connections to PostgreSQL for Kysely, within the time limits. */
export function createPool(options: PoolOptions): PostgresPool {
  const pool = new Pool(poolConfig(options));
  // Unheard, an error of a connection ends the program, held or idle. The pool
  // tells those of idle ones again, and opens another when asked.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => {
    client.on("error", (error) => {
      options.log.warn({ err: error }, "a database connection was lost");
    });
  });
  return {
    connect: async () => createClient(await pool.connect()),
    end: () => pool.end(),
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
    query_timeout:
      limits.statement && limits.statement + answerGraceMilliseconds,
    idle_in_transaction_session_timeout: limits.idleTransaction,
    application_name: "seriba",
  };
}

/** A connection that broke is not given back, lest the next one waits on it. */
function createClient(client: PoolClient): PostgresPoolClient {
  let isBroken = false;

  async function run<Row>(
    sql: string,
    parameters: readonly unknown[],
  ): Promise<PostgresQueryResult<Row>> {
    if (isBroken) throw new DatabaseUnavailable("gone");
    try {
      const values = parameters.map(toParameter);
      const result = await execute<Row>(client, sql, values);
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
    throw new Error("Rows are not streamed");
  }

  return {
    query,
    release: () => {
      client.release(isBroken);
    },
  };
}

type Result<Row> = { command: string; rowCount: number | null; rows: Row[] };

/** Without parameters a text may hold several statements; the last counts. */
async function execute<Row>(
  client: PoolClient,
  sql: string,
  values: (string | null)[],
): Promise<Result<Row>> {
  const answer: unknown = await (values.length === 0
    ? client.query(sql)
    : client.query(sql, values));
  const results = (Array.isArray(answer) ? answer : [answer]) as Result<Row>[];
  return results.at(-1) ?? { command: "", rowCount: 0, rows: [] };
}
