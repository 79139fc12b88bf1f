import type { FastifyInstance } from "fastify";
import type { Viewer } from "../../../../domain/access";
import type { Language } from "../../../../domain/limits";
import { defaultPath } from "../../../../domain/listing/defaultCalls";
import type { Action, Resource, RowSchema } from "../../../../domain/resource";
import { isAllowed } from "../../../../domain/access";
import { visibleRow } from "../../../../domain/visible";
import { visibleActions } from "../../../../domain/visible/calls";
import { createVisibilityCheck } from "../../../../domain/visible/isVisible";
import type {
  PasteRowsBody,
  PasteRowsReply,
} from "../../../../generated/schemas";
import { failure } from "../../../platform/errors";
import { sessionOf } from "../../../platform/http/request";
import { route, type RouteDefinition } from "../../../platform/http/route";
import type { Context } from "../../context";
import { wordingIn } from "../../export/exportColumns";
import type { ImportContext } from "../import/importPlan";
import { visibleData } from "../recordBody";
import type { PasteFault, PastePlan } from "./pastePlan";
import { planPaste } from "./planPaste";

/** Characters of Cyrillic texts have two bytes. */
const mostBodyBytes = 1_000_000;
/** A longer text of a cell is cut. */
const longestText = 200;

/**
 * Registers the call that previews a paste of cells into rows of a list. It writes nothing:
 * people write the rows that they have seen by the call of the action.
 */
export function registerPastes(app: FastifyInstance, context: Context): void {
  const definition = {
    method: "POST",
    body: "paste-rows#/definitions/body",
    reply: "paste-rows#/definitions/reply",
    mostBodyBytes,
  } as const satisfies Partial<RouteDefinition>;
  const url = defaultPath(":resource", "paste");
  route<{
    Params: { resource: string };
    Body: PasteRowsBody;
    Reply: PasteRowsReply;
  }>(app, {
    ...{ ...definition, url },
    access: {
      allows: (viewer) =>
        context.workspace
          .resources()
          .some((list) => pastesOf(context, list, viewer).length > 0),
      description: "For those who may paste values into rows of the list.",
    },
    params: () => anyParams,
    summary: "Preview a paste of cells into rows of the list",
    concrete: () =>
      context.workspace
        .resources()
        .filter(({ actions }) => actions?.some(({ paste }) => paste))
        .map((resource) => ({
          ...definition,
          url: url.replace(":resource", resource.name),
          access: () => ({
            allows: (viewer: Viewer) =>
              pastesOf(
                context,
                context.workspace.resource(resource.name),
                viewer,
              ).length > 0,
            description: "For those who may paste values into rows.",
          }),
          params: () => noParams,
          summary: `Preview a paste of cells into rows of ${resource.name}`,
        })),
    handler: async (request) => {
      const { resource: name } = request.params;
      const { language, body } = request;
      const { viewer } = sessionOf(request);
      const resource = context.workspace
        .resources()
        .find((list) => list.name === name);
      if (!resource?.actions?.some(({ paste }) => paste))
        throw failure("not_found");
      const action = pastesOf(context, resource, viewer).find(
        ({ id }) => id === body.action,
      );
      if (!action) throw failure("forbidden");
      const { text, ids, columns, hasHeadings, dayOrder } = body;
      const plan = await planPaste(context, {
        ...{ resource, viewer, language, action, text },
        ...{ ids, columns, hasHeadings, dayOrder },
        clears: body.clears ?? false,
      });
      return {
        success: true,
        preview: previewOf(context, plan, { resource, viewer, language }),
      };
    },
  });
}

const noParams = { type: "object", additionalProperties: false };
const anyParams = {
  type: "object",
  required: ["resource"],
  properties: { resource: { type: "string", maxLength: 100 } },
};

/** Returns the pastes of a list that the viewer may start, cut to the viewer. */
function pastesOf(
  { schemas }: Pick<Context, "schemas">,
  resource: Resource,
  viewer: Viewer,
): Action[] {
  if (!isAllowed(resource.access, viewer)) return [];
  const visibility = createVisibilityCheck(schemas.row(resource.row), viewer);
  return (visibleActions(resource, visibility) ?? []).filter(
    ({ paste }) => paste,
  );
}

function previewOf(
  { schemas, messages }: ImportContext,
  { rows, ...plan }: PastePlan,
  {
    resource,
    viewer,
    language,
  }: { resource: Resource; viewer: Viewer; language: Language },
): PasteRowsReply["preview"] {
  const row = visibleRow(schemas.row(resource.row), viewer);
  const titles = titleFields(resource, row);
  const values = plan.fields.values;
  const reasonOf = ({ about, reason }: PasteFault): string => {
    const text =
      typeof reason === "function"
        ? (reason(language) ??
          messages.translate(language, "errors.condition_unmet"))
        : messages.translate(language, reason.key, reason.values);
    if (about === undefined) return text;
    const wording = wordingIn(messages, language);
    const title = row.properties[about]?.title ?? about;
    return `${wording(`fields.${row.$id}.${about}`, title)}: ${text}`;
  };
  return {
    columns: plan.columns.map((column) => ({
      ...column,
      ...{ heading: cut(column.heading), sample: cut(column.sample) },
    })),
    hasHeadings: plan.hasHeadings,
    keys: [...plan.fields.keys],
    values: [...values],
    missing: plan.missing,
    needsDayOrder: plan.needsDayOrder,
    withoutLine: plan.withoutLine,
    rows: rows.map(({ line, text, stored, changes, faults }) => {
      const data = stored ? visibleData(stored.data, row) : {};
      const shown = [...titles, ...values].map((name) => [
        name,
        data[name] ?? null,
      ]);
      return {
        ...{ line, text: cut(text), id: stored?.id ?? null },
        version: stored?.version ?? null,
        row: Object.fromEntries(shown) as Record<string, unknown>,
        changes: { ...changes },
        faults: faults.map((fault) => ({
          field: fault.field,
          text: cut(fault.text),
          reason: reasonOf(fault),
        })),
      };
    }),
  };
}

const cut = (text: string): string => text.slice(0, longestText);

/** Returns the fields by which people know a row: those of its card and of the first column. */
const titleFields = (
  { card, columns }: Pick<Resource, "card" | "columns">,
  { properties }: RowSchema,
): string[] => [
  ...new Set(
    [
      ...(card?.title ?? []),
      ...(card?.lines ?? []).flat(),
      ...(columns[0]?.fields ?? []),
    ].filter((name) => properties[name]?.["x-shown"] !== "photos"),
  ),
];
