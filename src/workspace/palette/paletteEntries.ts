import { rowPathsOf } from "../../../domain/listing/addresses";
import { readSaved, savedType } from "../../../domain/listing/savedSearch";
import { writeUrl } from "../../../domain/listing/url";
import { paletteSearches } from "../../../domain/palette";
import type { Resource } from "../../../domain/resource";
import type { MySearchItem } from "../../../generated/schemas";
import type { MenuEntry } from "../../layout/menuEntries";
import type { Row } from "../../providers/dataProvider";
import type { Translate } from "../../providers/i18n/useT";
import type { Workspace } from "../../providers/workspace";
import { isIconName, type IconName } from "../../ui/iconPaths";
import { readableKey } from "../../ui/readable";
import { detailPath } from "../detailPath";
import { fieldWriter, knownTexts, type TextTools } from "../fieldText";
import { rowTitle } from "../listing/rowTitle";

/** Something that the palette opens. */
export type PaletteEntry = {
  /** Differs between all entries. */
  id: string;
  /** The heading above it and the entries of the same kind. */
  group: string;
  label: string;
  /** Further words about it. */
  detail: string;
  icon: IconName;
  /** The address that it opens. */
  to: string;
  /** Called instead of opening the address. */
  run?: () => void;
  /** The action that the list at the address starts. */
  startAction?: string;
  /** The saved search that the list at the address opens with. */
  saved?: MySearchItem;
};

/** What all entries are written with. */
export type PaletteTexts = { tools: TextTools; t: Translate };

const titleOf = ({ name }: Resource, { translate }: TextTools): string =>
  translate(`resources.${name}.title`, {
    _: readableKey(name.replaceAll("-", "_")),
  });

const iconOf = ({ icon }: Resource): IconName =>
  isIconName(icon) ? icon : "list";

/** Returns the pages of the viewer's menu and of the account. */
export const pageEntries = (
  menu: readonly MenuEntry[],
  { tools: { translate }, t }: PaletteTexts,
): PaletteEntry[] =>
  menu.map(({ route, to, label, fallback, icon }) => ({
    id: `page ${route}`,
    group: t("palette.pages"),
    label: translate(label, { _: fallback }),
    detail: "",
    icon,
    to: to ?? route,
  }));

/** Returns the actions that need no row: new rows, and the actions on whole lists. */
export const actionEntries = (
  resources: readonly Resource[],
  { tools, t }: PaletteTexts,
): PaletteEntry[] =>
  resources.flatMap((resource) => {
    const { name, route, actions = [], extends: base } = resource;
    const { create } = rowPathsOf(resource);
    const labelOf = (id: string) => {
      const own = (list: string, fallback: string) =>
        tools.translate(`resources.${list}.actions.${id}`, { _: fallback });
      return own(name, base ? own(base, readableKey(id)) : readableKey(id));
    };
    const common = {
      group: t("palette.actions"),
      detail: titleOf(resource, tools),
    };
    return [
      ...(create === undefined
        ? []
        : [
            {
              ...common,
              id: `new ${name}`,
              label: t("form.new"),
              icon: "plus" as const,
              to: create,
            },
          ]),
      ...actions
        .filter(({ on }) => on.includes("list"))
        .map(({ id }) => ({
          ...common,
          id: `action ${name} ${id}`,
          label: labelOf(id),
          icon: iconOf(resource),
          to: route,
          startAction: id,
        })),
    ];
  });

/** Returns the saved searches and views of the lists that the viewer may see. */
export const savedEntries = (
  searches: readonly MySearchItem[],
  { resources, row }: Pick<Workspace, "resources" | "row">,
  { day, tools, t }: PaletteTexts & { day: string },
): PaletteEntry[] =>
  searches.flatMap((saved) => {
    const resource = resources.find((each) => savedType(each) === saved.type);
    if (!resource) return [];
    const schema = row(resource.row);
    const { state } = readSaved(resource, schema, saved.params, day);
    const { view, board = "" } = saved.layout ?? {};
    const isBoard = view === "board" && resource.boards?.includes(board);
    const query = writeUrl(resource, isBoard ? { ...state, board } : state);
    return [
      {
        id: `saved ${saved.type} ${saved.id}`,
        group: t("palette.saved"),
        label: saved.title,
        detail: titleOf(resource, tools),
        icon: "star" as const,
        to: query === "" ? resource.route : `${resource.route}?${query}`,
        saved,
      },
    ];
  });

/** The rows of one list, as the server has found them. */
type FoundRows = { list: string; rows: readonly Row[] };

/**
 * Returns the rows that the server has found, each with its title, the fields that were
 * searched and the first line of its card. Rows without a page are left out.
 */
export const rowEntries = (
  found: readonly FoundRows[],
  { resources, row: schemaOf }: Pick<Workspace, "resources" | "row">,
  { tools, t }: PaletteTexts,
): PaletteEntry[] =>
  found.flatMap(({ list, rows }) => {
    const resource = resources.find(({ name }) => name === list);
    if (!resource) return [];
    const schema = schemaOf(resource.row);
    const write = fieldWriter(schema, tools);
    const { card, key, search } = resource;
    const searches = paletteSearches(resource);
    const searched = (search?.parameters ?? [])
      .filter(({ value }) => searches.includes(value))
      .flatMap(({ fields }) => fields);
    const title = card?.title ?? [];
    const details = [...searched, ...(card?.lines?.[0] ?? [])].filter(
      (name, place, all) =>
        all.indexOf(name) === place && !title.includes(name),
    );
    return rows.flatMap((row) => {
      const to = detailPath({ resource, resources, row });
      const id = String(row[key]);
      return to === null
        ? []
        : [
            {
              id: `row ${list} ${id}`,
              group: titleOf(resource, tools),
              label: rowTitle({ id, row }, { resource, schema, write, t }),
              detail: knownTexts(write, row, details).join(" · "),
              icon: iconOf(resource),
              to,
            },
          ];
    });
  });

/** Returns the entries that contain every word of the text, in upper or lower case. */
export function matchingEntries(
  entries: readonly PaletteEntry[],
  text: string,
): PaletteEntry[] {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter(({ label, detail }) => {
    const whole = `${label} ${detail}`.toLocaleLowerCase();
    return words.every((word) => whole.includes(word));
  });
}
