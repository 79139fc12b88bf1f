import type { Viewer } from "../../../domain/access";
import { withAreaRules } from "../../../domain/computed/areaRules";
import { withInherited } from "../../../domain/declarations/extend";
import type { Json } from "../../../domain/declarations/json";
import { withDefaultCalls } from "../../../domain/listing/defaultCalls";
import type {
  DeclaredResource,
  Field,
  Resource,
  RowSchema,
} from "../../../domain/resource";
import {
  visibleResource,
  visibleRow,
  withCopiedAccess,
} from "../../../domain/visible";
import { createWorkspace, type Workspace } from "../createWorkspace";
import { hasSchema, schemaOf } from "./schemas";

const files = import.meta.glob<Json>("../../../resources/*.json", {
  eager: true,
  import: "default",
});

const declarations = Object.values(files).map(
  (declaration) =>
    withInherited(
      declaration,
      (name) => files[`../../../resources/${name}.json`],
    ) as DeclaredResource,
);

/** The lists of the build whose rows other servers have too. */
export const bundledResources: readonly Resource[] = declarations
  .filter(({ store }) => store === undefined)
  .map(withDefaultCalls)
  .map(withKnownForms);

/**
 * Leaves out the forms and actions whose bodies the build does not have, and downloads and
 * filters of named kinds, which the specification does not name.
 */
function withKnownForms(resource: Resource): Resource {
  const { create, update, ...calls } = resource.calls;
  const isKnown = ({ body }: { body?: string }) =>
    body === undefined || hasSchema(body);
  return {
    ...resource,
    filters: resource.filters.filter(({ kind }) => kind === undefined),
    actions: resource.actions?.filter(
      (action) => isKnown(action) && !action.download,
    ),
    calls: {
      ...calls,
      ...(create && isKnown(create) ? { create } : {}),
      ...(update && isKnown(update) ? { update } : {}),
    },
  };
}

/** Returns a row schema with the access rules of the fields that it copies. */
function rowOf(name: string): RowSchema {
  const row = schemaOf(name) as RowSchema;
  const source = row["x-copies"];
  const copied =
    source === undefined
      ? row
      : withCopiedAccess(row, schemaOf(source) as RowSchema);
  return withAreaRules(
    copied,
    bundledResources.map((resource) => schemaOf(resource.row) as RowSchema),
  );
}

/** Dictionaries of other servers may contain values that we do not know. */
function withFreeWords(row: RowSchema): RowSchema {
  const properties = Object.entries(row.properties).map(
    ([name, field]): [string, Field] => [
      name,
      field["x-dictionary"] ? { ...field, "x-words": "free" } : field,
    ],
  );
  return { ...row, properties: Object.fromEntries(properties) };
}

/**
 * Returns the declarations of the build, reduced to what the viewer may see,
 * for servers that have no `GET /workspace`.
 */
export function bundledWorkspace(viewer: Viewer): Workspace {
  const schemas = Object.fromEntries(
    bundledResources.map(({ row }) => [row, withFreeWords(rowOf(row))]),
  );
  const resources = bundledResources.flatMap((resource) => {
    const row = schemas[resource.row];
    const visible = row && visibleResource(resource, row, viewer);
    return visible ? [visible] : [];
  });
  const visibleRows = Object.entries(schemas).map(([name, row]) => [
    name,
    visibleRow(row, viewer),
  ]);
  return createWorkspace({
    resources,
    schemas: Object.fromEntries(visibleRows) as Record<string, RowSchema>,
    routes: bundledResources.flatMap(({ route, aliases = [] }) => [
      route,
      ...aliases,
    ]),
    viewerVersion: "bundled",
    declarationsHash: "bundled",
    isOwnServer: false,
  });
}
