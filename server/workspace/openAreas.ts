import type { Viewer } from "../../domain/access";
import type { Resource } from "../../domain/resource";
import type { AreaModule, AreaParts, Counters, Host, Ports } from "./area";
import type { Context } from "./context";
import type { RowSource } from "./listing";
import { recordLists, recordSources } from "./records";

const noCounters: Counters = { bid: 0, search: 0, map: {} };

/** Returns the tables behind the rows of lists, with the tables of declared records. */
export const sourcesOf =
  (areas: readonly AreaModule[]) =>
  (resources: readonly Resource[]): RowSource[] => [
    ...areas.flatMap(({ sources = [] }) => sources),
    ...recordSources(resources),
  ];

/** Returns the function that finds the table behind a row schema, if it has one. */
export const findSource =
  (areas: readonly AreaModule[]): Host["sourceOf"] =>
  (row, resources) =>
    sourcesOf(areas)(resources).find((source) => source.row === row);

/**
 * Opens the areas, the lowest first, and returns the context that they share. Throws if
 * a port that an area asks for is missing, or if two areas have the same name, row
 * schema or port, or jobs of the same name.
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
  const host: Host = {
    ...context,
    ports,
    parts,
    findLists: (row) =>
      parts
        .flatMap(({ lists = [] }) => lists)
        .find((lists) => lists.row === row) ?? ofRecords(row),
    sourceOf: findSource(areas),
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
  assertComplete(areas, host);
  return host;
}

function assertComplete(
  areas: readonly AreaModule[],
  { ports, parts }: Host,
): void {
  for (const { name, asks = [] } of areas)
    for (const port of asks)
      if (!(port in ports))
        throw new Error(
          `The area ${name} asks for the port ${port}, which no area provides.`,
        );
  assertUnique(
    "area",
    areas.map(({ name }) => name),
  );
  assertUnique(
    "row schema",
    areas.flatMap(({ sources = [] }) => sources.map(({ row }) => row)),
  );
  assertUnique(
    "job",
    parts.flatMap(({ jobs = [] }) => jobs.map(({ name }) => name)),
  );
}

function assertUnique(kind: string, names: readonly string[]): void {
  const doubled = names.find((name, index) => names.indexOf(name) !== index);
  if (doubled !== undefined)
    throw new Error(`Two areas provide the ${kind} ${doubled}.`);
}
