import type { FastifyInstance } from "fastify";
import type { Viewer } from "../../../domain/access";
import type { Language } from "../../../domain/limits";
import type {
  RecordEffectsQuery,
  RecordEffectsReply,
} from "../../../generated/schemas";
import { failure } from "../../platform/errors";
import { sessionOf } from "../../platform/http/request";
import { passesRules, queryCall, route } from "../../platform/http/route";
import { createWorkSlots } from "../../platform/http/workSlots";
import type { Context } from "../context";
import { callAccess } from "../lists";
import type { RecordEffect, RecordEffects } from "./recordEffects";

type EffectsContext = Pick<Context, "workspace" | "database">;

/** Registers the call that says what a change that its author has saved does elsewhere. */
export function registerEffects(
  app: FastifyInstance,
  context: EffectsContext,
  effects: readonly RecordEffects[],
): void {
  const slots = createWorkSlots({ most: 2, mostOfHolder: 1 });
  route<{ Query: RecordEffectsQuery; Reply: RecordEffectsReply }>(app, {
    method: "GET",
    url: "/record-effects",
    access: "signedIn",
    ...queryCall("record-effects"),
    summary: "What a saved change of a record does to rows of other lists",
    handler: async (request) => {
      const { query, language } = request;
      const { viewer } = sessionOf(request);
      const { row } = writableList(context, query.list, viewer);
      const concerned = effects.filter(({ concern }) => concern(row));
      if (concerned.length === 0) return { success: true, effects: [] };
      const release = slots.take(viewer.userId);
      try {
        const asked = { row, viewer, language, query };
        return {
          success: true,
          effects: await findEffects(context, concerned, asked),
        };
      } finally {
        release();
      }
    },
  });
}

/** Returns a list whose rows the viewer may add or change. Throws not_found and forbidden. */
function writableList(
  { workspace }: EffectsContext,
  name: string,
  viewer: Viewer,
) {
  const resource = workspace
    .resources()
    .find((list) => list.name === name && list.store);
  if (!resource) throw failure("not_found");
  const { create, update } = resource.calls;
  const isWriter = [create, update].some(
    (call) => call && passesRules(callAccess(resource, call.access), viewer),
  );
  if (!isWriter) throw failure("forbidden");
  return resource;
}

/** Throws not_found unless the viewer has written this version. */
async function findEffects(
  { database }: EffectsContext,
  effects: readonly RecordEffects[],
  {
    row,
    viewer,
    language,
    query: { id, version },
  }: {
    row: string;
    viewer: Viewer;
    language: Language;
    query: RecordEffectsQuery;
  },
): Promise<RecordEffect[]> {
  const change = await database.kysely
    .selectFrom("record_history")
    .where("row_schema", "=", row)
    .where("record_id", "=", id)
    .where("version", "=", Number(version))
    .where("user_id", "=", viewer.userId)
    .select(["before", "after"])
    .executeTakeFirst();
  if (!change) throw failure("not_found");
  const records = [{ id, ...change }];
  const found: RecordEffect[] = [];
  for (const { find } of effects)
    found.push(
      await find({ row, records, isSaved: true }, { viewer, language }),
    );
  return found;
}
