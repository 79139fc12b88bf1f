import { isFilledIn } from "../../../domain/computed/rule";
import { isFileField } from "../../../domain/fileField";
import {
  fieldType,
  filterId,
  type Field,
  type Resource,
  type RowSchema,
} from "../../../domain/resource";
import { isState } from "../../../domain/states";
import { hintFor } from "../../platform/nearest";
import { fault, under, type Fault, type Problem } from "../../platform/problem";
import type { SetCheck } from "./checkSources";

/**
 * Returns the mistakes in `fillFrom` of forms: lists without rows in full, unknown filters and
 * fields, and fields whose values do not fit.
 */
export const checkFormFills: SetCheck = ({ resources, schemas }) =>
  resources.flatMap((resource) =>
    (resource.form?.sections ?? []).flatMap(({ fillFrom }, index): Problem[] =>
      fillFrom
        ? [...fillFaults(fillFrom, resource, { resources, schemas })].map(
            (found) => ({
              file: `resources/${resource.name}.json`,
              ...under(`/form/sections/${index}/fillFrom`, found),
            }),
          )
        : [],
    ),
  );

type Fill = NonNullable<
  NonNullable<Resource["form"]>["sections"][number]["fillFrom"]
>;

function* fillFaults(
  { list, filter, by, fields }: Fill,
  { row }: Resource,
  {
    resources,
    schemas,
  }: {
    resources: readonly Resource[];
    schemas: { row: (name: string) => RowSchema };
  },
): Generator<Fault> {
  const other = resources.find(({ name }) => name === list);
  const own = schemas.row(row).properties;
  if (!other) {
    const names = resources.map(({ name }) => name);
    yield fault("/list", "unknownList", {
      name: list,
      hint: hintFor(list, names),
    });
    return;
  }
  if (!other.calls.detail) yield fault("/list", "fillNeedsDetail", { list });
  if ((filter === undefined) !== (by === undefined))
    yield fault("", "missing", { name: by === undefined ? "by" : "filter" });
  const filters = other.filters.map(filterId);
  if (filter !== undefined && !filters.includes(filter))
    yield fault("/filter", "unknownFilter", {
      name: filter,
      hint: hintFor(filter, filters),
    });
  if (by !== undefined && !own[by])
    yield fault("/by", "unknownField", {
      ...{ name: by, row, hint: hintFor(by, Object.keys(own)) },
    });
  const theirs = schemas.row(other.row).properties;
  for (const [name, from] of Object.entries(fields)) {
    const [target, source] = [own[name], theirs[from]];
    if (!target || !source) {
      const names = Object.keys(target ? theirs : own);
      const unknown = target ? from : name;
      yield fault(`/fields/${name}`, "unknownField", {
        ...{ name: unknown, row: target ? other.row : row },
        hint: hintFor(unknown, names),
      });
    } else if (!isFillable(target) || !isAlike(target, source))
      yield fault(`/fields/${name}`, "fillDiffers", { name, from });
  }
}

/** Returns whether people fill the field in, and a row can give it a value. */
const isFillable = (field: Field): boolean =>
  isFilledIn(field) && !isFileField(field) && !isState(field);

/** Returns whether two fields have values of one type, format and choices. */
const isAlike = (target: Field, source: Field): boolean =>
  fieldType(target) === fieldType(source) &&
  target.format === source.format &&
  (source.enum ?? []).every(
    (value) => target.enum === undefined || target.enum.includes(value),
  ) &&
  (target.enum === undefined) === (source.enum === undefined);
