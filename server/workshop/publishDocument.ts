import { apply, copyParts } from "../../domain/declarations/apply";
import { difference } from "../../domain/declarations/difference";
import {
  isNoDocument,
  noDocument,
  type Document,
} from "../../domain/declarations/document";
import { toJapanIso } from "../../domain/japanTime";
import type {
  WorkspaceChangesPublished,
  WorkspaceChangesRollback,
} from "../../generated/schemas";
import { inTransaction } from "../platform/database";
import { failure, type Failure } from "../platform/errors";
import type { Session } from "../platform/http/request";
import { fault } from "../platform/problem";
import {
  type ChangeRow,
  documentFile,
  documentIn,
  editedDocument,
  type EffectiveSources,
  insertChange,
  lockPublishing,
  newestChange,
  type OverlayRow,
  problemAt,
  rowDocument,
  rowOf,
  versionIn,
  withEdited,
  writeOverlay,
} from "../workspace/overlay";
import { validateEdit } from "./checkEdit";
import {
  changeReply,
  findChange,
  lastChanges,
  rollbacksByChange,
} from "./history";
import type { Sources } from "../workspace/sources";
import { movedRows, viewerChanges } from "./impact";
import type { Workshop } from "./workshop";

type Publication = Pick<ChangeRow, "resource" | "kind" | "undoes"> & {
  reason: string;
  session: Session;
  /** The version that was edited. If omitted, any version is accepted. */
  version?: string | undefined;
  /** The administrator agrees that more viewers see some parts. */
  confirmsAccess?: boolean | undefined;
  /** The administrator agrees that stored rows are hidden, or shown again. */
  confirmsRows?: boolean | undefined;
  /** Returns the document to publish. */
  edit: (present: Document) => Document;
};

/** Other servers may publish in between; each attempt checks again. */
const maxAttempts = 10;
const minReasonLength = 3;

/**
 * Publishes an edit on every server. This server has activated it when the
 * promise resolves. Throws:
 * - required_field if the reason is too short
 * - not_found for an unknown resource
 * - stale_row, with the author of the last change, if the version is outdated
 * - nothing_changed
 * - declaration_problems with every error of the files or of the edit
 * - confirmation_required if the edit opens existing parts, or stored rows of an earlier
 *   list, to more viewers and `confirmsAccess` is not set, or hides or shows stored rows and
 *   `confirmsRows` is not
 */
export async function publishDocument(
  workshop: Workshop,
  publication: Publication,
): Promise<WorkspaceChangesPublished> {
  const { context, overlays } = workshop;
  const reason = validReason(publication.reason);
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    await context.declarations.reload();
    await assertValidFiles(workshop, publication.resource);
    const row = await publishOver(workshop, await overlays.effective(), {
      ...publication,
      reason,
    });
    if (!row) continue;
    await context.declarations.reload();
    const version = versionIn(await overlays.effective(), row.resource);
    const rollbacks = await rollbacksByChange(context.database.kysely);
    return { ...changeReply(row, rollbacks), version };
  }
  throw failure("unavailable", { retryAfter: 1 });
}

/**
 * An edit over files with errors could not be activated. Other lists that wait
 * for a restart do not matter.
 */
async function assertValidFiles(
  { context, overlays }: Workshop,
  resource: string,
) {
  const { declarations } = context;
  const { sources } = await overlays.effective();
  const refused = declarations
    .refused()
    .filter(
      ({ severity, file }) =>
        severity !== "warning" || file === documentFile(sources, resource),
    );
  if (declarations.current().sources === sources || refused.length === 0)
    return;
  const problems = refused.map(({ file, pointer, message, reason }) => ({
    file,
    ...fault(pointer, "fixFile", { why: message ?? reason }),
  }));
  throw failure("declaration_problems", { problems });
}

function validReason(text: string): string {
  const reason = text.trim();
  if (reason.length >= minReasonLength) return reason;
  const length = minReasonLength - 1;
  throw failure("required_field", {
    errors: { reason: [{ key: "errors.fields.tooShort", values: { length } }] },
  });
}

/** Returns null if another edit was published in the meantime. */
async function publishOver(
  workshop: Workshop,
  effective: EffectiveSources,
  publication: Publication,
): Promise<ChangeRow | null> {
  const { context } = workshop;
  const { resource, kind, undoes, reason, session, version } = publication;
  const { files, sources } = effective;
  const before = editedDocument(effective, resource);
  if (version !== undefined && version !== versionIn(effective, resource))
    throw await staleFailure(workshop, effective, resource);
  const edited = publication.edit(before);
  const after = isNoDocument(edited) ? noDocument : edited;
  if (difference(before, after).length === 0) throw failure("nothing_changed");
  const edit = { resource, files, sources, present: before, document: after };
  const { problems, set } = await validateEdit(workshop, edit);
  if (problems.length > 0 || !set)
    throw failure("declaration_problems", { problems });
  const moved = await movedRows(context, { resource, set });
  const changes = await viewerChanges(context.declarations.current(), set, {
    name: resource,
    movedRows: moved,
  });
  const widened = changes
    .map(({ role, widened: parts }) => ({ role, parts }))
    .filter(({ parts }) => parts.length > 0);
  if (widened.length > 0 && !publication.confirmsAccess)
    throw unconfirmed("confirmsAccess");
  if (moved > 0 && !publication.confirmsRows) throw unconfirmed("confirmsRows");
  const at = context.clock.now();
  const author = session.fullName;
  const change = { resource, kind, undoes, author, at, reason, before, after };
  const row = await inTransaction(context.database, async (trx) => {
    await lockPublishing(trx);
    if ((await newestChange(trx)) !== effective.newest) return null;
    const authorId = session.viewer.userId;
    const id = await insertChange(trx, { ...change, widened, authorId });
    for (const overlay of overlaysOf(effective, resource, after))
      await writeOverlay(trx, { ...overlay, version: id });
    return { id, ...change, widened };
  });
  if (row && widened.length > 0)
    context.log.warn(
      { resource, change: row.id, user: session.viewer.userId, widened },
      "An edit opened parts of a list to more viewers",
    );
  return row;
}

const unconfirmed = (name: "confirmsAccess" | "confirmsRows"): Failure =>
  failure("confirmation_required", {
    errors: { [name]: [{ key: "errors.confirmation_required" }] },
  });

/**
 * Returns the documents to store for an edit: that of the list, and that of its row schema
 * if the edit changes created fields or if an edit of it is stored already.
 */
function overlaysOf(
  effective: EffectiveSources,
  resource: string,
  document: Document,
): Pick<OverlayRow, "resource" | "base" | "target">[] {
  const { files, sources, rows } = effective;
  const next = withEdited(effective, resource, document);
  const row =
    rowOf(document) ?? rowOf(documentIn(sources, resource) ?? document);
  const rowName = row === undefined ? [] : [rowDocument(row)];
  const documentOf = (version: Sources, name: string) =>
    documentIn(version, name) ?? noDocument;
  return [resource, ...rowName].flatMap((name) => {
    const base = documentOf(files, name);
    const target = documentOf(next, name);
    const isChanged =
      difference(documentOf(sources, name), target).length > 0 ||
      rows.some((overlay) => overlay.resource === name);
    return name === resource || isChanged
      ? [{ resource: name, base, target }]
      : [];
  });
}

async function staleFailure(
  { context }: Workshop,
  effective: EffectiveSources,
  resource: string,
): Promise<Failure> {
  const last = (await lastChanges(context.database.kysely)).get(resource);
  return failure("stale_row", {
    current: {
      version: versionIn(effective, resource),
      changedAt: last ? toJapanIso(last.at) : null,
      changedBy: last?.author ?? null,
    },
  });
}

/**
 * Publishes the values that parts had before a published change. `parts` names
 * them by pointer and overwrites later changes of them. Without `parts` the
 * whole change is rolled back, but only if none of its parts has changed since.
 * Throws not_found, invalid_request for a part that the change does not have,
 * declaration_problems for parts that have changed since, and the errors of
 * `publishDocument`.
 */
export async function rollBack(
  workshop: Workshop,
  {
    undoes,
    parts,
    ...request
  }: WorkspaceChangesRollback & { session: Session },
): Promise<WorkspaceChangesPublished> {
  const change = await findChange(workshop.context.database.kysely, undoes);
  const { sources } = await workshop.overlays.acting();
  const { resource: name, before, after } = change;
  const changes = difference(before, after);
  const pointers = new Set(parts ?? changes.map(({ pointer }) => pointer));
  const selected = changes.filter(({ pointer }) => pointers.delete(pointer));
  if (pointers.size > 0)
    throw failure("invalid_request", {
      errors: { parts: [{ key: "errors.fields.invalid" }] },
    });
  return publishDocument(workshop, {
    ...request,
    resource: name,
    kind: "rollback",
    undoes,
    edit: (present) => {
      // Applying the change again conflicts with every part changed since.
      const { conflicts } = parts
        ? { conflicts: [] }
        : apply(present, selected);
      const problems = conflicts.map((conflict) =>
        problemAt({
          sources,
          name,
          document: present,
          change: conflict,
          message: {
            id: "changedSince",
            values: { pointer: conflict.pointer },
          },
        }),
      );
      if (problems.length > 0)
        throw failure("declaration_problems", { problems });
      return copyParts(present, before, selected);
    },
  });
}
