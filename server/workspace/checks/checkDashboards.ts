import { ownPages } from "../../../domain/declarations/ownPages";
import type { Dashboard } from "../../../domain/dashboard";
import type { Resource } from "../../../domain/resource";
import { isObject } from "../../platform/pointer";
import { fault, under, type Fault, type Problem } from "../../platform/problem";
import type { JsonFile } from "../../platform/readJson";
import type { SchemaRegistry } from "../../platform/schemas/registry";
import { schemaFaults } from "../../platform/schemas/schemaFaults";
import { accessFaults } from "./accessRules";
import { fileNameFaults } from "./addressRules";
import { tileFaults, type Lists } from "./tileRules";

/**
 * Returns the valid dashboards in these files and the mistakes in the others. Tiles over a
 * list with mistakes of its own are not checked.
 */
export function checkDashboards(options: {
  files: readonly JsonFile[];
  /** The lists without mistakes. */
  resources: readonly Resource[];
  /** The names of all lists, also of those with mistakes. */
  listNames: readonly string[];
  schemas: SchemaRegistry;
}): { dashboards: Dashboard[]; problems: Problem[] } {
  const { files, resources, listNames, schemas } = options;
  const schema = schemas.all().find(({ $id }) => $id === "meta-dashboard");
  if (!schema) return { dashboards: [], problems: [] };
  const lists: Lists = {
    names: listNames,
    find: (name) => {
      const resource = resources.find((list) => list.name === name);
      return resource && { resource, row: schemas.row(resource.row) };
    },
  };
  const dashboards: Dashboard[] = [];
  const problems: Problem[] = [];
  for (const { file, content } of files) {
    const faults = schemaFaults({ schema, content });
    const isValid = (_: unknown): _ is Dashboard => faults.length === 0;
    if (isValid(content)) {
      faults.push(
        ...fileNameFaults(file, content),
        ...nameFaults(content, listNames),
        ...routeFaults(content, { resources, dashboards }),
        ...accessOf(content),
        ...content.tiles.flatMap((tile, index) =>
          [...tileFaults(tile, lists)].map((found) =>
            under(`/tiles/${index}`, found),
          ),
        ),
        ...doubledTiles(content),
      );
      if (isValid(content)) dashboards.push(content);
    }
    for (const found of faults) problems.push({ file, ...found });
  }
  return { dashboards, problems };
}

/** Lists and dashboards are documents of the workshop, which finds them by name. */
const nameFaults = (
  { name }: Dashboard,
  listNames: readonly string[],
): Fault[] =>
  listNames.includes(name) ? [fault("/name", "nameOfList", { name })] : [];

type Others = {
  resources: readonly Resource[];
  dashboards: readonly Dashboard[];
};

function* routeFaults(
  { route }: Dashboard,
  { resources, dashboards }: Others,
): Generator<Fault> {
  const name = route.split("/")[1] ?? "";
  if (ownPages.includes(name)) yield fault("/route", "routeOfApp", { name });
  const list = resources.find(
    (each) => each.route === route || each.aliases?.includes(route),
  );
  const other = dashboards.find((each) => each.route === route);
  if (list)
    yield fault("/route", "routeTaken", { path: route, list: list.name });
  if (other)
    yield fault("/route", "routeOfDashboard", {
      path: route,
      dashboard: other.name,
    });
}

function* accessOf({ access, tiles }: Dashboard): Generator<Fault> {
  const rules = [
    { pointer: "/access", rule: access },
    ...tiles.map((tile, index) => ({
      pointer: `/tiles/${index}/access`,
      rule: tile.access,
    })),
  ];
  for (const { pointer, rule } of rules)
    if (isObject(rule))
      for (const found of accessFaults(rule)) yield under(pointer, found);
}

function* doubledTiles({ tiles }: Dashboard): Generator<Fault> {
  const ids = tiles.map(({ id }) => id);
  for (const [index, id] of ids.entries()) {
    const first = ids.indexOf(id);
    if (first < index)
      yield fault(`/tiles/${index}/id`, "doubledId", {
        id,
        other: `/tiles/${first}`,
      });
  }
}
