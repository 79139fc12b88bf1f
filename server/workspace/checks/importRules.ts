import { isFilledIn } from "../../../domain/computed/rule";
import {
  fieldType,
  mayBeEmpty,
  type Field,
  type Resource,
  type RowSchema,
} from "../../../domain/resource";
import { fault, type Fault } from "../../platform/problem";

/**
 * Yields the mistakes in `import`: without records, a call or a key that people fill in, and
 * a last day without a first day.
 */
export function* importFaults(
  { calls, store, single, owner, import: declared }: Resource,
  row: RowSchema,
): Generator<Fault> {
  if (!declared) {
    if (calls.import) yield fault("/calls/import", "importNeedsKey");
    return;
  }
  if (!store || single || owner) yield fault("/import", "importNeedsRecords");
  if (!calls.import) yield fault("/import", "importNeedsCall");
  const { key, ends } = declared;
  for (const [index, name] of key.entries()) {
    const field = row.properties[name];
    if (field && !isKeyField(field))
      yield fault(`/import/key/${index}`, "importKeyField", { name });
  }
  const last = row.properties[ends ?? ""];
  if (ends === undefined || !last) return;
  if (!isDay(last) || key.includes(ends) || !mayBeEmpty(last))
    yield fault("/import/ends", "importEndsNotDay", { name: ends });
  const days = key.filter((name) => isDay(row.properties[name] ?? {}));
  if (days.length !== 1) yield fault("/import/key", "importNeedsStart");
}

/** Yields a warning if two stored rows may have the key of an import. */
export function* importWarnings(
  { import: declared }: Pick<Resource, "import">,
  { "x-unique": unique, $id: row }: RowSchema,
): Generator<Fault> {
  if (!declared) return;
  const { key } = declared;
  if (unique?.every((name) => key.includes(name))) return;
  const values = { row, key: JSON.stringify(key) };
  const found = fault("/import/key", "importKeyNotUnique", values);
  yield { ...found, severity: "warning" };
}

const isDay = (field: Field): boolean => field.format === "date";

const isKeyField = (field: Field): boolean =>
  isFilledIn(field) && !["array", "object"].includes(fieldType(field));
