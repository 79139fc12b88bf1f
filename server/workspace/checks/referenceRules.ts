import {
  filterId,
  type Column,
  type Related,
  type Resource,
} from "../../../domain/resource";
import { hintFor } from "../../platform/nearest";
import { fault, type Fault } from "../../platform/problem";
import { valuesAt } from "./rules";

type Others = {
  /** The lists without mistakes of their own. */
  resources: readonly Resource[];
  /** The names of all lists, also of those with mistakes. */
  names: readonly string[];
};

/**
 * Finds names of other lists that do not exist, that have no page of a row where one is
 * needed, and names of filters that the other list lacks.
 */
export function* referenceFaults(
  resource: Resource,
  { resources, names }: Others,
): Generator<Fault> {
  const found = (name: string) => resources.find((each) => each.name === name);
  function* listFaults(pointer: string, name: string): Generator<Fault> {
    if (!names.includes(name))
      yield fault(pointer, "unknownList", { name, hint: hintFor(name, names) });
  }
  for (const { pointer, value } of valuesAt(resource, "columns/*/refersTo")) {
    const { list } = value as NonNullable<Column["refersTo"]>;
    yield* listFaults(`${pointer}/list`, list);
    const other = found(list);
    if (other && !other.calls.detail)
      yield fault(`${pointer}/list`, "listWithoutDetail", { list });
  }
  for (const { pointer, value } of valuesAt(resource, "related/*")) {
    const { list, filter, with: others = {} } = value as Related;
    yield* listFaults(`${pointer}/list`, list);
    const filters = found(list)?.filters.map(filterId);
    if (!filters) continue;
    const named = [
      { at: `${pointer}/filter`, name: filter },
      ...Object.keys(others).map((name) => ({ at: `${pointer}/with`, name })),
    ];
    for (const { at, name } of named)
      if (!filters.includes(name))
        yield fault(at, "unknownFilterOf", {
          name,
          list,
          hint: hintFor(name, filters),
        });
  }
}
