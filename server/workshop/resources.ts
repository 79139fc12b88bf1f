import { toJapanIso } from "../../domain/japanTime";
import {
  isNoDocument,
  noDocument,
  type Document,
} from "../../domain/declarations/document";
import type { Json } from "../../domain/declarations/json";
import { flatLabels } from "../../domain/declarations/labels";
import type { Dashboard } from "../../domain/dashboard";
import type { Language } from "../../domain/limits";
import type { Resource } from "../../domain/resource";
import type {
  WorkspaceResourcesList,
  WorkspaceResourcesReply,
} from "../../generated/schemas";
import { failure } from "../platform/errors";
import {
  documentFile,
  documentFolder,
  documentIn,
  editedDocument,
  isCreated,
  localeFile,
  versionIn,
} from "../workspace/overlay";
import type { Sources } from "../workspace/sources";
import { lastChanges } from "./history";
import type { RestQuery } from "./restQuery";
import { createdKeys, metaSchemas, structuralParts } from "./structuralParts";
import { filledBy } from "./fieldProblems";
import type { Workshop } from "./workshop";

type Entry = WorkspaceResourcesList[number];

/**
 * Returns the lists and dashboards that match the query, each with its last edit. Times
 * are Japan time.
 */
export async function listResources(
  { context, overlays }: Workshop,
  { filter, sort }: RestQuery<"id">,
): Promise<WorkspaceResourcesList> {
  const { workspace, database } = context;
  const effective = await overlays.acting();
  const changes = await lastChanges(database.kysely);
  const entryOf = (
    declaration: Resource | Dashboard,
    facts: Pick<Entry, "kind" | "row" | "columns" | "filters" | "tiles">,
  ): Entry => {
    const { name, route } = declaration;
    const last = changes.get(name);
    const labels = documentIn(effective.sources, name)?.labels;
    const file = documentFile(effective.sources, name);
    return {
      id: name,
      title: { en: labels?.en.title ?? name, ru: labels?.ru.title ?? name },
      route,
      ...facts,
      hidden: countRules(declaration),
      version: versionIn(effective, name),
      changedAt: last ? toJapanIso(last.at) : null,
      changedBy: last?.author ?? null,
      problems: workspace.problems.filter(
        (problem) => problem.file === file && problem.severity !== "warning",
      ).length,
      isCreated: isCreated(effective, name),
    };
  };
  const entries = [
    ...workspace.resources().map((resource) => {
      const { row, columns, filters } = resource;
      return entryOf(resource, {
        kind: "list",
        row,
        columns: columns.length,
        filters: filters.length,
        tiles: 0,
      });
    }),
    ...workspace.dashboards().map((dashboard) =>
      entryOf(dashboard, {
        kind: "dashboard",
        row: "",
        columns: 0,
        filters: 0,
        tiles: dashboard.tiles.length,
      }),
    ),
  ];
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
 * Returns a list to edit with the complete schema of its rows, or a dashboard. Throws
 * not_found.
 */
export async function readResource(
  { context, overlays }: Workshop,
  name: string,
): Promise<WorkspaceResourcesReply> {
  const { workspace, schemas } = context;
  await overlays.refresh();
  const effective = await overlays.acting();
  const document = editedDocument(effective, name);
  const folder = documentFolder(effective.sources, name);
  const resource = workspace.resources().find((entry) => entry.name === name);
  const isKnown = resource ?? workspace.dashboards().some(isNamed(name));
  if (isNoDocument(document) || !isKnown) throw failure("not_found");
  const isOwn = isCreated(effective, name);
  return {
    id: name,
    kind: folder === "dashboards" ? "dashboard" : "list",
    document,
    version: versionIn(effective, name),
    row: resource ? { ...schemas.row(resource.row) } : noRow,
    fieldLabels: resource
      ? fieldLabels(effective.sources, resource.row)
      : { en: {}, ru: {} },
    filledBy: resource ? filledBy(resource, schemas.row(resource.row)) : null,
    created: createdKeys("/actions", {
      file: documentIn(effective.files, name) ?? noDocument,
      document,
    }),
    isCreated: isOwn,
    structural: structuralParts(schemas.get(metaSchemas[folder]), isOwn),
  };
}

const isNamed =
  (name: string) =>
  (declaration: { name: string }): boolean =>
    declaration.name === name;

/** A dashboard has no rows of its own. */
const noRow = { $id: "", properties: {} };

/**
 * Returns the active document of a list or dashboard, to which a draft belongs. Throws
 * not_found if neither of them exists.
 */
export async function currentDocument(
  { overlays }: Workshop,
  name: string,
  draft: Document,
): Promise<Document> {
  const document = editedDocument(await overlays.acting(), name);
  if (isNoDocument(document) && isNoDocument(draft)) throw failure("not_found");
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
