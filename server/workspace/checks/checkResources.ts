import { withDefaultCalls } from "../../../domain/listing/defaultCalls";
import type {
  DeclaredResource,
  Resource,
  RowSchema,
} from "../../../domain/resource";
import { isRow } from "../../platform/schemas/checkRow";
import type { Fault, Problem } from "../../platform/problem";
import type { JsonFile } from "../../platform/readJson";
import { schemaFaults } from "../../platform/schemas/schemaFaults";
import type { SchemaRegistry } from "../../platform/schemas/registry";
import { checkAddresses } from "./checkAddresses";
import { checkFieldAccess } from "./checkFieldAccess";
import { checkResource } from "./checkResource";

/**
 * The declarations in these files, and what is wrong with them: where a file
 * breaks the meta-schema, names what is not there, or takes a name that is
 * taken. A file with a problem is left out. Pure but for the compiled schemas,
 * so that start, lint and a change while running ask the same. Where schemas
 * are wrong and left out, the files that stand on them are left out untold.
 */
export function checkResources(options: {
  files: readonly JsonFile[];
  schemas: SchemaRegistry;
  areSchemasPartial?: boolean;
}): { resources: Resource[]; problems: Problem[] } {
  const { files, schemas, areSchemasPartial = false } = options;
  const byId = new Map(schemas.all().map((one) => [one.$id, one]));
  const meta = byId.get("meta-resource");
  if (!meta) return { resources: [], problems: [] };
  const rowOf = (id: string): RowSchema | undefined => {
    const schema = byId.get(id);
    return schema && isRow(schema) ? schemas.row(id) : undefined;
  };
  const resources: Resource[] = [];
  const problems: Problem[] = [];
  const taken = new Map<string, string>();
  for (const { file, content } of files) {
    const faults = schemaFaults({ schema: meta, content });
    const isWhole = (_: unknown): _ is DeclaredResource => faults.length === 0;
    if (isWhole(content)) {
      const resource = withDefaultCalls(content);
      const row = rowOf(resource.row);
      if (row) faults.push(...checkResource(resource, row));
      else if (!areSchemasPartial) faults.push(noRow(resource));
      faults.push(...checkAddresses(file, resource, { taken, resources }));
      if (row && faults.length === 0) resources.push(resource);
    }
    problems.push(...faults.map((fault) => ({ file, ...fault })));
  }
  const rows = new Set(resources.map(({ row }) => row));
  problems.push(...checkFieldAccess(rows, schemas));
  return { resources, problems };
}

const noRow = ({ row }: Resource): Fault => ({
  pointer: "/row",
  reason: `there is no row in schemas/${row}.json`,
});
