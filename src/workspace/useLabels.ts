import {
  summaryField,
  summaryKey,
  type SummaryEntry,
} from "../../domain/summary";
import { useTranslate, useLocaleState } from "ra-core";
import { useCallback, useMemo } from "react";
import { japanClock } from "../../domain/japanTime";
import type { LastChange } from "../../domain/lastChange";
import { chosenLabel } from "../../domain/chosenLabel";
import type { ChosenSort } from "../../domain/listing/state";
import {
  isDate,
  type Column,
  type Field,
  type Filter,
  type Resource,
  type RowSchema,
  filterId,
  type Sort,
} from "../../domain/resource";
import { useOwnChoices } from "../providers/session";
import { useT } from "../providers/i18n/useT";
import { serverNow } from "../providers/serverClock";
import { readableKey } from "../ui/readable";
import type { TextTools } from "./fieldText";
import { splitMoment } from "./formatMoment";

/**
 * Returns the label of a field: from the locale, the schema's title or the name. With
 * `x-labelChoice` it names the reader's choice.
 */
export function fieldLabel(
  {
    translate,
    choiceOf = () => undefined,
  }: Pick<TextTools, "translate" | "choiceOf">,
  of: { row: string; name: string; field: Field },
): string {
  const { row, name, field } = of;
  const chosen = chosenLabel(of, choiceOf);
  const named =
    chosen &&
    translate(chosen.key, {
      choice: translate(chosen.word, { _: chosen.choice }),
      _: "",
    });
  return (
    named ||
    translate(`fields.${row}.${name}`, { _: field.title ?? readableKey(name) })
  );
}

/** Returns field labels. A section of the locales may have another label for its rows. */
export function useFieldLabel(
  row: Pick<RowSchema, "$id" | "properties">,
): (name: string, section?: string) => string {
  const translate = useTranslate();
  const choiceOf = useOwnChoices();
  return useCallback(
    (name, section) => {
      const key = `fields.${row.$id}.${name}`;
      const field = row.properties[name] ?? {};
      const usual = fieldLabel(
        { translate, choiceOf },
        { row: row.$id, name, field },
      );
      return section === undefined
        ? usual
        : translate(`${section}.${key}`, { _: usual });
    },
    [row, translate, choiceOf],
  );
}

/**
 * Returns the headings of the sections of a row's page: from the locale, or the
 * section's id. Fields without a section stand under a general heading.
 */
export function useSectionTitle(
  row: string,
): (id: string | undefined) => string {
  const translate = useTranslate();
  return (id) =>
    id === undefined
      ? translate("row.details")
      : translate(`sections.${row}.${id}`, { _: readableKey(id) });
}

export type Labels = {
  title: string;
  /** Says how rows come into an empty list. */
  empty: string;
  column: (column: Column) => string;
  filter: (filter: Filter) => string;
  sort: (sort: ChosenSort | null) => string;
  /** The label of a total. */
  total: (entry: SummaryEntry) => string;
  /** A section of the locales may have another label for its rows. */
  action: (id: string, section?: string) => string;
  /** The label of a quick search parameter. */
  parameter: (value: string) => string;
};

/** Returns the labels of a list. They default to the labels of its fields. */
export function useLabels(resource: Resource, row: RowSchema): Labels {
  const translate = useTranslate();
  const field = useFieldLabel(row);
  return useMemo(() => {
    const ownOf = (name: string, key: string, fallback: string) =>
      translate(`resources.${name}.${key}`, { _: fallback });
    const { name, extends: base } = resource;
    const own = (key: string, fallback: string) =>
      ownOf(name, key, base ? ownOf(base, key, fallback) : fallback);
    /** A transition is named by the state to which it leads. */
    const moveText = (id: string) => {
      const { moves, back, values } =
        resource.actions?.find((action) => action.id === id) ?? {};
      if (moves === undefined) return undefined;
      const state = String(values?.[moves]);
      const key = `choices.${row.$id}.${moves}.${state}`;
      return translate(back ? "actions.moveBack" : "actions.move", {
        state: translate(key, { _: readableKey(state) }),
      });
    };
    const dateSorts = resource.sorts.filter(isDateSort(row)).length;
    return {
      title: ownOf(name, "title", readableKey(name.replaceAll("-", "_"))),
      empty: own("empty", translate("list.empty.hint")),
      column: ({ id, fields }) => own(`columns.${id}`, field(fields[0] ?? id)),
      filter: (filter) =>
        own(`filters.${filterId(filter)}`, field(filter.field)),
      action: (id, section) => {
        const usual = own(`actions.${id}`, moveText(id) ?? readableKey(id));
        if (section === undefined) return usual;
        const key = (list: string) =>
          `${section}.resources.${list}.actions.${id}`;
        const inherited = base ? translate(key(base), { _: usual }) : usual;
        return translate(key(name), { _: inherited });
      },
      total: (entry) => {
        const usual = field(summaryField(entry));
        return own(
          `summary.${summaryKey(entry)}`,
          typeof entry === "string"
            ? usual
            : translate("list.summary.average", { field: usual }),
        );
      },
      parameter: (value) =>
        translate(`list.search.by.${value}`, { _: readableKey(value) }),
      sort: (chosen) => {
        const sort = resource.sorts.find(({ id }) => id === chosen?.id);
        return chosen && sort
          ? translate(sortKey({ sort, row, chosen, dateSorts }), {
              field: field(sort.field),
            })
          : own("defaultSort", translate("list.sort.default"));
      },
    };
  }, [resource, row, field, translate]);
}

function sortKey({
  sort,
  row,
  chosen,
  dateSorts,
}: {
  sort: Sort;
  row: RowSchema;
  chosen: ChosenSort;
  /** Number of sorts of the list that are by a date. */
  dateSorts: number;
}): string {
  const ending = chosen.order === "ASC" ? "ascending" : "descending";
  if (!isDateSort(row)(sort)) return `list.sort.${ending}`;
  return `list.sort.${dateSorts > 1 ? "field" : ""}date${ending}`;
}

const isDateSort =
  (row: RowSchema) =>
  ({ field }: Sort): boolean =>
    isDate(row.properties[field] ?? {});

/**
 * Returns the author and the time of a change in Japan, with the day if it is not today.
 * Without a known change, the author is "Somebody else" and there is no time.
 */
export function useAuthorText(): (changed: LastChange | undefined) => string {
  const t = useT();
  const [locale] = useLocaleState();
  return (changed) => {
    if (!changed) return t("conflict.somebody");
    const { at, by, name } = changed;
    const { day, time } = splitMoment(at, locale);
    const isToday =
      japanClock(new Date(at)).day === japanClock(serverNow()).day;
    const moment = isToday || time === null ? (time ?? day) : `${day}, ${time}`;
    return t("conflict.author", {
      who: name ?? t(`conflict.${by}`),
      time: t("chat.inJapan", { time: moment }),
    });
  };
}
