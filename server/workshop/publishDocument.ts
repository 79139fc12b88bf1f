import { difference } from "../../domain/declarations/difference";
import type { Document } from "../../domain/declarations/document";
import { toJapanIso } from "../../domain/japanTime";
import type { WorkspaceChangesPublished } from "../../generated/schemas";
import { inTransaction } from "../platform/database";
import { failure, type Failure } from "../platform/errors";
import type { Session } from "../platform/http/request";
import {
  documentIn,
  newestChange,
  versionIn,
  type EffectiveSources,
} from "../workspace/overlay";
import { changeReply } from "./changeEntry";
import {
  insertChange,
  lastChanges,
  lockPublishing,
  undoneBy,
  writeOverlay,
  type ChangeRow,
} from "./changeQueries";
import { editFaults } from "./editFaults";
import type { Workshop } from "./workshop";

type Publication = Pick<ChangeRow, "resource" | "kind" | "undoes"> & {
  reason: string;
  session: Session;
  /** Of the document that was edited; left out, the edit is of any. */
  version?: string | undefined;
  /** What is to be published in place of the present document. */
  edit: (present: Document) => Document;
};

/** Other servers publish meanwhile; each time it is checked anew. */
const attempts = 10;
const reasonLength = { least: 3, most: 300 };

/**
 * Publishes an edit on every server; this one works by it when it resolves.
 * Throws required_field without a reason, not_found for an unknown resource,
 * stale_row with who changed it where the document is not the present one,
 * nothing_changed, and declaration_problems with all that is wrong, be it with
 * the edit or, before anything else, with the files under it.
 */
export async function publishDocument(
  workshop: Workshop,
  publication: Publication,
): Promise<WorkspaceChangesPublished> {
  const { context, overlays } = workshop;
  const reason = readReason(publication.reason);
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    await context.declarations.reload();
    await refuseBrokenFiles(workshop);
    const row = await publishOver(workshop, await overlays.effective(), {
      ...publication,
      reason,
    });
    if (!row) continue;
    await context.declarations.reload();
    const version = versionIn(await overlays.effective(), row.resource);
    const undone = await undoneBy(context.database.kysely);
    return { ...changeReply(row, undone), version };
  }
  throw failure("unavailable", { retryAfter: 1 });
}

/** What is published over files that cannot act would not act either. */
async function refuseBrokenFiles({ context, overlays }: Workshop) {
  const { declarations } = context;
  const { sources } = await overlays.effective();
  const refused = declarations.refused();
  if (declarations.current().sources === sources || refused.length === 0)
    return;
  const problems = refused.map(({ reason, ...at }) => ({
    ...at,
    reason: `${reason}; mend the file before you publish`,
  }));
  throw failure("declaration_problems", { problems });
}

function readReason(text: string): string {
  const reason = text.trim();
  if (reason.length >= reasonLength.least) return reason;
  const length = reasonLength.least - 1;
  throw failure("required_field", {
    errors: { reason: [{ key: "errors.fields.tooShort", values: { length } }] },
  });
}

/** Null where something else was published meanwhile. */
async function publishOver(
  workshop: Workshop,
  effective: EffectiveSources,
  publication: Publication,
): Promise<ChangeRow | null> {
  const { context } = workshop;
  const { resource, kind, undoes, reason, session, version, edit } =
    publication;
  const before = documentIn(effective.sources, resource);
  const base = documentIn(effective.files, resource);
  if (!before || !base) throw failure("not_found");
  if (version !== undefined && version !== versionIn(effective, resource))
    throw await stale(workshop, effective, resource);
  const after = edit(before);
  if (difference(before, after).length === 0) throw failure("nothing_changed");
  const { problems } = await editFaults(workshop, {
    resource,
    present: before,
    document: after,
  });
  if (problems.length > 0) throw failure("declaration_problems", { problems });
  const at = context.clock.now();
  const author = session.fullName;
  const change = { resource, kind, undoes, author, at, reason, before, after };
  return inTransaction(context.database, async (trx) => {
    await lockPublishing(trx);
    if ((await newestChange(trx)) !== effective.newest) return null;
    const authorId = session.viewer.userId;
    const id = await insertChange(trx, { ...change, authorId });
    await writeOverlay(trx, { resource, base, target: after, version: id });
    return { id, ...change };
  });
}

async function stale(
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
