import Divider from "@mui/material/Divider";
import MenuItem from "@mui/material/MenuItem";
import MenuList from "@mui/material/MenuList";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState, type RefObject } from "react";
import { searchableChoices, debounce } from "../../../domain/limits";
import { filterCall } from "../../../domain/listing/call";
import {
  filterKind,
  fixedChoices,
  isSingleChoice,
} from "../../../domain/listing/kinds/kinds";
import { fitsChoices } from "../../../domain/listing/kinds/choices";
import { formatNumber } from "../../../domain/money";
import {
  type Filter,
  filterId,
  type RowSchema,
} from "../../../domain/resource";
import type { OptionsReply } from "../../../generated/schemas";
import type { FilterOption } from "../../providers/dataProvider";
import { useT } from "../../providers/i18n/useT";
import { useWorkspace } from "../../providers/workspace";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { Icon } from "../../ui/Icon";
import { Popup } from "../../ui/Popup";
import { classes } from "../../ui/classes";
import { useListing, useDraft, useListFacets } from "../listing/ListingContext";
import {
  type Failure,
  optionsIn,
  failureOf,
  type Facets,
} from "../listing/useFacets";
import { useOptionLabel } from "../listing/useFilterTexts";
import { useDebounced } from "./inputDrafts";
import styles from "./SelectPopup.module.css";

type OptionListProps = {
  filter: Filter;
  label: string;
  chosen: readonly string[];
  onChange: (values: string[]) => void;
  onClose: () => void;
};

type SelectPopupProps = OptionListProps & {
  id: string;
  anchor: RefObject<HTMLElement | null>;
};

/** The options of a select: a popover on a desk, a sheet on a phone. */
export default function SelectPopup(props: SelectPopupProps) {
  const { id, anchor, label, onClose } = props;
  const { isPhone } = useListing();
  return (
    <Popup
      id={id}
      label={label}
      anchor={() => anchor.current}
      isPhone={isPhone}
      className={styles.paper}
      onClose={onClose}
    >
      <OptionList {...props} />
    </Popup>
  );
}

/**
 * The options of a select. Options that were selected when it opened and the most
 * common options come first; long lists have a search.
 */
function OptionList(props: OptionListProps) {
  const { filter, label, chosen, onChange, onClose } = props;
  const { row } = useListing();
  const facets = useListFacets();
  /** Undefined until they have loaded. */
  const options = optionsOf({ row, filter, facets });
  const t = useT();
  const labelOf = useOptionLabel();
  const [query, setQuery] = useState("");
  const [first] = useState(chosen);
  const list = useRef<HTMLUListElement>(null);
  const text = query.trim().toLowerCase();
  const found = useOptionSearch(filter, text);
  const isSingle = isSingleChoice(filter);
  const canSearch = (options?.length ?? 0) > searchableChoices;
  const arranged = arrangeOptions(found.options ?? options ?? [], {
    chosen: first,
    commonFirst: text === "" ? filter.commonFirst : 0,
  });
  const labelled = (choices: readonly FilterOption[]) =>
    choices
      .map((option) => ({
        ...option,
        label: labelOf(filter, option.value, option.label),
      }))
      .filter(({ label: shown, word = "" }) =>
        [shown, word].some((known) => known.toLowerCase().includes(text)),
      );
  const leading = labelled(arranged.first);
  const others = labelled(arranged.others);
  const shown = [...leading, ...others];
  const isLoading = (!options && facets.isLoading) || found.isSearching;
  const failure =
    found.failure ?? (options ? null : facets.failureOf(filterId(filter)));
  /** Whether another value would exceed the limit of a filter. */
  const isFull = (value: string) => !fitsChoices([...chosen, value]);
  const choose = (value: string) => {
    const rest = chosen.filter((known) => known !== value);
    if (rest.length < chosen.length) onChange(rest);
    else if (isSingle || !isFull(value))
      onChange(isSingle ? [value] : [...chosen, value]);
    if (isSingle) onClose();
  };
  const draw = (option: FilterOption) => {
    const isChosen = chosen.includes(option.value);
    return (
      <MenuItem
        key={option.value}
        className={styles.option}
        role={isSingle ? "menuitemradio" : "menuitemcheckbox"}
        aria-checked={isChosen}
        disabled={!isSingle && !isChosen && isFull(option.value)}
        onClick={() => {
          choose(option.value);
        }}
      >
        <span className={styles.mark}>
          {isChosen && <Icon name="check" size={16} />}
        </span>
        <span className={classes(styles.label, isChosen && styles.chosen)}>
          {option.label}
        </span>
        {option.counter !== undefined && (
          <span className={styles.count}>{formatNumber(option.counter)}</span>
        )}
      </MenuItem>
    );
  };
  return (
    <>
      {canSearch && (
        <div className={styles.search}>
          <Icon name="search" size={16} />
          <input
            autoFocus
            aria-label={t("list.select.search", { field: label })}
            placeholder={t("list.select.find")}
            value={query}
            onChange={(event) => {
              setQuery(event.target.value);
            }}
            onKeyDown={(event) => {
              if (event.key !== "ArrowDown") return;
              event.preventDefault();
              list.current?.querySelector("li")?.focus();
            }}
          />
        </div>
      )}
      {failure && <ErrorNotice {...failure} />}
      {shown.length === 0 && !failure && (
        <p className={styles.empty} role="status">
          {t(isLoading ? "list.loading" : "list.select.empty")}
        </p>
      )}
      <MenuList
        ref={list}
        className={styles.list}
        aria-label={label}
        autoFocusItem={!canSearch}
        dense
        hidden={shown.length === 0}
      >
        {leading.map(draw)}
        {filter.commonFirst !== undefined &&
          leading.length > 0 &&
          others.length > 0 && <Divider component="li" />}
        {others.map(draw)}
      </MenuList>
    </>
  );
}

/**
 * Returns the options that come before the others, and the others in their usual
 * order. First come the options that were chosen when the list opened, then the
 * `commonFirst` most common ones by their counts.
 */
export function arrangeOptions(
  options: readonly FilterOption[],
  {
    chosen,
    commonFirst = 0,
  }: { chosen: readonly string[]; commonFirst?: number },
): { first: FilterOption[]; others: FilterOption[] } {
  const isChosen = ({ value }: FilterOption) => chosen.includes(value);
  const common = options
    .filter((option) => !isChosen(option) && (option.counter ?? 0) > 0)
    .toSorted((one, other) => (other.counter ?? 0) - (one.counter ?? 0))
    .slice(0, commonFirst);
  const first = [...options.filter(isChosen), ...common];
  return {
    first,
    others: options.filter((option) => !first.includes(option)),
  };
}

/**
 * Searches the server for options of a filter that contain a text, after a
 * pause in typing. `options` is undefined if the text is empty, if the filter
 * already has all of its options (no `top`) or no option call, or after a failure.
 */
function useOptionSearch(
  filter: Filter,
  text: string,
): {
  options: FilterOption[] | undefined;
  isSearching: boolean;
  failure: Failure | null;
} {
  const { resource } = useListing();
  const { choice } = useDraft();
  const workspace = useWorkspace();
  const id = filterId(filter);
  const call = resource.calls.options?.[id];
  const search = useDebounced(text, debounce.typed);
  const canSearch =
    workspace.isOwnServer &&
    call !== undefined &&
    filter.top !== undefined &&
    text !== "";
  const query = { ...filterCall(resource, choice), search };
  const found = useQuery({
    queryKey: [resource.name, "options", id, query],
    queryFn: ({ signal }) =>
      workspace.call<OptionsReply>(call?.path ?? "", { query, signal }),
    enabled: canSearch && search !== "",
    placeholderData: (previous) => previous,
  });
  if (!canSearch)
    return { options: undefined, isSearching: false, failure: null };
  const { data, isFetching } = found;
  return {
    options: data && optionsIn(data, call),
    isSearching: isFetching || search !== text,
    failure: failureOf(found),
  };
}

/** Returns the options of a filter from its facet, else from its schema. */
function optionsOf({
  row,
  filter,
  facets,
}: {
  row: RowSchema;
  filter: Filter;
  facets: Facets;
}): FilterOption[] | undefined {
  const facet = facets.of(filterId(filter));
  return Array.isArray(facet) ? facet : fixedOptions(row, filter);
}

function fixedOptions(
  row: RowSchema,
  filter: Filter,
): FilterOption[] | undefined {
  const field = row.properties[filter.field];
  if (!field) return undefined;
  return fixedChoices[filterKind(field, filter)]?.({ filter, field })
    .filter((value) => value !== "")
    .map((value) => ({ value, label: value }));
}
