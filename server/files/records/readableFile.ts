import type { Viewer } from "../../../domain/access";
import { fileEntries, isFileField } from "../../../domain/fileField";
import type { Field } from "../../../domain/resource";
import { visibleRow } from "../../../domain/visible";
import { failure } from "../../platform/errors";
import type { Context } from "../../workspace/context";
import { assertAllowed, callAccess } from "../../workspace/lists";
import {
  findRecordFile,
  type FoundRecordFile,
  visibleRecords,
} from "../../workspace/records";

type Scope = Pick<
  Context,
  "database" | "schemas" | "workspace" | "clock" | "recordKinds"
>;

/**
 * Returns a file that the viewer may read: who reads a record and the field in one of the
 * lists reads its files. An upload without a record is for its uploader. Throws not_found
 * for all others.
 */
export async function readableFile(
  context: Scope,
  viewer: Viewer,
  id: string,
): Promise<FoundRecordFile> {
  const file = await findRecordFile(context.database, id);
  if (!file) throw failure("not_found");
  const { recordId, uploaderId } = file;
  if (recordId === null && uploaderId === viewer.userId) return file;
  if (recordId === null) throw failure("not_found");
  const { row, field } = file;
  const shown = visibleRecords(context, viewer, { row, id: recordId });
  for await (const record of shown)
    if (fileEntries(record[field]).some((entry) => entry.id === id))
      return file;
  throw failure("not_found");
}

/**
 * Returns the row schema and the field to which the viewer may upload files: who adds or
 * changes the records of a list and sees the field. Throws forbidden, and not_found for an
 * unknown list or field.
 */
export function uploadTarget(
  { schemas, workspace }: Pick<Context, "schemas" | "workspace">,
  viewer: Viewer,
  { list, field: name }: { list: string; field: string },
): { row: string; field: Field } {
  const resource = workspace.resources().find((known) => known.name === list);
  if (!resource?.store) throw failure("not_found");
  const { create, update } = resource.calls;
  const rules = [create, update].flatMap((call) =>
    call ? [callAccess(resource, call.access)] : [],
  );
  const isWriter = rules.some((access) => isPassed(access, viewer));
  if (!isWriter) throw failure("forbidden");
  const { properties } = visibleRow(schemas.row(resource.row), viewer);
  const field = properties[name];
  if (!field || !isFileField(field)) throw failure("not_found");
  return { row: resource.row, field };
}

function isPassed(
  access: ReturnType<typeof callAccess>,
  viewer: Viewer,
): boolean {
  try {
    assertAllowed(access, viewer);
    return true;
  } catch {
    return false;
  }
}
