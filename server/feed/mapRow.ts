import { createHash } from "node:crypto";
import type { ErrorObject } from "ajv";
import type { OfferingWord } from "../../domain/lotResult";
import type { RowSchema } from "../../domain/resource";
import type { NeutralLot } from "../catalog";
import type { SchemaRegistry } from "../platform/schemas/registry";
import { columnFinder, type Columns, columnsOf } from "./columns";
import {
  checkRates,
  type CurrencyRates,
  isReadable,
  plainText,
} from "./readValue";
import {
  type FeedArea,
  type FeedMapping,
  rowOfArea,
  type MappedField,
} from "./feedMapping";
import { codeMap, compileField } from "./mapField";

/** The reason to reject a row; `field` is empty for the row as a whole. */
export type Reason = { field: string; reason: string };

export type MappedRow = { lot: NeutralLot } | { reasons: Reason[] };

/** A text that has no meaning for its field: no entry of its map, no photo. */
export type Unmapped = { field: string; text: string };

export type RowMapper = (
  row: unknown,
  onUnmapped?: (unmapped: Unmapped) => void,
) => MappedRow;

const longestSourceId = 200;

/**
 * Makes a function that converts a source row into a lot of the area. Fields
 * that the area's schema lacks and unknown values are left out. Every value is
 * valid by its schema, so that it fits its column and index. A row with an
 * invalid value or without a required value is rejected with all reasons. An invalid
 * value of a field with `invalidIsUnknown` is reported and left out.
 * Throws FeedError if `rates` lacks a currency of the feed.
 */
export function rowMapper({
  mapping,
  area,
  schemas,
  rates = new Map(),
}: {
  mapping: FeedMapping;
  area: FeedArea;
  schemas: Pick<SchemaRegistry, "all" | "row" | "validator">;
  rates?: CurrencyRates;
}): RowMapper {
  checkRates(mapping, rates);
  const schema = rowOfArea(schemas, area);
  const fields = Object.entries(mapping.fields).flatMap(([name, mapped]) => {
    const field = schema.properties[name];
    const isRequired =
      mapped.required === true || schema.required?.includes(name) === true;
    return field
      ? [compileField({ name, mapped, field, isRequired, rates })]
      : [];
  });
  const takers = Object.entries(mapping.fields).flatMap(
    ([name, { amongPhotos }]) =>
      amongPhotos && schema.properties[name]
        ? [pictureTaker(name, amongPhotos)]
        : [],
  );
  const photoLists = Object.entries(schema.properties).flatMap(
    ([name, field]) =>
      field["x-shown"] === "photos" && field.maxItems !== undefined
        ? [{ name, most: field.maxItems }]
        : [],
  );
  const readWord = wordReader(mapping);
  const names = fields.map(({ name }) => name);
  const mayDrop = (name: string) =>
    mapping.fields[name]?.invalidIsUnknown === true;
  const check = compileChecks({ schema, names, schemas });

  return (row, onUnmapped) => {
    if (typeof row !== "object" || row === null || Array.isArray(row))
      return {
        reasons: [{ field: "", reason: "is not an object with columns" }],
      };
    const columns = columnsOf(row);
    const values: Record<string, unknown> = {};
    const reasons: Reason[] = [];
    const sourceId = readSourceId(mapping, columns);
    if ("reason" in sourceId) reasons.push({ field: "", ...sourceId });
    for (const { name, read } of fields) {
      const reading = read(columns);
      if ("reason" in reading) {
        if (mayDrop(name))
          onUnmapped?.({ field: name, text: reading.text ?? reading.reason });
        else reasons.push({ field: name, reason: reading.reason });
      } else if (reading.value !== null) {
        values[name] = reading.value;
        if (reading.unmapped !== undefined)
          onUnmapped?.({ field: name, text: reading.unmapped });
      }
    }
    for (const take of takers) take(values);
    // The picture of the sheet may be the last one, so that photos are cut after it.
    for (const { name, most } of photoLists) {
      const photos = values[name];
      if (!Array.isArray(photos) || photos.length <= most) continue;
      values[name] = photos.slice(0, most);
      onUnmapped?.({ field: name, text: String(photos[most]) });
    }
    for (const invalid of check(values)) {
      const { field } = invalid;
      if (!mayDrop(field)) reasons.push(invalid);
      else {
        onUnmapped?.({ field, text: String(values[field]) });
        Reflect.deleteProperty(values, field);
      }
    }
    if (reasons.length > 0 || "reason" in sourceId) return { reasons };
    const word = readWord(columns);
    const rowHash = createHash("sha256")
      .update(JSON.stringify(word === null ? values : [values, word]))
      .digest("base64url");
    return {
      lot: {
        source: mapping.name,
        sourceId: sourceId.value,
        fields: values,
        ...(word && { word }),
        rowHash,
      },
    };
  };
}

/** Makes a function that returns what a row says of the offering of its lot. */
function wordReader({
  offering,
}: FeedMapping): (columns: Columns) => OfferingWord | null {
  if (!offering) return () => null;
  const find = columnFinder(offering.from);
  const meaningOf = codeMap(offering.map);
  return (columns) => {
    const meaning = meaningOf(plainText(find(columns)) ?? "");
    return meaning === "revoked" || meaning === "postponed" ? meaning : null;
  };
}

function readSourceId(
  { sourceId: names }: FeedMapping,
  columns: Columns,
): { value: string } | { reason: string } {
  const texts = names.map((name) => plainText(columns.get(name.toUpperCase())));
  const value = texts.find((text) => text !== "") ?? "";
  const column = names.join(" or ");
  if (value === "") return { reason: `has no ${column}` };
  return value.length <= longestSourceId && isReadable(value)
    ? { value }
    : { reason: `has a ${column} that is too long or unreadable` };
}

/** Makes a function that returns the first error of each invalid field. */
function compileChecks({
  schema,
  names,
  schemas,
}: {
  schema: RowSchema;
  names: readonly string[];
  schemas: Pick<SchemaRegistry, "validator">;
}): (values: Readonly<Record<string, unknown>>) => Reason[] {
  const validate = schemas.validator({
    type: "object",
    properties: Object.fromEntries(
      names.map((name) => [name, schema.properties[name]]),
    ),
  });
  return (values) => firstReasons(validate(values));
}

function firstReasons(errors: readonly ErrorObject[]): Reason[] {
  const reasons = new Map<string, Reason>();
  for (const error of errors) {
    const field = error.instancePath.split("/")[1] ?? "";
    if (!reasons.has(field))
      reasons.set(field, { field, reason: reasonOf(error) });
  }
  return [...reasons.values()];
}

function reasonOf({ keyword, params, message }: ErrorObject): string {
  return keyword === "enum" && "allowedValues" in params
    ? `must be one of ${JSON.stringify(params.allowedValues)}`
    : (message ?? "is invalid");
}

type PictureSource = NonNullable<MappedField["amongPhotos"]>;

type Values = Record<string, unknown>;

/**
 * Makes a function that moves a picture, such as the auction sheet, out of a list of
 * photos into the field `name`. The place of the picture follows from the value of
 * another field, such as the auction house. A field that has a value keeps it, and a
 * list without this place stays as it is.
 */
function pictureTaker(
  name: string,
  { of: photos, by, places }: PictureSource,
): (values: Values) => void {
  const placeOf = codeMap(places);
  return (values) => {
    const { [photos]: list, [by]: decider } = values;
    if (values[name] !== undefined) return;
    if (!Array.isArray(list) || typeof decider !== "string") return;
    const place = placeOf(decider);
    const index =
      place === "last"
        ? list.length - 1
        : place === "first"
          ? 0
          : Number(place) - 1;
    const picture: unknown = list[index];
    if (picture === undefined) return;
    values[name] = picture;
    values[photos] = list.filter((_, position) => position !== index);
  };
}
