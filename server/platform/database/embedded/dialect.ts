import {
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from "kysely";
import type { Notify } from "../notifications";
import { guardDriver, refuse } from "../besideTransaction";
import type { TimeLimits } from "../database";
import { toParameter } from "../values";
import type { Gate, Lease } from "./gate";

/** Returns a Kysely dialect that sends all statements through the gate. */
export function createEmbeddedDialect(
  gate: Gate,
  limits: TimeLimits,
  notify: Notify,
): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () =>
      guardDriver(createDriver(gate, limits), {
        database: gate,
        onFault: refuse,
        notify,
      }),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

/** All connections share one session; the lease is that of their transaction. */
type EmbeddedConnection = DatabaseConnection & { lease?: Lease | undefined };

const nothing = () => Promise.resolve();

function createDriver(gate: Gate, limits: TimeLimits): Driver {
  return {
    init: nothing,
    acquireConnection: () => Promise.resolve(createConnection(gate, limits)),
    async beginTransaction(connection: EmbeddedConnection, settings) {
      connection.lease = await gate.begin(beginText(settings), limits);
    },
    async commitTransaction(connection: EmbeddedConnection) {
      if (connection.lease) await gate.commit(connection.lease);
      connection.lease = undefined;
    },
    rollbackTransaction(connection: EmbeddedConnection) {
      if (connection.lease) gate.rollback(connection.lease);
      connection.lease = undefined;
      return Promise.resolve();
    },
    releaseConnection: nothing,
    destroy: nothing,
  };
}

function createConnection(gate: Gate, limits: TimeLimits): EmbeddedConnection {
  const connection: EmbeddedConnection = {
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      const statement = {
        sql: query.sql,
        parameters: query.parameters.map(toParameter),
      };
      const result = await gate.run(statement, limits, connection.lease);
      return {
        rows: result.rows as Row[],
        numAffectedRows: BigInt(result.affectedRows),
      };
    },
    streamQuery() {
      throw new Error("The embedded database does not stream rows");
    },
  };
  return connection;
}

function beginText({ isolationLevel, accessMode }: TransactionSettings) {
  const level = isolationLevel && `isolation level ${isolationLevel}`;
  return ["begin", level, accessMode].filter(Boolean).join(" ");
}
