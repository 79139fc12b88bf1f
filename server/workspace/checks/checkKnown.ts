import type { Resource, RowSchema } from "../../../domain/resource";
import { suggest } from "../../platform/nearest";
import { escapePointer } from "../../platform/pointer";
import type { Fault, Problem } from "../../platform/problem";
import type { SetCheck } from "./checkSources";
import type { FieldStorage, RowSource } from "../listing/rowSource";

/**
 * The check that a row has the fields that the program keeps for it, marked
 * `x-core` and as the table holds them, and that lists know their rows by the
 * id that the table has.
 */
export const checkKnown =
  (source: RowSource): SetCheck =>
  ({ resources, schemas }) => {
    const found = schemas.all().find(({ $id }) => $id === source.row);
    if (!found) return [];
    const row = schemas.row(source.row);
    const inRow = [...rowFaults(source, row)].map((fault): Problem => ({
      file: `schemas/${source.row}.json`,
      ...fault,
    }));
    const inLists = resources
      .filter((resource) => resource.row === source.row)
      .flatMap((resource) =>
        keyFaults(source, resource).map((fault): Problem => ({
          file: `resources/${resource.name}.json`,
          ...fault,
        })),
      );
    return [...inRow, ...inLists];
  };

function* rowFaults(source: RowSource, row: RowSchema): Generator<Fault> {
  for (const [name, storage] of Object.entries(source.fields)) {
    const field = row.properties[name];
    // Imports fill the stored fields of lots; any other row may do without.
    const isFilled = row["x-areas"] && storage.kind !== "computed";
    if (!field && !isFilled) continue;
    const pointer = `/properties/${escapePointer(name)}`;
    if (field?.["x-core"] !== true) {
      const reason = field
        ? "is known to the program and stays marked x-core"
        : "is missing: the program knows it";
      yield { pointer, reason };
      continue;
    }
    const dictionary = dictionaryOf(storage);
    if (field["x-dictionary"] === dictionary) continue;
    const reason = dictionary
      ? `is kept in the dictionary "${dictionary}"`
      : "is not kept in a dictionary";
    yield { pointer: `${pointer}/x-dictionary`, reason };
  }
  for (const [name, field] of Object.entries(row.properties))
    if (field["x-dictionary"] && !Object.hasOwn(source.fields, name))
      yield {
        pointer: `/properties/${escapePointer(name)}/x-dictionary`,
        reason: "only fields that the program knows are kept in a dictionary",
      };
}

const dictionaryOf = (storage: FieldStorage): string | undefined =>
  storage.kind === "term" ? storage.dictionary : undefined;

function keyFaults(source: RowSource, { key }: Resource): Fault[] {
  const keys = Object.entries(source.fields).flatMap(([name, storage]) =>
    storage.kind === "id" && storage.column === source.id ? [name] : [],
  );
  if (keys.includes(key)) return [];
  const reason = `"${key}" does not tell one row from another${suggest(key, keys)}`;
  return [{ pointer: "/key", reason }];
}
