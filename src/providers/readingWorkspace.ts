import type { Language } from "../../domain/limits";
import type { Resource, RowSchema } from "../../domain/resource";
import type { Workspace } from "./createWorkspace";

/**
 * Returns the workspace as its viewer reads it: without the fields of other
 * languages (`x-language`). Lists and pages of rows that the viewer may change
 * keep all languages, except on cards.
 */
export function readingWorkspace(
  workspace: Workspace,
  language: Language,
): Workspace {
  const rows = new Map<string, RowSchema>();
  const isForeign = (row: string) => {
    const { properties } = workspace.row(row);
    return (name: string) => {
      const own = properties[name]?.["x-language"];
      return own !== undefined && own !== language;
    };
  };
  const isEdited = (name: string) =>
    workspace.resources.some(
      ({ row, calls, actions }) =>
        row === name && (calls.update ?? actions?.some(({ edits }) => edits)),
    );
  const cutRow = (name: string): RowSchema => {
    const schema = workspace.row(name);
    if (isEdited(name)) return schema;
    const isHidden = isForeign(name);
    const shown = Object.entries(schema.properties).filter(
      ([field]) => !isHidden(field),
    );
    return { ...schema, properties: Object.fromEntries(shown) };
  };
  const cutResource = (resource: Resource): Resource => {
    const isHidden = isForeign(resource.row);
    const shown = (names: readonly string[]) =>
      names.filter((name) => !isHidden(name));
    const columns = resource.columns
      .map((column) => ({ ...column, fields: shown(column.fields) }))
      .filter(({ fields }) => fields.length > 0);
    const { card } = resource;
    return {
      ...resource,
      ...(isEdited(resource.row) ? {} : { columns }),
      ...(card && {
        card: {
          ...card,
          title: shown(card.title),
          ...(card.lines && { lines: card.lines.map(shown) }),
          ...(card.amounts && { amounts: shown(card.amounts) }),
        },
      }),
    };
  };
  const resources = workspace.resources.map(cutResource);
  return {
    ...workspace,
    resources,
    resource: (name) =>
      resources.find((resource) => resource.name === name) ??
      workspace.resource(name),
    row: (name) => {
      const known = rows.get(name) ?? cutRow(name);
      rows.set(name, known);
      return known;
    },
  };
}
