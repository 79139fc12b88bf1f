import type { FastifyBaseLogger } from "fastify";
import type { ChangeHub } from "../platform/changes";
import type { Clock } from "../platform/clock";
import type { Config } from "../platform/config";
import type { Database } from "../platform/database";
import type { JobQueue } from "../platform/jobs";
import type { Messages } from "../platform/messages";
import type { Metrics } from "../platform/metrics";
import type { SchemaRegistry } from "../platform/schemas/registry";
import type { Declarations } from "./declared";
import type { Workspace } from "./declared/compileSet";
import type { ListingIndex } from "./listing";
import type { FindRecordKind } from "./listing/source/recordKind";

/** The dependencies of all use cases, created when the program starts. */
export type Context = {
  config: Config;
  /** The folder of the project: schemas, resources, feeds, locales. */
  root: string;
  database: Database;
  /** Follows the changes of the database. */
  changes: ChangeHub;
  clock: Clock;
  log: FastifyBaseLogger;
  jobs: JobQueue;
  /** Undefined without METRICS_TOKEN, and in commands. */
  metrics?: Metrics | undefined;
  /** Finds and counts the rows of all lists. */
  index: ListingIndex;
  declarations: Declarations;
  /** These three follow the declarations that currently act. */
  schemas: SchemaRegistry;
  workspace: Workspace;
  messages: Messages;
  /** Finds what the areas add to the records of a row schema. */
  recordKinds: FindRecordKind;
};
