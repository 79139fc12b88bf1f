import { AsyncLocalStorage } from "node:async_hooks";
import type { Driver } from "kysely";
import { takeTasks, type Notify } from "./notifications";

/** The code of one transaction. */
type Scope = {
  /** The database; undefined until the transaction has begun. */
  database?: object;
  hasEnded: boolean;
  /** The scope that this one was opened in. */
  outer: Scope | undefined;
};

/** The code of a transaction ran a statement outside it, which is a fault of the program. */
export class StatementBesideTransaction extends Error {
  constructor() {
    super(
      "Code inside a transaction ran a statement outside it. On the embedded database the statement waits for the end of its own transaction. Pass the transaction to the function that runs the statement.",
    );
    this.name = "StatementBesideTransaction";
  }
}

const current = new AsyncLocalStorage<Scope>();

/** Runs `task`, which begins one transaction, so that `guardDriver` knows its code. */
export async function runGuarded<Result>(
  task: () => Promise<Result>,
): Promise<Result> {
  const scope: Scope = { hasEnded: false, outer: current.getStore() };
  try {
    return await current.run(scope, task);
  } finally {
    // Work that was started inside and goes on alone may use the database now.
    scope.hasEnded = true;
  }
}

/**
 * Calls `onFault` before the code of a transaction takes a connection of the same
 * database. If `onFault` throws, the statement fails with its error. After a commit it runs
 * the tasks of `afterCommit`.
 */
export function guardDriver(
  driver: Driver,
  {
    database,
    onFault,
    notify,
  }: {
    database: object;
    onFault: (fault: StatementBesideTransaction) => void;
    notify: Notify;
  },
): Driver {
  const acquireConnection = driver.acquireConnection.bind(driver);
  const beginTransaction = driver.beginTransaction.bind(driver);
  const commitTransaction = driver.commitTransaction.bind(driver);
  const rollbackTransaction = driver.rollbackTransaction.bind(driver);
  driver.acquireConnection = async () => {
    if (isInside(database)) onFault(new StatementBesideTransaction());
    return acquireConnection();
  };
  driver.beginTransaction = async (connection, settings) => {
    await beginTransaction(connection, settings);
    const scope = current.getStore();
    if (scope) scope.database ??= database;
  };
  driver.commitTransaction = async (connection) => {
    const tasks = takeTasks(connection);
    await commitTransaction(connection);
    for (const task of tasks) task(notify);
  };
  driver.rollbackTransaction = async (connection) => {
    takeTasks(connection);
    await rollbackTransaction(connection);
  };
  return driver;
}

/** Fails the statement. */
export const refuse = (fault: StatementBesideTransaction): never => {
  throw fault;
};

function isInside(database: object): boolean {
  let scope = current.getStore();
  while (scope && (scope.hasEnded || scope.database !== database))
    scope = scope.outer;
  return scope !== undefined;
}
