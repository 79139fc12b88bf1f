import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Viewer } from "../../../../domain/access";
import { toJapanIso } from "../../../../domain/japanTime";
import { mostImportedBytes } from "../../../../domain/limits";
import { defaultPath } from "../../../../domain/listing/defaultCalls";
import type { Resource } from "../../../../domain/resource";
import { isVisible } from "../../../../domain/visible";
import type {
  ImportRowsBody,
  ImportRowsListReply,
  ImportRowsReply,
  ImportRowsUndoBody,
  ImportRowsUndoReply,
} from "../../../../generated/schemas";
import { failure } from "../../../platform/errors";
import {
  sessionOf,
  type IsRecentlyProved,
} from "../../../platform/http/request";
import {
  passesRules,
  route,
  type RouteDefinition,
} from "../../../platform/http/route";
import { runAbandonable } from "../../../platform/http/work";
import { createWorkSlots } from "../../../platform/http/workSlots";
import { readIdempotencyKey } from "../../../platform/idempotency";
import type { Context } from "../../context";
import { callAccess } from "../../lists";
import { applyImport, type BatchReply } from "./applyImport";
import { findBatches } from "./importQueries";
import type { RecordEffect, RecordEffects } from "../recordEffects";
import { planImport } from "./planImport";
import { plannedRecords } from "./plannedRecords";
import { previewReply } from "./previewReply";
import { undoImport } from "./undoImport";

type Params = { resource: string; batch?: string };

/** JSON needs two characters for a quotation mark, a tab and a line end. */
const mostBodyBytes = 2 * mostImportedBytes + 100_000;
/** The list of earlier imports has at most this many. */
const mostListed = 50;

/**
 * Registers the calls that import rows into lists of records, list earlier imports and undo
 * them. Every list with an import is served below `/lists/NAME/import` as soon as it is
 * declared.
 */
export function registerImports(
  app: FastifyInstance,
  context: Context,
  {
    isRecentlyProved,
    effects,
  }: {
    isRecentlyProved: IsRecentlyProved;
    effects: readonly RecordEffects[];
  },
): void {
  const base = defaultPath(":resource", "import");
  // Each plans a whole import and compiles formulas for it.
  const effectSlots = createWorkSlots({ most: 2, mostOfHolder: 1 });
  const open = (
    definition: Omit<RouteDefinition, "access" | "summary"> & {
      summary: (name: string) => string;
    },
  ): RouteDefinition => ({
    ...definition,
    // Other people may not send a body of megabytes.
    access: {
      allows: (viewer) =>
        importLists(context).some((list) => mayImport(context, list, viewer)),
      description: "For those who may import rows into the list.",
    },
    summary: definition.summary("the list"),
    concrete: () =>
      importLists(context).map((resource) => ({
        ...definition,
        url: definition.url.replace(":resource", resource.name),
        access: () =>
          callAccess(
            context.workspace.resource(resource.name),
            context.workspace.resource(resource.name).calls.import?.access,
          ),
        params: definition.url.includes(":batch")
          ? "import-rows#/definitions/undoParams"
          : () => noParams,
        summary: definition.summary(resource.name),
      })),
  });

  route<{ Params: Params; Body: ImportRowsBody; Reply: ImportRowsReply }>(app, {
    ...open({
      method: "POST",
      url: base,
      params: () => anyParams,
      body: "import-rows#/definitions/body",
      reply: "import-rows#/definitions/reply",
      summary: (name) => `Preview or apply an import of a table into ${name}`,
      mostBodyBytes,
      isLong: true,
      isIdempotent: true,
    }),
    handler: async (request) => {
      const { resource, author } = await readAuthor(request);
      const { text, fileName = "", columns, apply } = request.body;
      const { show = "new", page = 1 } = request.body;
      const { language } = request;
      const asked = { ...author, resource, language, text, columns };
      if (apply) {
        const { digest, validOnly = false } = apply;
        const applied = { ...asked, fileName, digest, validOnly };
        const batch = await applyImport(context, applied);
        return { success: true, batch: batchOf(batch) };
      }
      const concerned = effects.filter(({ concern }) => concern(resource.row));
      if (request.body.effects) {
        const release = effectSlots.take(author.viewer.userId);
        try {
          const found = await runAbandonable(request, async () => {
            const plan = await planImport(context, asked);
            const change = { row: resource.row, records: plannedRecords(plan) };
            const { viewer } = author;
            const all: RecordEffect[] = [];
            for (const { find } of concerned)
              all.push(await find(change, { viewer, language }));
            return all;
          });
          return { success: true, effects: found };
        } finally {
          release();
        }
      }
      const plan = await planImport(context, asked);
      const hasEffects = concerned.length > 0;
      const shown = { ...context, show, page, language, hasEffects };
      return { success: true, preview: previewReply(plan, shown) };
    },
  });

  route<{ Params: Params; Reply: ImportRowsListReply }>(app, {
    ...open({
      method: "GET",
      url: base,
      params: () => anyParams,
      reply: "import-rows#/definitions/listReply",
      summary: (name) => `The latest imports into ${name}`,
    }),
    handler: async (request) => {
      const { name } = resourceOf(request);
      const found = await findBatches(context.database.kysely, {
        ...{ resource: name, limit: mostListed },
      });
      return {
        success: true,
        imports: found.map(({ at, undoneAt, ...batch }) => ({
          ...batch,
          at: toJapanIso(at),
          undoneAt: undoneAt && toJapanIso(undoneAt),
        })),
      };
    },
  });

  route<{
    Params: Params;
    Body: ImportRowsUndoBody;
    Reply: ImportRowsUndoReply;
  }>(app, {
    ...open({
      method: "POST",
      url: `${base}/:batch/undo`,
      params: () => batchParams,
      body: "import-rows#/definitions/undoBody",
      reply: "import-rows#/definitions/undoReply",
      summary: (name) => `Undo an import into ${name}`,
      isLong: true,
      isIdempotent: true,
    }),
    handler: async (request) => {
      const { resource, author } = await readAuthor(request);
      const { batch = "" } = request.params;
      const { leaveChanged = false } = request.body;
      const undone = { ...author, resource, batch, leaveChanged };
      return {
        success: true,
        batch: batchOf(await undoImport(context, undone)),
      };
    },
  });

  /** Returns the list of a request. Throws not_found and forbidden. */
  function resourceOf(request: FastifyRequest<{ Params: Params }>): Resource {
    const { resource: name } = request.params;
    const resource = importLists(context).find((list) => list.name === name);
    if (!resource) throw failure("not_found");
    if (!mayImport(context, resource, sessionOf(request).viewer))
      throw failure("forbidden");
    return resource;
  }

  async function readAuthor(request: FastifyRequest<{ Params: Params }>) {
    const resource = resourceOf(request);
    const session = sessionOf(request);
    const key = readIdempotencyKey(request.headers["idempotency-key"]);
    const { properties } = context.schemas.row(resource.row);
    const isGuarded = Object.values(properties).some(
      (field) => field["x-guarded"],
    );
    const isProved = isGuarded && (await isRecentlyProved(session));
    const { viewer, fullName } = session;
    return { resource, author: { viewer, fullName, key, isProved } };
  }
}

const batchOf = ({ left_out: leftOut, ...batch }: BatchReply) => ({
  ...batch,
  leftOut,
});

const noParams = { type: "object", additionalProperties: false };
const anyParams = {
  type: "object",
  required: ["resource"],
  properties: { resource: { type: "string", maxLength: 100 } },
};
const batchParams = {
  ...anyParams,
  required: ["resource", "batch"],
  properties: {
    ...anyParams.properties,
    batch: { $ref: "definitions#/definitions/id" },
  },
};

const importLists = ({ workspace }: Pick<Context, "workspace">): Resource[] =>
  workspace
    .resources()
    .filter(({ store, calls, import: declared }) =>
      Boolean(store && calls.import && declared),
    );

/** A viewer who does not see a field of the key cannot say which rows are meant. */
const mayImport = (
  { schemas }: Pick<Context, "schemas">,
  resource: Resource,
  viewer: Viewer,
): boolean =>
  passesRules(callAccess(resource, resource.calls.import?.access), viewer) &&
  isVisible(
    schemas.row(resource.row),
    { fields: resource.import?.key ?? [] },
    viewer,
  );
