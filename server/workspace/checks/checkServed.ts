import { filterKind } from "../../../domain/listing/filterKind";
import {
  fieldType,
  isDate,
  type Field,
  type Resource,
  type RowSchema,
} from "../../../domain/resource";
import type { Problem } from "../../platform/problem";
import type { SetCheck } from "../checks/checkSources";
import {
  fieldOf,
  isStored,
  storageOf,
  type RowSource,
} from "../listing/rowSource";

type Fault = Pick<Problem, "pointer" | "reason">;

/**
 * The check that the table behind the source's rows can answer every filter,
 * sort and search that a resource declares over them.
 */
export const checkServed =
  (source: RowSource): SetCheck =>
  ({ resources, schemas }) =>
    resources.flatMap((resource): Problem[] => {
      if (resource.row !== source.row) return [];
      const file = `resources/${resource.name}.json`;
      const faults = unserved(source, resource, schemas.row(resource.row));
      return [...faults].map((fault) => ({ file, ...fault }));
    });

function* unserved(
  source: RowSource,
  { filters, sorts, defaultOrder, search }: Resource,
  row: RowSchema,
): Generator<Fault> {
  const stored = (pointer: string, name: string): Fault[] => {
    if (!isStored(source, name))
      return [{ pointer, reason: `"${name}" is not stored, only shown` }];
    return isComparable(fieldOf(row, name))
      ? []
      : [
          {
            pointer,
            reason: `"${name}" is neither a value nor a list of texts`,
          },
        ];
  };
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
  if (defaultOrder) {
    const { field, pastLast } = defaultOrder;
    yield* stored("/defaultOrder/field", field);
    if (pastLast && !isDate(fieldOf(row, field)))
      yield {
        pointer: "/defaultOrder/pastLast",
        reason: `"${field}" is no time that could pass`,
      };
  }
  for (const [index, { fields }] of (search?.parameters ?? []).entries())
    for (const [place, name] of fields.entries()) {
      const pointer = `/search/parameters/${index}/fields/${place}`;
      yield* stored(pointer, name);
      const field = fieldOf(row, name);
      if (fieldType(field) !== "string" || isDate(field))
        yield { pointer, reason: `"${name}" is no text to search in` };
    }
}

/** Whether rows can be told apart by the field: no object, nor a list of any. */
function isComparable(field: Field): boolean {
  const type = fieldType(field);
  if (type !== "array") return type !== "object";
  return field.items !== undefined && fieldType(field.items) === "string";
}
