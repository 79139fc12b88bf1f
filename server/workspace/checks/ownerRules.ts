import { isInRecord } from "../../../domain/computed/rule";
import {
  fieldType,
  type Resource,
  type RowSchema,
} from "../../../domain/resource";
import { hintFor } from "../../platform/nearest";
import { fault, type Fault, type Problem } from "../../platform/problem";
import type { SetCheck } from "./checkSources";

/**
 * Returns the mistakes in owners of rows. Lists over the same rows have the same owners, and
 * `withClients` alone may differ.
 */
export const checkOwners: SetCheck = ({ resources, schemas }) =>
  resources.flatMap((resource): Problem[] => [
    ...[...ownerFaults(resource, resources, schemas.row(resource.row))].map(
      (found) => ({ file: `resources/${resource.name}.json`, ...found }),
    ),
    ...[...onlyOneFaults(resource, schemas.row(resource.row))].map((found) => ({
      file: `schemas/${resource.row}.json`,
      ...found,
    })),
  ]);

/** Yields the fields with `x-onlyOne` whose rule the unique key of the records cannot enforce. */
function* onlyOneFaults(
  { owner }: Resource,
  { properties, "x-unique": unique }: RowSchema,
): Generator<Fault> {
  const names = Object.entries(properties).flatMap(([name, field]) =>
    field["x-onlyOne"] ? [name] : [],
  );
  for (const name of names)
    if (
      names.length > 1 ||
      unique !== undefined ||
      owner?.most === undefined ||
      fieldType(properties[name] ?? {}) !== "boolean"
    )
      yield fault(`/properties/${name}/x-onlyOne`, "onlyOneNotOwned", { name });
}

function* ownerFaults(
  { name, row, store, owner }: Resource,
  resources: readonly Resource[],
  schema: RowSchema,
): Generator<Fault> {
  if (owner && !store) yield fault("/owner", "ownerNeedsStore");
  const other = resources.find(
    (each) =>
      each.row === row &&
      each.name !== name &&
      ownerKey(each.owner) !== ownerKey(owner),
  );
  if (other) {
    const pointer = owner ? "/owner" : "/row";
    yield fault(pointer, "ownerDiffers", { row, list: other.name });
  }
  if (!owner) return;
  const { most, field, of, mostOfRecord, withClients } = owner;
  const ways = [most, field, of].filter((way) => way !== undefined);
  if (ways.length !== 1) yield fault("/owner", "ownerWays");
  if (mostOfRecord !== undefined && of === undefined)
    yield fault("/owner/mostOfRecord", "ownerMostOfRecord");
  if (withClients && most !== undefined)
    yield fault("/owner/withClients", "ownerWithClients");
  if (field !== undefined)
    yield* fieldFaults("/owner/field", field, schema, (name) =>
      isId(schema, name),
    );
  if (of !== undefined)
    yield* fieldFaults("/owner/of", of, schema, (name) => {
      const record = schema.properties[name]?.["x-record"];
      const target = resources.find((each) => each.name === record?.list);
      return target?.owner !== undefined;
    });
}

/** Returns a text that is the same for lists whose rows have the same owners. */
const ownerKey = (owner: Resource["owner"]): string =>
  owner ? (owner.field ?? owner.of ?? "@author") : "";

/** Returns whether records have the id of a user or of another row in the field. */
function isId({ properties }: RowSchema, name: string): boolean {
  const field = properties[name] ?? {};
  return (
    isInRecord(field) &&
    field["x-code"] === true &&
    fieldType(field) === "string"
  );
}

function* fieldFaults(
  pointer: string,
  name: string,
  { $id: row, properties }: RowSchema,
  isPossible: (name: string) => boolean,
): Generator<Fault> {
  if (isPossible(name)) return;
  const hint = hintFor(name, Object.keys(properties).filter(isPossible));
  yield fault(pointer, "ownerField", { name, row, hint });
}
