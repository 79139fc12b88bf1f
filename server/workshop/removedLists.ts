import {
  isNoDocument,
  type Document,
} from "../../domain/declarations/document";
import { toJapanIso } from "../../domain/japanTime";
import type { WorkspaceResourcesRemoved } from "../../generated/schemas";
import { documentIn, upgradeConditions } from "../workspace/overlay";
import type { Workshop } from "./workshop";

/** The most removed lists of one reply, the last removed ones. */
const mostRemoved = 100;

/**
 * Returns the lists that were created here and removed, the last removed one first. The
 * change of each has the document before its removal.
 */
export async function removedLists({
  context,
  overlays,
}: Workshop): Promise<WorkspaceResourcesRemoved> {
  const { sources } = await overlays.acting();
  const changes = await context.database.kysely
    .selectFrom("workspace_changes")
    .distinctOn("resource")
    .selectAll()
    .where("kind", "!=", "export")
    .orderBy("resource")
    .orderBy("id", "desc")
    .execute();
  return changes
    .toSorted((left, right) => Number(right.id) - Number(left.id))
    .flatMap(({ id, resource, at, author_name, before, after }) => {
      const last = before as Document;
      if (!isNoDocument(after as Document) || isNoDocument(last)) return [];
      if (documentIn(sources, resource)) return [];
      const { declaration, labels } = upgradeConditions(last);
      return [
        {
          id: resource,
          title: {
            en: labels.en.title ?? resource,
            ru: labels.ru.title ?? resource,
          },
          route: String(declaration.route),
          change: id,
          removedAt: toJapanIso(at),
          removedBy: author_name,
        },
      ];
    })
    .slice(0, mostRemoved);
}
