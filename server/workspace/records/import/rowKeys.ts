import type { Resource } from "../../../../domain/resource";
import { extraReader } from "../../listing/source/extraType";
import type { RecordData } from "../recordQueries";
import type { ImportField } from "./importFields";

/** How rows are identified: by their key, and in groups that differ in days only. */
export function rowKeys(
  resource: Pick<Resource, "import">,
  fields: readonly Pick<ImportField, "name" | "field">[],
) {
  const { key = [], ends } = resource.import ?? {};
  const keyFields = fields.filter(({ name }) => key.includes(name));
  const grouping = keyFields.filter(
    ({ field }) => ends === undefined || field.format !== "date",
  );
  const readers = fields.map(
    ({ name, field }) => [name, extraReader(name, field)] as const,
  );
  const textOf = (of: typeof keyFields, values: RecordData) =>
    JSON.stringify(of.map(({ name }) => values[name] ?? null));
  return {
    key: (values: RecordData) => textOf(keyFields, values),
    group: (values: RecordData) => textOf(grouping, values),
    /** Returns the stored values; a value of an older type counts as missing. */
    valuesOf: (data: RecordData): RecordData =>
      Object.fromEntries(readers.map(([name, read]) => [name, read(data)])),
  };
}
