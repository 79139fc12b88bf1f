import TextField from "@mui/material/TextField";
import {
  ariaDescribedByIds,
  type RJSFSchema,
  type WidgetProps,
} from "@rjsf/utils";
import type { Names } from "../document/choices";
import type { Declaration } from "../document/types";
import type { FormContext } from "./FormContext";

type NameWidgetProps = WidgetProps<Declaration, RJSFSchema, FormContext>;

/**
 * Selects a field, sort or filter by its name. A chosen name that no longer
 * exists stays in the list, so that opening the form changes nothing.
 */
export function NameWidget(props: NameWidgetProps) {
  const { id, label, hideLabel, required, disabled, readonly } = props;
  const value: unknown = props.value;
  const { onChange, onBlur, onFocus, options, rawErrors, registry } = props;
  const { names, nameText } = registry.formContext;
  const kind = options.names as keyof Names;
  const chosen = typeof value === "string" ? value : "";
  const known = names[kind];
  const offered =
    chosen === "" || known.includes(chosen) ? known : [chosen, ...known];
  return (
    <TextField
      id={id}
      select
      fullWidth
      label={hideLabel ? undefined : label}
      value={chosen}
      required={required}
      disabled={disabled || readonly}
      error={Boolean(rawErrors?.length)}
      onChange={({ target }) =>
        onChange(target.value === "" ? undefined : target.value)
      }
      onBlur={() => onBlur(id, value)}
      onFocus={() => onFocus(id, value)}
      slotProps={{
        select: { native: true },
        inputLabel: { shrink: true },
        htmlInput: {
          "aria-describedby": ariaDescribedByIds(id),
          ...(hideLabel ? { "aria-label": label } : {}),
        },
      }}
    >
      {(!required || chosen === "") && <option value="" />}
      {offered.map((name) => (
        <option key={name} value={name}>
          {nameText(kind, name)}
        </option>
      ))}
    </TextField>
  );
}
