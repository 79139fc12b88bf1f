import type { Field } from "../../../domain/resource";
import { useRecordName } from "./RecordWidget";

/** A value as its readers know it: a record of another list by its name. */
export function FieldValue({
  field,
  value,
  text,
}: {
  field: Pick<Field, "x-record"> | undefined;
  value: unknown;
  text: string;
}) {
  const record = field?.["x-record"];
  return record && typeof value === "string" ? (
    <RecordName record={record} id={value} />
  ) : (
    text
  );
}

const RecordName = ({
  record,
  id,
}: {
  record: NonNullable<Field["x-record"]>;
  id: string;
}) => useRecordName(record, id) ?? "…";
