import type { Viewer } from "../../domain/access";
import type { Resource } from "../../domain/resource";
import type { AreaModule, AreaParts, Counters, Host, Ports } from "./area";
import type { Context } from "./context";
import { createdTables } from "../platform/database";
import { migrations as platformMigrations } from "../platform/migrations";
import { createListingReader, type RowSource } from "./listing";
import type { RowLists } from "./lists";
import { migrations as engineMigrations } from "./migrations";
import { recordLists, recordSources, type FindRecordKind } from "./records";

const noCounters: Counters = { bid: 0, search: 0, map: {} };

/** Returns the tables behind the rows of lists, with the tables of declared records. */
export const sourcesOf =
  (areas: readonly AreaModule[]) =>
  (resources: readonly Resource[]): RowSource[] => [
    ...areas.flatMap(({ sources = [] }) => sources),
    ...recordSources(resources, findRecordKind(areas)),
  ];

/** Returns the function that finds what the areas add to records. */
export function findRecordKind(areas: readonly AreaModule[]): FindRecordKind {
  const kinds = new Map(
    areas.flatMap(({ records = [] }) =>
      records.map((kind) => [kind.row, kind]),
    ),
  );
  return (row) => kinds.get(row);
}

/**
 * Returns the function that finds the table behind a row schema, if it has one. Lists never
 * change, so that the tables of a set of lists are made once: each change of rows asks.
 */
export function findSource(areas: readonly AreaModule[]): Host["sourceOf"] {
  const known = new WeakMap<readonly Resource[], readonly RowSource[]>();
  return (row, resources) => {
    const sources = known.get(resources) ?? sourcesOf(areas)(resources);
    known.set(resources, sources);
    return sources.find((source) => source.row === row);
  };
}

/**
 * Opens the areas, the lowest first, and returns the context that they share. Throws with
 * the name of the area, port, topic, table, row schema, call, job or kind of mail that two
 * areas provide, or that an area needs and none provides.
 */
export function openAreas(
  context: Context,
  areas: readonly AreaModule[],
): Host {
  const parts: Partial<AreaParts>[] = [];
  const countersOf = async (viewer: Viewer) => {
    const counted = await Promise.all(
      parts.flatMap(({ counters }) => (counters ? [counters(viewer)] : [])),
    );
    return counted.reduce<Counters>(
      (all, some) => ({ ...all, ...some }),
      noCounters,
    );
  };
  // The areas that open later add the other ports.
  const ports = { countersOf } as Ports;
  const ofRecords = recordLists(context);
  const ofSources = new Map<string, RowLists>();
  const host: Host = {
    ...context,
    ports,
    parts,
    findLists: (row) =>
      parts
        .flatMap(({ lists = [] }) => lists)
        .find((lists) => lists.row === row) ??
      ofSources.get(row) ??
      ofRecords(row),
    sourceOf: findSource(areas),
    sealed: areas.flatMap(({ sealed = [] }) => sealed),
    retention: areas.flatMap(
      ({ retention }) => retention?.(context.config) ?? [],
    ),
  };
  for (const area of areas) {
    const opened = area.open(host);
    assertUnique("port", [
      ...Object.keys(ports),
      ...Object.keys(opened.ports ?? {}),
    ]);
    Object.assign(ports, opened.ports);
    parts.push(opened);
  }
  for (const source of areas.flatMap(({ sources = [] }) => sources))
    ofSources.set(source.row, {
      row: source.row,
      reader: createListingReader(context, source),
    });
  assertComplete(areas, host);
  return host;
}

function assertComplete(
  areas: readonly AreaModule[],
  { ports, parts, retention, sealed }: Host,
): void {
  const tables = [platformMigrations, engineMigrations]
    .concat(areas.map(({ migrations = {} }) => migrations))
    .flatMap(createdTables);
  const topics = parts.flatMap(({ topics: own = {} }) => Object.keys(own));
  const provided = {
    area: areas.map(({ name }) => name),
    call: areas.flatMap(({ calls = [] }) => calls),
    job: parts.flatMap(({ jobs = [] }) => jobs.map(({ name }) => name)),
    mail: parts.flatMap(({ mails = [] }) => mails.map(({ kind }) => kind)),
    "row schema": areas.flatMap(({ sources = [], records = [] }) =>
      [...sources, ...records].map(({ row }) => row),
    ),
    table: tables,
    topic: topics,
  };
  for (const [kind, names] of Object.entries(provided))
    assertUnique(kind, names);
  for (const { name, asks = [], sources = [] } of areas) {
    const needed = { area: name, provided: tables };
    assertProvided("port", asks, { area: name, provided: Object.keys(ports) });
    for (const { table, changes } of sources) {
      assertProvided("table", [table], needed);
      const topic = changes?.topic === undefined ? [] : [changes.topic];
      assertProvided("topic", topic, { area: name, provided: topics });
    }
  }
  for (const { table } of retention)
    if (!tables.includes(table))
      throw new Error(
        `A rule of retention names the table ${table}, which no migration creates.`,
      );
  for (const { table } of sealed)
    if (!tables.includes(table))
      throw new Error(
        `The table ${table} is to be sealed, but no migration creates it.`,
      );
}

function assertUnique(kind: string, names: readonly string[]): void {
  const doubled = names.find((name, index) => names.indexOf(name) !== index);
  if (doubled !== undefined)
    throw new Error(`Two areas provide the ${kind} ${doubled}.`);
}

function assertProvided(
  kind: string,
  names: readonly string[],
  { area, provided }: { area: string; provided: readonly string[] },
): void {
  const missing = names.find((name) => !provided.includes(name));
  if (missing !== undefined)
    throw new Error(
      `The area ${area} asks for the ${kind} ${missing}, which no area provides.`,
    );
}
