import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { isAllowed, type Viewer } from "../../../domain/access";
import { fixedConditions } from "../../../domain/listing/fixedConditions";
import {
  isRecordId,
  type RecordReference,
} from "../../../domain/recordReference";
import { isVisible } from "../../../domain/visible/isVisible";
import type { NamesQuery, NamesReply } from "../../../generated/schemas";
import { failure } from "../../platform/errors";
import { sessionOf } from "../../platform/http/request";
import { queryCall, route } from "../../platform/http/route";
import type { Context } from "../context";
import { scopeCondition } from "../listing/query/narrowing";
import { comparable } from "./import/comparable";
import { recordSource } from "./recordSource";

/** The names of one reply. A list with more is searched while people type. */
const mostNames = 100;

type NamesContext = Pick<
  Context,
  "schemas" | "workspace" | "clock" | "database"
>;

/** Registers the call by which forms choose a record of another list by its name. */
export function registerNames(
  app: FastifyInstance,
  context: NamesContext,
): void {
  route<{ Query: NamesQuery; Reply: NamesReply }>(app, {
    method: "GET",
    url: "/names",
    access: "signedIn",
    ...queryCall("names"),
    summary: "The names of the records of a list, to choose one",
    handler: (request) =>
      answerNames(context, sessionOf(request).viewer, request.query),
  });
}

/**
 * Returns the first names of a list that contain the text, and that of the record `id`.
 * Throws not_found for a list without records, and forbidden for a list or field that the
 * viewer may not see.
 */
async function answerNames(
  context: NamesContext,
  viewer: Viewer,
  { list, field, search = "", id }: NamesQuery,
): Promise<NamesReply> {
  const { named, name } = namedRecords(context, { viewer, list, field });
  const found = await firstNames({ named, name }, search).execute();
  const options = found.slice(0, mostNames);
  const isMissing =
    id !== undefined && !options.some(({ value }) => value === id);
  const chosen = isMissing ? await named.where("id", "=", id).execute() : [];
  return {
    success: true,
    options: [...options, ...chosen],
    isComplete: found.length <= mostNames,
  };
}

/** Returns the first names that contain the text, in the order of their index. */
export const firstNames = (
  { named, name }: ReturnType<typeof namedRecords>,
  search: string,
) =>
  named
    .where(sql<boolean>`strpos(lower(${name}), lower(${search})) > 0`)
    .orderBy(sql`lower(${name})`)
    .orderBy("id")
    .limit(mostNames + 1);

/** An import finds records of larger lists by their ids only. */
const mostImported = 20_000;

/** Finds the id of the record that a text of an import names; undefined for no or several. */
export type FindRecordId = (text: string) => string | undefined;

/**
 * Returns the function that finds records to which a row may refer: by their name, in any
 * case, or by their id. A text that is the name of one record and the id of another finds
 * none. An id is not checked here. Throws what `answerNames` throws.
 */
export async function recordIdFinder(
  context: NamesContext,
  { viewer, reference }: { viewer: Viewer; reference: RecordReference },
): Promise<FindRecordId> {
  const { list, name: field } = reference;
  const { named } = namedRecords(context, { viewer, list, field });
  const found = await named
    .orderBy("id")
    .limit(mostImported + 1)
    .execute();
  const ids = new Map<string, Set<string>>();
  if (found.length <= mostImported)
    for (const { value, label } of found) {
      const key = comparable(label);
      ids.set(key, (ids.get(key) ?? new Set()).add(value));
    }
  return (text) => {
    const all = new Set(ids.get(comparable(text)));
    if (isRecordId(text)) all.add(text);
    const [only, other] = all;
    return other === undefined ? only : undefined;
  };
}

/** Returns the records of a list that a viewer may see and that have a name, as a query. */
export function namedRecords(
  { schemas, workspace, clock, database }: NamesContext,
  { viewer, list, field }: { viewer: Viewer; list: string; field: string },
) {
  const resource = workspace
    .resources()
    .find(({ name, store }) => name === list && store);
  if (!resource) throw failure("not_found");
  const row = schemas.row(resource.row);
  const isKnown =
    isAllowed(resource.access, viewer) &&
    isVisible(row, { fields: [field] }, viewer);
  if (!isKnown) throw failure("forbidden");
  const where = fixedConditions(resource.where, { viewer, now: clock.now() });
  const scope = scopeCondition(recordSource(resource.row), {
    ...{ resource, row, viewer, where },
  });
  const name = sql<string>`data ->> ${sql.lit(field)}`;
  const named = database.kysely
    .selectFrom("records")
    .select(["id as value", name.as("label")])
    .where(scope)
    .where(sql<boolean>`${name} is not null`);
  return { named, name };
}
