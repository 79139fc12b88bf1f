import { useId, useState, type KeyboardEvent } from "react";
import { filterId } from "../../../domain/resource";
import { useT } from "../../providers/i18n/useT";
import { classes } from "../../ui/classes";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Icon } from "../../ui/Icon";
import { VisuallyHidden } from "../../ui/VisuallyHidden";
import { useDraft } from "../listing/ListingContext";
import { useSuggestions, type Suggestion } from "../listing/useSuggestions";
import type { ControlProps } from "../registry/controls";
import { SearchInput } from "./TextControl";
import controls from "./controls.module.css";
import styles from "./SuggestControl.module.css";

/**
 * A text filter with a magnifier that suggests rows while people type, as the combobox
 * of the ARIA practices. A chosen row replaces all filters by its value.
 */
export function SuggestControl(props: ControlProps) {
  const { filter, label, value, onChange } = props;
  const t = useT();
  const { chooseAlone } = useDraft();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const text = value?.kind === "text" ? value.text : "";
  const { found, failure } = useSuggestions(filter, isOpen ? text : "");
  const isShown = isOpen && text !== "";
  const hasList = isShown && found !== undefined && found.length > 0;
  const optionId = (place: number) => `${id}-${place}`;
  const close = () => {
    setIsOpen(false);
    setActive(-1);
  };
  const choose = (suggestion: Suggestion) => {
    close();
    chooseAlone(filterId(filter), { kind: "text", text: suggestion.value });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const count = hasList ? found.length : 0;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = hasList ? found[active] : undefined;
    if (step !== undefined) {
      setIsOpen(true);
      // Between the last and the first suggestion, the input itself is active.
      setActive(((active + 1 + step + count + 1) % (count + 1)) - 1);
    } else if (event.key === "Enter" && chosen) choose(chosen);
    else if (event.key === "Escape" && isShown) close();
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.root}>
      <div className={controls.box}>
        <Icon name="search" size={16} />
        <SearchInput
          {...props}
          onChange={(next) => {
            setIsOpen(true);
            setActive(-1);
            onChange(next);
          }}
          attributes={{
            role: "combobox",
            "aria-expanded": hasList,
            "aria-controls": hasList ? id : undefined,
            "aria-autocomplete": "list",
            "aria-activedescendant":
              hasList && active >= 0 ? optionId(active) : undefined,
            onKeyDown,
            onBlur: close,
          }}
        />
      </div>
      {isShown && (
        // A click on a suggestion must not take the focus from the input.
        <div
          className={styles.popup}
          onMouseDown={(event) => {
            event.preventDefault();
          }}
        >
          {failure ? (
            <ErrorNotice
              error={failure.error}
              isRetrying={failure.isRetrying}
              onRetry={failure.retry}
            />
          ) : (
            <Status found={found} />
          )}
          {hasList && (
            <ul
              id={id}
              className={styles.list}
              role="listbox"
              aria-label={t("list.suggest.label", { field: label })}
            >
              {found.map((suggestion, place) => (
                <li
                  key={suggestion.key}
                  id={optionId(place)}
                  role="option"
                  aria-selected={place === active}
                  className={classes(
                    styles.option,
                    place === active && styles.active,
                  )}
                  onClick={() => {
                    choose(suggestion);
                  }}
                >
                  <b>{suggestion.value}</b>
                  <span className={styles.details}>{suggestion.details}</span>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </div>
  );
}

/** Says that suggestions are loading or missing; screen readers also hear their number. */
function Status({ found }: { found: readonly Suggestion[] | undefined }) {
  const t = useT();
  if (found && found.length > 0)
    return (
      <div role="status">
        <VisuallyHidden>
          {t("list.suggest.found", { smart_count: found.length })}
        </VisuallyHidden>
      </div>
    );
  return (
    <p className={styles.empty} role="status">
      {t(found ? "list.suggest.empty" : "list.suggest.loading")}
    </p>
  );
}
