import { apply, copyParts } from "../../domain/declarations/apply";
import { difference } from "../../domain/declarations/difference";
import type {
  WorkspaceChangesPublished,
  WorkspaceChangesRollback,
} from "../../generated/schemas";
import { failure } from "../platform/errors";
import type { Session } from "../platform/http/request";
import { problemAt } from "../workspace/overlay";
import { findChange } from "./changeQueries";
import { publishDocument } from "./publishDocument";
import type { Workshop } from "./workshop";

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
