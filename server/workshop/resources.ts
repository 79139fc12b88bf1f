import { toJapanIso } from "../../domain/japanTime";
import type { Document } from "../../domain/declarations/document";
import type { Json } from "../../domain/declarations/json";
import { flatLabels } from "../../domain/declarations/labels";
import type { Language } from "../../domain/limits";
import type {
  WorkspaceResourcesList,
  WorkspaceResourcesReply,
} from "../../generated/schemas";
import { failure } from "../platform/errors";
import {
  documentIn,
  localeFile,
  resourceFile,
  versionIn,
} from "../workspace/overlay";
import type { Sources } from "../workspace/sources";
import { lastChanges } from "./history";
import type { RestQuery } from "./restQuery";
import { structuralParts } from "./structuralParts";
import type { Workshop } from "./workshop";

type Entry = WorkspaceResourcesList[number];

/**
 * Returns the resources that match the query, each with its last edit. Times
 * are Japan time.
 */
export async function listResources(
  { context, overlays }: Workshop,
  { filter, sort }: RestQuery<"id">,
): Promise<WorkspaceResourcesList> {
  const { workspace, database } = context;
  const effective = await overlays.acting();
  const changes = await lastChanges(database.kysely);
  const entries = workspace.resources().map((resource): Entry => {
    const { name, route, row, columns, filters } = resource;
    const last = changes.get(name);
    const labels = documentIn(effective.sources, name)?.labels;
    return {
      id: name,
      title: { en: labels?.en.title ?? name, ru: labels?.ru.title ?? name },
      route,
      row,
      columns: columns.length,
      filters: filters.length,
      hidden: countRules(resource),
      version: versionIn(effective, name),
      changedAt: last ? toJapanIso(last.at) : null,
      changedBy: last?.author ?? null,
      problems: workspace.problems.filter(
        ({ file, severity }) =>
          file === resourceFile(name) && severity !== "warning",
      ).length,
    };
  });
  const by = sort.by === "changedAt" ? "changedAt" : "id";
  const matching = entries.filter(({ id }) => filter.id?.includes(id) ?? true);
  const ordered = matching.sort((left, right) =>
    (left[by] ?? "") < (right[by] ?? "") ? -1 : 1,
  );
  return sort.isDescending ? ordered.reverse() : ordered;
}

/** Counts the parts with an access rule. */
function countRules(part: unknown): number {
  if (typeof part !== "object" || part === null) return 0;
  const inner = Object.values(part).map(countRules);
  return inner.reduce((sum, count) => sum + count, "access" in part ? 1 : 0);
}

/**
 * Returns a resource to edit, with the complete schema of its rows. Throws
 * not_found.
 */
export async function readResource(
  { context, overlays }: Workshop,
  name: string,
): Promise<WorkspaceResourcesReply> {
  const { workspace, schemas } = context;
  await overlays.refresh();
  const effective = await overlays.acting();
  const document = documentIn(effective.sources, name);
  const resource = workspace.resources().find((entry) => entry.name === name);
  if (!document || !resource) throw failure("not_found");
  return {
    id: name,
    document,
    version: versionIn(effective, name),
    row: { ...schemas.row(resource.row) },
    fieldLabels: fieldLabels(effective.sources, resource.row),
    structural: structuralParts(schemas.get("meta-resource")),
  };
}

/** Returns the active document of a resource. Throws not_found. */
export async function currentDocument(
  { overlays }: Workshop,
  name: string,
): Promise<Document> {
  const { sources } = await overlays.acting();
  const document = documentIn(sources, name);
  if (!document) throw failure("not_found");
  return document;
}

/** Returns the labels of a row's fields, by language and field. */
function fieldLabels(
  { locales }: Sources,
  row: string,
): WorkspaceResourcesReply["fieldLabels"] {
  const labelsIn = (language: Language) => {
    const file = locales.find((locale) => locale.file === localeFile(language));
    const prefix = `fields.${row}.`;
    return Object.fromEntries(
      Object.entries(flatLabels(file?.content as Json))
        .filter(([key]) => key.startsWith(prefix))
        .map(([key, text]) => [key.slice(prefix.length), text]),
    );
  };
  return { en: labelsIn("en"), ru: labelsIn("ru") };
}
