import { exportQuerySchema } from "../../../domain/listing/querySchema";
import type { Steps } from "../../platform/steps";
import type { Context } from "../context";
import { callsOf } from "./listCalls";
import { querySource, replySource } from "./listSchemas";
import type { FindLists } from "./rowLists";

/**
 * Compiles the schemas of all calls. The rows of a page and of an export are written by
 * schemas that depend on the viewer.
 */
export function* compileLists(
  { schemas, workspace }: Pick<Context, "schemas" | "workspace">,
  findLists: FindLists,
): Steps<void> {
  for (const resource of workspace.resources()) {
    const found = findLists(resource.row);
    if (!found) continue;
    const row = schemas.row(resource.row);
    const declared = { resource, row, lists: found };
    for (const { call } of callsOf(findLists, resource)) {
      yield;
      if (call.kind === "export") {
        schemas.validator(exportQuerySchema(resource, row));
        continue;
      }
      schemas.validator(querySource(declared, call));
      yield;
      if (call.kind !== "list") schemas.serializer(replySource(declared, call));
    }
  }
}
