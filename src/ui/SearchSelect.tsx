import Autocomplete from "@mui/material/Autocomplete";
import { useT } from "../providers/i18n/useT";
import { classes } from "./classes";
import { Labelled } from "./Field";
import { Icon } from "./Icon";
import { MuiTheme } from "./MuiTheme";
import field from "./Field.module.css";
import styles from "./SearchSelect.module.css";

type Option = { value: string; label: string };

type SearchSelectProps = {
  label: string;
  error?: string | null;
  hint?: string;
  options: readonly Option[];
  chosen: Option | null;
  isLoading?: boolean;
  isRequired?: boolean;
  isDisabled?: boolean;
  isReadOnly?: boolean;
  onBlur?: () => void;
  /** Gets the typed text, if the caller finds the options itself. */
  onSearch?: (text: string) => void;
  /** Shown when there is no option. */
  emptyText?: string;
  onChange: (option: Option | null) => void;
};

const allOptions = (options: Option[]): Option[] => options;

/** A select with search. Import it lazily: it brings MUI. */
export default function SearchSelect(props: SearchSelectProps) {
  const { label, error, hint, options, chosen, isRequired, onChange } = props;
  const { onSearch } = props;
  const t = useT();
  return (
    <MuiTheme>
      <Labelled label={label} error={error} hint={hint}>
        {({ id, ...described }) => (
          <Autocomplete<Option>
            id={id}
            options={options}
            value={chosen}
            loading={props.isLoading}
            disabled={props.isDisabled}
            readOnly={props.isReadOnly}
            getOptionKey={({ value }) => value}
            isOptionEqualToValue={(option, other) =>
              option.value === other.value
            }
            autoHighlight
            handleHomeEndKeys
            popupIcon={<Icon name="chevronDown" size={16} />}
            clearIcon={<Icon name="close" size={14} />}
            openText={t("widgets.open")}
            closeText={t("shell.close")}
            clearText={t("widgets.clear")}
            loadingText={t("list.loading")}
            noOptionsText={props.emptyText ?? t("list.select.empty")}
            filterOptions={onSearch && allOptions}
            onInputChange={(_event, text, reason) => {
              if (reason === "input") onSearch?.(text);
            }}
            slotProps={{
              paper: { className: styles.paper, elevation: 0 },
              listbox: { className: styles.options },
            }}
            onChange={(_event, option) => {
              onChange(option);
            }}
            renderInput={({ InputProps, inputProps }) => (
              <div
                ref={InputProps.ref}
                className={classes(field.box, styles.box, error && field.wrong)}
                onMouseDown={InputProps.onMouseDown}
              >
                <input
                  {...inputProps}
                  {...described}
                  className={classes(inputProps.className, field.input)}
                  required={isRequired}
                  onBlur={(event) => {
                    inputProps.onBlur?.(event);
                    props.onBlur?.();
                  }}
                />
                {InputProps.endAdornment}
              </div>
            )}
          />
        )}
      </Labelled>
    </MuiTheme>
  );
}
