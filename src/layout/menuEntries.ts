import type { Resource } from "../../domain/resource";
import type { IconName } from "../ui/iconPaths";
import { isIconName } from "../ui/iconPaths";
import { readableKey } from "../ui/readableKey";

type Menu = NonNullable<Resource["menu"]>;

export type MenuEntry = {
  route: string;
  /** Other addresses of the same page. */
  aliases: readonly string[];
  icon: IconName;
  /** The label's key in the locales. */
  label: string;
  /** The label of a list that the locales do not name yet. */
  fallback?: string;
  /** The counter of its badge. */
  badge?: Menu["counter"];
  /** Its place in its group, the least first. */
  order: number;
};

/** Between the lists of what is the viewer's own, which say theirs. */
const profile: MenuEntry = {
  route: "/profile",
  aliases: [],
  icon: "user",
  label: "profile.title",
  order: 70,
};

/** Of admins, after what is theirs. */
const workshop: MenuEntry = {
  route: "/workspace",
  aliases: [],
  icon: "wrench",
  label: "workshop.title",
  order: 80,
};

const sorted = (entries: MenuEntry[]) =>
  entries.toSorted((one, other) => one.order - other.order);

const groupOf = ({ menu, pageType }: Resource): Menu["group"] =>
  menu?.group ?? (pageType === undefined ? "own" : "lots");

const entryOf = ({
  name,
  route,
  aliases = [],
  icon,
  menu,
}: Resource): MenuEntry => ({
  route,
  aliases,
  icon: isIconName(icon) ? icon : "list",
  label: `resources.${name}.title`,
  fallback: readableKey(name.replaceAll("-", "_")),
  badge: menu?.counter,
  order: menu?.order ?? Infinity,
});

/** Whether the page at this address is the entry's. */
export const isAt = ({ route, aliases }: MenuEntry, pathname: string) =>
  aliases.includes(pathname) ||
  pathname === route ||
  pathname.startsWith(`${route}/`);

/**
 * The menu of a viewer: what is theirs, then the lots they may see, in the
 * places that the declarations name. The resources are already cut to the
 * viewer, so the role decides by itself; whether there is a workshop is said.
 */
export function menuOf(
  resources: readonly Resource[],
  { hasWorkshop = false } = {},
): {
  own: MenuEntry[];
  lots: MenuEntry[];
} {
  const entriesOf = (group: Menu["group"]) =>
    resources.filter((one) => groupOf(one) === group).map(entryOf);
  return {
    own: sorted([
      ...entriesOf("own"),
      profile,
      ...(hasWorkshop ? [workshop] : []),
    ]),
    lots: sorted(entriesOf("lots")),
  };
}
