import { Suspense } from "react";
import { Field } from "../../ui/Field";
import { preloadable } from "../../ui/preloadable";
import type { WidgetOption, WidgetProps } from "../registry/areaModule";

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
  const text = String(value);
  return (
    options.find((option) => option.value === text) ?? {
      value: text,
      label: text,
    }
  );
}
