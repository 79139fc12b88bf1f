import { roleOf, type Viewer } from "../../domain/access";
import { failure } from "../platform/errors";
import { forgetFile, hideFile } from "./fileQueries";
import type { FileContext } from "./uploadFile";

/**
 * Removes a file of the viewer; an administrator may remove every file. It
 * cannot be opened from the first moment on. If its bytes cannot be removed now, a
 * job removes them. Throws not_found for unknown and other users' files.
 */
export async function removeFile(
  { database, storage }: FileContext,
  { viewer, id }: { viewer: Viewer; id: string },
): Promise<void> {
  const ownerId = roleOf(viewer) === "admin" ? null : viewer.userId;
  const key = await hideFile(database, { id, ownerId });
  if (key === undefined) throw failure("not_found");
  await storage.remove(key);
  await forgetFile(database, key);
}
