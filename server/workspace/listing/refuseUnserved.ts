import { filterKind } from "../../../domain/listing/filterKind";
import {
  fieldType,
  isDate,
  type Resource,
  type RowSchema,
} from "../../../domain/resource";
import { ProblemsFound, type Problem } from "../../platform/problem";
import type { SchemaRegistry } from "../../platform/schemas";
import type { Workspace } from "../declarations";
import { fieldOf, isStored, storageOf, type RowSource } from "./rowSource";

type Fault = Pick<Problem, "pointer" | "reason">;

/**
 * Throws ProblemsFound for every filter, sort and search of the source's
 * resources that the table behind them cannot answer.
 */
export function refuseUnserved(options: {
  source: RowSource;
  workspace: Pick<Workspace, "resources">;
  schemas: Pick<SchemaRegistry, "row">;
}): void {
  const { source, workspace, schemas } = options;
  const problems = workspace.resources().flatMap((resource): Problem[] => {
    if (resource.row !== source.row) return [];
    const file = `resources/${resource.name}.json`;
    const faults = unserved(source, resource, schemas.row(resource.row));
    return [...faults].map((fault) => ({ file, ...fault }));
  });
  if (problems.length > 0) throw new ProblemsFound(problems);
}

function* unserved(
  source: RowSource,
  { filters, sorts, defaultOrder, search }: Resource,
  row: RowSchema,
): Generator<Fault> {
  const stored = (pointer: string, name: string): Fault[] =>
    isStored(source, name)
      ? []
      : [{ pointer, reason: `"${name}" is not stored, only shown` }];
  for (const [index, filter] of filters.entries()) {
    const pointer = `/filters/${index}/field`;
    const kind = filterKind(fieldOf(row, filter.field), filter);
    const isOfTerms = kind.kind === "choices" && kind.of === "terms";
    const isTerm = storageOf(source, filter.field).kind === "term";
    yield* stored(pointer, filter.field);
    if (isOfTerms && !isTerm)
      yield { pointer, reason: `"${filter.field}" has no dictionary` };
  }
  for (const [index, { field }] of sorts.entries())
    yield* stored(`/sorts/${index}/field`, field);
  if (defaultOrder) yield* stored("/defaultOrder/field", defaultOrder.field);
  for (const [index, { fields }] of (search?.parameters ?? []).entries())
    for (const [place, name] of fields.entries()) {
      const pointer = `/search/parameters/${index}/fields/${place}`;
      yield* stored(pointer, name);
      const field = fieldOf(row, name);
      if (fieldType(field) !== "string" || isDate(field))
        yield { pointer, reason: `"${name}" is no text to search in` };
    }
}
