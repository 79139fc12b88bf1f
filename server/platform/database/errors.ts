/** Another process uses the data directory. The message is for the operator. */
export class DataDirectoryInUse extends Error {
  readonly code = "data_directory_in_use";

  constructor(dataDirectory: string) {
    super(
      `The data directory ${dataDirectory} is in use by another running Seriba. Stop that one, or choose another directory.`,
    );
    this.name = "DataDirectoryInUse";
  }
}

/** The data directory cannot hold the database. The message is for the operator. */
export class DataDirectoryUnusable extends Error {
  constructor(dataDirectory: string, options: { cause: unknown }) {
    const { cause } = options;
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`Setting DATA_DIRECTORY: ${dataDirectory}: ${reason}`, options);
    this.name = "DataDirectoryUnusable";
  }
}

/** Why the database cannot answer now. A retry may succeed. */
type UnavailableReason = "busy" | "gone" | "transaction_expired";

const unavailableTexts: Record<UnavailableReason, string> = {
  busy: "The database is busy",
  gone: "The database is not running",
  transaction_expired: "The transaction took too long and was rolled back",
};

/** The database did not answer. A write may have been done nevertheless. */
export class DatabaseUnavailable extends Error {
  readonly code: `database_${UnavailableReason}`;

  constructor(reason: UnavailableReason, options?: ErrorOptions) {
    super(unavailableTexts[reason], options);
    this.name = "DatabaseUnavailable";
    this.code = `database_${reason}`;
  }
}

/** The details of a failed statement. They contain no values of parameters or rows. */
export type SqlFault = {
  message: string;
  /** PostgreSQL's SQLSTATE, such as `23505`. */
  code: string;
  schema?: string | undefined;
  table?: string | undefined;
  column?: string | undefined;
  constraint?: string | undefined;
};

/** A statement that PostgreSQL rejected; both drivers throw it. */
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

/** Returns the error for a commit that PostgreSQL answered with a rollback. */
export function rolledBack(): SqlError {
  return new SqlError({
    message: "The transaction had failed and was rolled back",
    code: "25P02",
  });
}

/** Returns the details of a driver's SQL error, undefined for other errors. */
export function readSqlFault(error: unknown): SqlFault | undefined {
  if (!(error instanceof Error) || !("severity" in error)) return undefined;
  const { code, schema, table, column, constraint } = error as Error &
    Partial<SqlFault>;
  if (code === undefined) return undefined;
  return { message: error.message, code, schema, table, column, constraint };
}

/**
 * SQLSTATE of failures that another attempt may not meet: lost connections (08),
 * too many connections or too little memory (53), time limits (57014, 25P03,
 * 25P04, 55P03) and a server that stops or starts (57P).
 */
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
/** Errors of `pg` that have no code. */
const unavailableMessages =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|connection error and is not queryable|Client was closed|pool after calling end/;

/** Whether the database could not answer, so that 503 is the right response. */
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

/** A full disk, a read-only database, a failed disk. */
const storageStates = new Set(["53100", "25006", "58030"]);
const storageSystemCodes = new Set(["ENOSPC", "EDQUOT", "EROFS"]);

/**
 * Whether a write failed for lack of storage, so that 507 is the right
 * response. Reads still work, and writes work again once there is room.
 */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return storageStates.has(code) || storageSystemCodes.has(code);
}
