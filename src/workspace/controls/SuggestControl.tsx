import { useQuery } from "@tanstack/react-query";
import { useId, useState, type KeyboardEvent } from "react";
import { debounce } from "../../../domain/limits";
import { filterId, type Filter } from "../../../domain/resource";
import type { Row } from "../../providers/dataProvider";
import { useT } from "../../providers/i18n/useT";
import { useWorkspace } from "../../providers/workspace";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Icon } from "../../ui/Icon";
import { VisuallyHidden } from "../../ui/VisuallyHidden";
import { classes } from "../../ui/classes";
import { useFieldText } from "../fieldText";
import { useDraft, useListing } from "../listing/ListingContext";
import { failureOf, type Failure } from "../listing/useFacets";
import type { ControlProps } from "../registry/areaModule";
import { SearchInput } from "./TextControl";
import { useDebounced } from "./inputDrafts";
import styles from "./SuggestControl.module.css";
import controls from "./controls.module.css";

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
          {failure ? <ErrorNotice {...failure} /> : <Status found={found} />}
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

/** A row that the server suggests for a text. */
type Suggestion = { key: string; value: string; details: string };

/** A longer list is not read; more text makes it shorter. */
const mostSuggestions = 10;

/**
 * Returns the rows that the call of the filter suggests for a text, after a pause in
 * typing; `found` is undefined while they load, after a failure and without a text.
 */
function useSuggestions(
  { field, suggest }: Filter,
  text: string,
): { found: readonly Suggestion[] | undefined; failure: Failure | null } {
  const workspace = useWorkspace();
  const { resource } = useListing();
  const write = useFieldText();
  const { path = "", rows = "rows", details = [] } = suggest ?? {};
  const typed = useDebounced(text, debounce.typed);
  const isSettled = text !== "" && typed === text;
  const query = useQuery({
    queryKey: [resource.name, "suggestions", path, typed],
    queryFn: ({ signal }) =>
      workspace.call<Readonly<Record<string, unknown>>>(path, {
        query: { [field]: typed },
        signal,
      }),
    enabled: isSettled,
  });
  if (!isSettled) return { found: undefined, failure: null };
  const suggestions = rowsIn(query.data?.[rows]).map((row, place) => ({
    key: `${place} ${textOf(row[resource.key])}`,
    value: textOf(row[field]),
    details: details
      .map((name) => (row[name] ? write(name, row[name]) : ""))
      .filter(Boolean)
      .join(" · "),
  }));
  return {
    found: query.data && suggestions,
    failure: failureOf(query),
  };
}

const rowsIn = (list: unknown): Row[] =>
  Array.isArray(list) ? (list.slice(0, mostSuggestions) as Row[]) : [];

const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";
