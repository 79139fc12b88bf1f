import type { Resource } from "../../domain/resource";
import type { IconName } from "../ui/iconPaths";
import { isIconName } from "../ui/iconPaths";

export type MenuEntry = {
  route: string;
  /** Other addresses of the same page. */
  aliases: readonly string[];
  icon: IconName;
  /** The label's key in the locales. */
  label: string;
  /** The counter of its badge. */
  badge?: "bid";
};

/** The order of the specification; what is not named comes after. */
const order = [
  "/dashboard",
  "/bids",
  "/dealer-bids",
  "/bid-manager",
  "/archive-bids",
  "/purchased-cars",
  "/payments",
  "/profile",
  "/favorites",
  "/car-auction",
  "/sales-statistic",
  "/bike-auctions",
  "/bike-statistics",
  "/oneprice",
];

const counted = new Set(["my-bids", "dealer-bids", "bid-manager"]);

const profile: MenuEntry = {
  route: "/profile",
  aliases: [],
  icon: "user",
  label: "profile.title",
};

const place = ({ route }: MenuEntry) => {
  const index = order.indexOf(route);
  return index < 0 ? order.length : index;
};

const sorted = (entries: MenuEntry[]) =>
  entries.toSorted((one, other) => place(one) - place(other));

const entryOf = ({ name, route, aliases = [], icon }: Resource): MenuEntry => ({
  route,
  aliases,
  icon: isIconName(icon) ? icon : "list",
  label: `resources.${name}.title`,
  badge: counted.has(name) ? "bid" : undefined,
});

/** Whether the page at this address is the entry's. */
export const isAt = ({ route, aliases }: MenuEntry, pathname: string) =>
  aliases.includes(pathname) ||
  pathname === route ||
  pathname.startsWith(`${route}/`);

/**
 * The menu of a viewer: what is theirs, then the lots they may see. The
 * resources are already cut to the viewer, so the role decides by itself.
 */
export function menuOf(resources: readonly Resource[]): {
  own: MenuEntry[];
  lots: MenuEntry[];
} {
  const isLots = (resource: Resource) => resource.pageType !== undefined;
  return {
    own: sorted([
      ...resources.filter((resource) => !isLots(resource)).map(entryOf),
      profile,
    ]),
    lots: sorted(resources.filter(isLots).map(entryOf)),
  };
}
