import type { Field } from "../../../domain/resource";
import { Labelled } from "../../ui/Field";
import { classes } from "../../ui/classes";
import { readableKey } from "../../ui/readable";
import type { WidgetOption, WidgetProps } from "../registry/areaModule";
import styles from "./widgets.module.css";

/** Returns the values of an enum as options, without null. */
export const enumOptions = (values: Field["enum"] = []): WidgetOption[] =>
  values
    .filter((value) => value !== null)
    .map((value) => ({
      value: String(value),
      label: readableKey(String(value)),
    }));

/** A select with the options of the call, or else of the schema. */
export function ChoiceWidget(props: WidgetProps) {
  const { field, label, value, onChange, onBlur, error, hint } = props;
  const options = props.options ?? enumOptions(field.enum);
  /** Options of the schema keep the type of their enum value. */
  const typed = (text: string) =>
    props.options
      ? text
      : (field.enum?.find((known) => String(known) === text) ?? text);
  const chosen = options.find((option) => option.value === String(value));
  return (
    <Labelled label={label} error={error} hint={chosen?.description ?? hint}>
      {(attributes) => (
        <select
          {...attributes}
          className={classes(styles.control, error && styles.wrong)}
          value={chosen?.value ?? ""}
          required={props.isRequired}
          disabled={props.isDisabled}
          aria-disabled={props.isReadOnly}
          onBlur={onBlur}
          onChange={({ target }) => {
            onChange(target.value === "" ? null : typed(target.value));
          }}
        >
          <option value="" hidden={props.isRequired}>
            {props.placeholder}
          </option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}
