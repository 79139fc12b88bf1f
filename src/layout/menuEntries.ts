import { isMainList, listAddress } from "../../domain/listing/addresses";
import { lotCounterOf } from "../../domain/lotCounters";
import type { Dashboard } from "../../domain/dashboard";
import { isFoldedGroup, type Resource } from "../../domain/resource";
import { isIconName, type IconName } from "../ui/iconPaths";
import { readableKey } from "../ui/readable";
import { createContext, useContext } from "react";

type Menu = NonNullable<Resource["menu"]>;

export type MenuEntry = {
  route: string;
  /** The address that the entry opens; the default is `route`. */
  to?: string | undefined;
  /** Other addresses of the same page. */
  aliases: readonly string[];
  icon: IconName;
  /** The label's key in the locales. */
  label: string;
  /** The key of a shorter label for the menu, which the locales may leave out. */
  shortLabel?: string;
  /** The label of a list that the locales do not name yet. */
  fallback?: string;
  /** The name of the counter in its badge. */
  badge?: Menu["counter"];
  /** The address of the rows that the badge counts; the default is the list. */
  badgeTo?: string | undefined;
  /** The key of what the badge counts, if the locales do not just call it new. */
  badgeText?: string;
  /** The key of the number of lots in the map of the counters. */
  lots?: string | undefined;
  /** The name of the counter of unread messages. */
  unread?: Menu["unread"];
  /** The address of the rows with unread messages; the default is the list. */
  unreadTo?: string | undefined;
  /** Entries of a group are sorted by this number. */
  order: number;
};

/** A group of entries that people unfold, with the key of its heading in the locales. */
export type MenuGroup = {
  label: string;
  /** The heading of a group that the locales do not name yet. */
  fallback: string;
  entries: MenuEntry[];
};

const sorted = (entries: MenuEntry[]) =>
  entries.toSorted((a, b) => a.order - b.order);

const groupOf = ({ menu, pageType }: Resource): Menu["group"] =>
  menu?.group ?? (pageType === undefined ? "own" : "lots");

const filteredBy = (
  resource: Resource,
  filters: Menu["counterFilters"],
): string | undefined =>
  filters && (listAddress(resource, filters) ?? undefined);

const entryOf = (resource: Resource): MenuEntry => {
  const { name, route, filterRoute, aliases = [] } = resource;
  const { icon, menu, pageType } = resource;
  const isWhole = isMainList(resource);
  return {
    route,
    to:
      menu?.opens &&
      filterRoute?.replace(/:\w+$/, encodeURIComponent(menu.opens)),
    aliases,
    icon: isIconName(icon) ? icon : "list",
    label: `resources.${name}.title`,
    shortLabel: `resources.${name}.menu`,
    fallback: readableKey(name.replaceAll("-", "_")),
    badge: menu?.counter,
    badgeText: `resources.${name}.counter`,
    badgeTo: filteredBy(resource, menu?.counterFilters),
    unread: menu?.unread,
    unreadTo: filteredBy(resource, menu?.unreadFilters),
    lots: pageType && isWhole ? lotCounterOf(pageType) : undefined,
    order: menu?.order ?? Infinity,
  };
};

const entryOfDashboard = ({
  name,
  route,
  icon = "dashboard",
  menu,
}: Dashboard): MenuEntry[] =>
  menu
    ? [
        {
          route,
          aliases: [],
          icon: isIconName(icon) ? icon : "dashboard",
          label: `dashboards.${name}.title`,
          fallback: readableKey(name.replaceAll("-", "_")),
          order: menu.order,
        },
      ]
    : [];

/** Whether the entry leads to the page at this path. */
export const isAt = ({ route, aliases }: MenuEntry, pathname: string) =>
  aliases.includes(pathname) ||
  pathname === route ||
  pathname.startsWith(`${route}/`);

/**
 * Returns the menu of a viewer: their own pages, the lots and the folded groups, in the
 * order of the declarations. `resources` contains only what the viewer may see, `pages`
 * the entries of pages that no resource declares.
 */
export function menuOf(
  {
    resources,
    dashboards,
  }: { resources: readonly Resource[]; dashboards: readonly Dashboard[] },
  pages: readonly MenuEntry[],
): {
  own: MenuEntry[];
  lots: MenuEntry[];
  folded: MenuGroup[];
} {
  const entriesOf = (group: Menu["group"]) =>
    resources.filter((resource) => groupOf(resource) === group).map(entryOf);
  return {
    own: sorted([
      ...dashboards.flatMap(entryOfDashboard),
      ...entriesOf("own"),
      ...pages,
    ]),
    lots: sorted(entriesOf("lots")),
    folded: [...new Set(resources.map(groupOf).filter(isFoldedGroup))]
      .toSorted()
      .map((name) => ({
        label: `shell.menu.groups.${name}`,
        fallback: readableKey(name),
        entries: sorted(entriesOf(name)),
      })),
  };
}

/** Returns all entries of the menu of a viewer in one list, as `menuOf` does. */
export function allEntries(...of: Parameters<typeof menuOf>): MenuEntry[] {
  const { own, lots, folded } = menuOf(...of);
  return [...lots, ...own, ...folded.flatMap(({ entries }) => entries)];
}

const MenuContext = createContext<() => void>(() => undefined);

export const MenuContextProvider = MenuContext.Provider;

/** Returns the function that opens the menu on small screens. */
export const useOpenMenu = (): (() => void) => useContext(MenuContext);

const MenuPagesContext = createContext<readonly MenuEntry[]>([]);

export const MenuPagesProvider = MenuPagesContext.Provider;

/** Returns the menu's entries for pages that no resource declares. */
export const useMenuPages = (): readonly MenuEntry[] =>
  useContext(MenuPagesContext);

const PaletteContext = createContext<(() => void) | null>(null);

export const PaletteContextProvider = PaletteContext.Provider;

/** Returns the function that opens the command palette; null on pages without one. */
export const useOpenPalette = (): (() => void) | null =>
  useContext(PaletteContext);
