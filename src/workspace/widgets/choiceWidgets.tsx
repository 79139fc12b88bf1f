import { Suspense, useId } from "react";
import { Labelled, Field } from "../../ui/Field";
import { classes } from "../../ui/classes";
import { preloadable } from "../../ui/preloadable";
import type { WidgetOption, WidgetProps } from "../registry/areaModule";
import { enumOptions, WidgetGroup } from "./listWidgets";
import { widgetText } from "./widgetText";
import segments from "../../ui/Segments.module.css";
import styles from "./widgets.module.css";

/** A select with the options of the call, or else of the schema. */
export function ChoiceWidget(props: WidgetProps) {
  const { field, label, value, onChange, onBlur, error, hint } = props;
  const options = props.options ?? enumOptions(field.enum);
  /** Options of the schema keep the type of their enum value. */
  const typed = (text: string) =>
    props.options
      ? text
      : (field.enum?.find((known) => String(known) === text) ?? text);
  const chosen = options.find((option) => option.value === widgetText(value));
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

const [SearchSelect] = preloadable(() => import("../../ui/SearchSelect"));

/** A select whose many options are found by typing. */
export function SearchWidget(props: WidgetProps) {
  const { label, value, onChange, options = [], error, hint } = props;
  const chosen = optionOf(value, options);
  return (
    <Suspense
      fallback={
        <Field
          label={label}
          error={error}
          hint={hint}
          value={chosen?.label ?? ""}
          readOnly
        />
      }
    >
      <SearchSelect
        label={label}
        error={error}
        hint={chosen?.description ?? hint}
        options={options}
        chosen={chosen}
        isLoading={props.options === undefined}
        isRequired={props.isRequired}
        isDisabled={props.isDisabled}
        isReadOnly={props.isReadOnly}
        onBlur={props.onBlur}
        onChange={(option) => {
          onChange(option?.value ?? null);
        }}
      />
    </Suspense>
  );
}

/** Returns the option of a value. A value that is no option any more stays. */
function optionOf(
  value: WidgetProps["value"],
  options: readonly WidgetOption[],
): WidgetOption | null {
  if (value === null || value === "") return null;
  const text = widgetText(value);
  return (
    options.find((option) => option.value === text) ?? {
      value: text,
      label: text,
    }
  );
}

/** A few short options side by side, of which one is chosen. */
export function SegmentedWidget(props: WidgetProps) {
  const { value, onChange, onBlur, error, hint, options = [] } = props;
  const id = useId();
  const chosen = options.find((option) => option.value === widgetText(value));
  return (
    <WidgetGroup {...props} hint={chosen?.description ?? hint}>
      <div className={classes(segments.segments, styles.segments)}>
        {options.map((option) => (
          <label
            key={option.value}
            className={classes(segments.segment, styles.segment)}
          >
            <input
              type="radio"
              aria-disabled={props.isReadOnly}
              className={styles.radio}
              name={id}
              checked={option === chosen}
              required={props.isRequired}
              aria-invalid={error ? true : undefined}
              onBlur={onBlur}
              onChange={() => {
                onChange(option.value);
              }}
            />
            {option.label}
          </label>
        ))}
      </div>
    </WidgetGroup>
  );
}
