import TextField from "@mui/material/TextField";
import { useState } from "react";
import type {
  FieldTest,
  FilterTest,
  Operator,
} from "../../../../domain/condition/condition";
import { useT } from "../../../providers/i18n/useT";
import { Choice } from "./Choice";
import {
  operatorsFor,
  operatorsOf,
  valueOf,
  withOperator,
  type PartProps,
} from "./subjects";
import styles from "./conditions.module.css";

/**
 * The field or filter, the operator and the value of a test. A test with several operators
 * has an input for each.
 */
export function TestInputs({
  id,
  part,
  builder,
  onChange,
}: PartProps<FieldTest | FilterTest>) {
  const t = useT();
  const { names, nameText, fieldOf } = builder;
  const isFilter = "filter" in part;
  const subject = isFilter ? "filter" : "field";
  const name = isFilter ? part.filter : part.field;
  const present = operatorsOf(part);
  return (
    <>
      <Choice
        id={`${id}-name`}
        label={t(`workshop.conditions.kinds.${subject}`)}
        value={name}
        choices={names.map((value) => ({
          value,
          label: nameText(isFilter ? "filters" : "fields", value),
        }))}
        onChange={(next) => {
          onChange(
            isFilter ? { ...part, filter: next } : { ...part, field: next },
          );
        }}
      />
      {present.map((operator) => (
        <div key={operator} className={styles.row}>
          <Choice
            id={`${id}-${operator}`}
            label={t("workshop.conditions.operator")}
            value={operator}
            choices={operatorsFor(subject)
              .filter((other) => other === operator || !present.includes(other))
              .map((value) => ({
                value,
                label: t(`workshop.conditions.operators.${value}`),
              }))}
            onChange={(next) => {
              onChange(withOperator(part, next as Operator));
            }}
          />
          {operator !== "filled" && (
            <ValueInput
              key={`${name} ${operator}`}
              id={`${id}-${operator}-value`}
              operator={operator}
              test={part}
              field={isFilter ? undefined : fieldOf(name)}
              onChange={onChange}
            />
          )}
        </div>
      ))}
    </>
  );
}

function ValueInput({
  id,
  operator,
  test,
  field,
  onChange,
}: {
  id: string;
  operator: Exclude<Operator, "filled">;
  test: FieldTest | FilterTest;
  field: Parameters<typeof valueOf>[1];
  onChange: (test: FieldTest | FilterTest) => void;
}) {
  const t = useT();
  const isList = operator === "in";
  const written = [test[operator] ?? ""].flat().map(String).join(", ");
  // The text is kept as it is typed: a comma at the end begins another value.
  const [typed, setTyped] = useState(written);
  const read = (part: string) =>
    operator === "contains" ? part : valueOf(part, field);
  const valueIn = (text: string) =>
    isList
      ? text
          .split(",")
          .map((part) => part.trim())
          .filter((part) => part !== "")
          .map(read)
      : read(text);
  // An undo has changed the value.
  const isOld =
    JSON.stringify(valueIn(typed)) !== JSON.stringify(test[operator]);
  return (
    <TextField
      id={id}
      label={t(`workshop.conditions.${isList ? "values" : "value"}`)}
      value={isOld ? written : typed}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange({ ...test, [operator]: valueIn(target.value) });
      }}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  );
}
