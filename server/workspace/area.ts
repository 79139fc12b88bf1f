import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Viewer } from "../../domain/access";
import type { Resource } from "../../domain/resource";
import type { MenuCountersReply } from "../../generated/schemas";
import type { ChangeTopic } from "../platform/changes";
import type { Config } from "../platform/config";
import type { Migrations } from "../platform/database";
import type { Job, RetentionRule } from "../platform/jobs";
import type { LiveTopic } from "../platform/live";
import type { MailKind } from "../platform/mail";
import type { SetCheck } from "./checks/checkSources";
import type { Context } from "./context";
import type { Guard } from "./declared";
import type { RowSource } from "./listing";
import type { FindLists, RowLists } from "./lists";
import type { RecordKind } from "./listing/source/recordKind";
import type { RecordCalls, RecordEffects } from "./records";

/** The numbers in the menu. */
export type Counters = Omit<MenuCountersReply, "success">;

/**
 * The functions by which areas use each other beside imports of lower areas. Each area
 * adds to this interface what it asks of higher areas and what it offers to them.
 */
export interface Ports {
  /** Returns the numbers of all areas. The host provides it. */
  countersOf: (viewer: Viewer) => Promise<Counters>;
}

/** An append-only table whose rows are sealed. Its `id` is an identity column. */
export type SealedTable = {
  table: string;
  /**
   * The columns that a seal covers, `id` first. A point in time is written with `:time`,
   * such as `at:time`. A column that is added later counts for later seals.
   */
  columns: readonly string[];
  /**
   * Columns with names of people, which may be erased together with their salt. `digest`
   * is among the covered columns: the SHA-256 of salt and name, in hexadecimal.
   */
  names: readonly { name: string; salt: string; digest: string }[];
};

/** The parts that an area adds to the program. */
export type AreaParts = {
  ports: Partial<Ports>;
  /** How the engine answers lists whose rows need more than the columns of their source. */
  lists: readonly RowLists[];
  /** Calls that answer from records: the row schemas by path. */
  recordCalls: RecordCalls;
  /** Say what changes of records do to rows of the area. */
  effects: readonly RecordEffects[];
  /** Read the area's changes for the live stream. */
  topics: Readonly<Partial<Record<ChangeTopic, LiveTopic>>>;
  jobs: readonly Job[];
  mails: readonly MailKind[];
  /** Returns numbers in the viewer's menu. */
  counters: (viewer: Viewer) => Promise<Partial<Counters>>;
  /** Refuse a new set of declarations, or warn about it. */
  guards: readonly Guard[];
  /** Returns elements for the head of the requested page, as HTML. */
  pageTags: (request: FastifyRequest) => Promise<string>;
  /** Returns settings for a page. They replace the same settings of `config.json`. */
  pageConfiguration: () => Promise<Readonly<Record<string, unknown>>>;
  /** Registers the area's calls below `/api`. */
  routes: (api: FastifyInstance) => void | Promise<void>;
  /** Begins to follow other servers, once all calls are registered. */
  start: () => Promise<() => Promise<void>>;
  /** Gives back what the area holds when the server stops. */
  close: () => Promise<void>;
};

/** The parts of all areas, and the engine's own lists. */
type OpenedAreas = {
  ports: Ports;
  parts: readonly Partial<AreaParts>[];
  findLists: FindLists;
  /** Returns the table behind a row schema, or undefined for a row without a table. */
  sourceOf: (
    row: string,
    resources: readonly Resource[],
  ) => RowSource | undefined;
  retention: readonly RetentionRule[];
  sealed: readonly SealedTable[];
};

/** The context of an area. Parts of other areas are complete once all are open. */
export type Host = Context & OpenedAreas;

/** One area of the trade on the server, or a part of the program beside the areas. */
export type AreaModule = {
  name: string;
  /** Paths of the area's calls, which no list may take; `/bid/*` is everything below. */
  calls?: readonly string[];
  /** The area's tables. Their numbers are global; commands run them without opening areas. */
  migrations?: Migrations;
  /** The tables behind the area's row schemas. */
  sources?: readonly RowSource[];
  /** Fields and rules of the area for records that the engine stores. */
  records?: readonly RecordKind[];
  /** Checks of declarations that the engine does not know. */
  checks?: readonly SetCheck[];
  /** How long the area's rows are kept; rows without a rule are kept for ever. */
  retention?: (config: Config) => readonly RetentionRule[];
  /** The append-only tables whose rows are sealed. */
  sealed?: readonly SealedTable[];
  /** The ports that other areas must provide. */
  asks?: readonly (keyof Ports)[];
  open: (host: Host) => Partial<AreaParts>;
};
