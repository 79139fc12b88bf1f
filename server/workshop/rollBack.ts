import { apply } from "../../domain/declarations/apply";
import { difference, inverse } from "../../domain/declarations/difference";
import type { WorkspaceChangesPublished } from "../../generated/schemas";
import { failure } from "../platform/errors";
import type { Session } from "../platform/http/request";
import { problemAt } from "../workspace/overlay";
import { readChanges } from "./changeQueries";
import { publishDocument } from "./publishDocument";
import type { Workshop } from "./workshop";

/**
 * Takes one published change back, whatever came after it. Throws not_found,
 * declaration_problems naming each part that was changed since, and as
 * publishDocument does.
 */
export async function rollBack(
  workshop: Workshop,
  asked: { undoes: string; reason: string; session: Session },
): Promise<WorkspaceChangesPublished> {
  const { undoes, reason, session } = asked;
  const { rows } = await readChanges(workshop.context.database.kysely, {
    ids: [undoes],
    order: "asc",
    from: 0,
    most: 1,
  });
  const [change] = rows;
  if (!change) throw failure("not_found");
  const { resource: name } = change;
  const changes = inverse(difference(change.before, change.after));
  return publishDocument(workshop, {
    resource: name,
    kind: "rollback",
    undoes,
    reason,
    session,
    edit: (present) => {
      const { document, conflicts } = apply(present, changes);
      const problems = conflicts.map((one) =>
        problemAt({
          name,
          document: present,
          change: one,
          reason: `${one.pointer} was changed since`,
        }),
      );
      if (problems.length > 0)
        throw failure("declaration_problems", { problems });
      return document;
    },
  });
}
