import { rightsOf, roleOf, type Viewer } from "../access";
import { bothAccess } from "../bothAccess";
import { forRole, type Field, type RowSchema } from "../resource";
import { isState } from "../states";
import { isVisible } from "./isVisible";

/** The cut schemas, so that each is made once for all viewers with the same rights. */
const cutRows = new WeakMap<RowSchema, Map<string, RowSchema>>();

/** The most rights for which a cut schema is kept. */
const mostRights = 1_000;

/**
 * Returns the row schema without hidden fields and access rules, the same object for
 * the same rights. `x-choices` is resolved to the viewer's role.
 */
export function visibleRow(row: RowSchema, viewer: Viewer): RowSchema {
  const cuts = cutRows.get(row) ?? new Map<string, RowSchema>();
  cutRows.set(row, cuts);
  const rights = rightsOf(viewer);
  const cut = cuts.get(rights) ?? cutRow(row, viewer);
  if (cuts.size >= mostRights) cuts.clear();
  cuts.set(rights, cut);
  return cut;
}

function cutRow(row: RowSchema, viewer: Viewer): RowSchema {
  const fields = Object.entries(row.properties).filter(([name]) =>
    isVisible(row, { fields: [name] }, viewer),
  );
  const properties = Object.fromEntries(
    fields.map(([name, field]) => [name, forViewer(field, viewer)]),
  );
  const { required } = row;
  return {
    ...row,
    properties,
    ...(required
      ? {
          required: required.filter((name) => Object.hasOwn(properties, name)),
        }
      : {}),
  };
}

function forViewer(field: Field, viewer: Viewer): Field {
  const { "x-access": _access, "x-choices": words, ...rest } = field;
  return {
    ...rest,
    ...(words !== undefined && { "x-choices": forRole(words, roleOf(viewer)) }),
    // The actions of the viewer have the transitions.
    ...(isState(field) && { "x-states": [] }),
  };
}

/**
 * Returns the row with the access rules of the row that it copies: a copied
 * field is visible only to viewers who may see it in both rows. Otherwise a
 * field that is hidden in lots would be visible on every bid.
 */
export function withCopiedAccess(row: RowSchema, source: RowSchema): RowSchema {
  const properties = Object.entries(row.properties).map(
    ([name, field]): [string, Field] => {
      const original = Object.hasOwn(source.properties, name)
        ? source.properties[name]?.["x-access"]
        : undefined;
      if (!original) return [name, field];
      return [
        name,
        { ...field, "x-access": bothAccess(original, field["x-access"]) },
      ];
    },
  );
  return { ...row, properties: Object.fromEntries(properties) };
}
