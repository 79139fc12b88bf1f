/** A second program on one data directory. The message is the line to show. */
export class DataDirectoryInUse extends Error {
  readonly code = "data_directory_in_use";

  constructor(dataDirectory: string) {
    super(
      `The data directory ${dataDirectory} is in use by another running Seriba. Stop that one, or choose another directory.`,
    );
    this.name = "DataDirectoryInUse";
  }
}

/** The data directory cannot hold the database. The message is the line to show. */
export class DataDirectoryUnusable extends Error {
  constructor(dataDirectory: string, options: { cause: unknown }) {
    const { cause } = options;
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`Setting DATA_DIRECTORY: ${dataDirectory}: ${reason}`, options);
    this.name = "DataDirectoryUnusable";
  }
}

/** Why the database cannot answer now. Trying again later may help. */
type UnavailableReason = "busy" | "gone" | "transaction_expired";

const unavailableTexts: Record<UnavailableReason, string> = {
  busy: "The database is busy",
  gone: "The database is not running",
  transaction_expired: "The transaction took too long and was rolled back",
};

/** The statement was refused or given up; a write may have been done. */
export class DatabaseUnavailable extends Error {
  readonly code: `database_${UnavailableReason}`;

  constructor(reason: UnavailableReason, options?: ErrorOptions) {
    super(unavailableTexts[reason], options);
    this.name = "DatabaseUnavailable";
    this.code = `database_${reason}`;
  }
}

/** What a refused statement tells; never its values or the row's. */
export type SqlFault = {
  message: string;
  /** PostgreSQL's SQLSTATE, such as `23505`. */
  code: string;
  schema?: string | undefined;
  table?: string | undefined;
  column?: string | undefined;
  constraint?: string | undefined;
};

/** A statement that PostgreSQL refused: the same from both drivers. */
export class SqlError extends Error implements SqlFault {
  readonly code: string;
  readonly schema: string | undefined;
  readonly table: string | undefined;
  readonly column: string | undefined;
  readonly constraint: string | undefined;

  constructor(fault: SqlFault, options?: ErrorOptions) {
    super(fault.message, options);
    this.name = "SqlError";
    this.code = fault.code;
    this.schema = fault.schema;
    this.table = fault.table;
    this.column = fault.column;
    this.constraint = fault.constraint;
  }
}

/** The error of a commit that PostgreSQL answered with a rollback. */
export function rolledBack(): SqlError {
  return new SqlError({
    message: "The transaction had failed and was rolled back",
    code: "25P02",
  });
}

/** The fault in an error of a driver, or nothing when it is another error. */
export function readSqlFault(error: unknown): SqlFault | undefined {
  if (!(error instanceof Error) || !("severity" in error)) return undefined;
  const { code, schema, table, column, constraint } = error as Error &
    Partial<SqlFault>;
  if (code === undefined) return undefined;
  return { message: error.message, code, schema, table, column, constraint };
}

/** Time-outs, lost connections and a stopping or full server, by SQLSTATE. */
const unavailableStates = /^(?:08|53[0234]|57014|57P|25P0[34]|55P03)/;
const unavailableSystemCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOENT",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
]);
/** What `pg` throws without a code. */
const unavailableMessages =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|connection error and is not queryable|Client was closed|pool after calling end/;

/** Whether the database could not answer, so that 503 is the right reply. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  if (error instanceof AggregateError) {
    return error.errors.some(isDatabaseUnavailable);
  }
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  if (error instanceof SqlError || "severity" in error) {
    return unavailableStates.test(code);
  }
  return (
    ("syscall" in error && unavailableSystemCodes.has(code)) ||
    unavailableMessages.test(error.message)
  );
}

/** Disk full, read-only storage, failed reads or writes of the storage. */
const storageStates = new Set(["53100", "25006", "58030"]);
const storageSystemCodes = new Set(["ENOSPC", "EDQUOT", "EROFS"]);

/**
 * Whether the storage could not take a write, so that 507 is the right reply.
 * Reads still work, and writes work again once there is room.
 */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return storageStates.has(code) || storageSystemCodes.has(code);
}
