import type { Resource } from "../../domain/resource";
import type { Messages } from "../platform/messages";
import type { Problem } from "../platform/problem";
import type { JsonFile } from "../platform/readJson";
import type { SchemaRegistry } from "../platform/schemas";
import { pointerOf } from "../platform/pointer";

/**
 * The declarations in these files, and what is wrong with them: a file that
 * breaks the meta-schema is left out.
 */
export function checkResources(options: {
  files: readonly JsonFile[];
  schemas: SchemaRegistry;
  messages: Messages;
}): { resources: Resource[]; problems: Problem[] } {
  const { files, schemas } = options;
  const isResource = (content: unknown): content is Resource =>
    schemas.validator("meta-resource")(content).length === 0;
  const resources: Resource[] = [];
  const problems: Problem[] = [];
  for (const { file, content } of files) {
    if (isResource(content)) resources.push(content);
    for (const error of schemas.validator("meta-resource")(content))
      problems.push({
        file,
        pointer: pointerOf(error),
        reason: error.message ?? "is wrong",
      });
  }
  return { resources, problems };
}
