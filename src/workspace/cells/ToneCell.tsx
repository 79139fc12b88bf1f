import type { Field } from "../../../domain/resource";
import { StatusPill } from "../../ui/Badge";
import { useFieldText, useKnownTexts } from "../fieldText";
import type { CellProps } from "../registry/cells";
import { TwoLines } from "./TextCell";

/** A choice as a label in the colour that its field declares; other values as text. */
export function Toned({
  field,
  value,
  text,
}: {
  field: Field | undefined;
  value: unknown;
  text: string;
}) {
  const tone = field?.["x-tones"]?.[String(value)];
  return tone ? <StatusPill tone={tone}>{text}</StatusPill> : text;
}

/** A choice in its colour, and the other fields below it. */
export function ToneCell({ row, schema, fields }: CellProps) {
  const write = useFieldText();
  const knownTexts = useKnownTexts();
  const [first = "", ...rest] = fields;
  const value = row[first];
  return (
    <TwoLines
      main={
        <Toned
          field={schema.properties[first]}
          value={value}
          text={write(first, value, row)}
        />
      }
      details={knownTexts(row, rest).join(" · ")}
    />
  );
}
