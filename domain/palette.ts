import type { Resource } from "./resource";

/** The call that finds rows for the command palette. */
export const palettePath = "/palette";

/** The longest text of the palette. */
export const longestPaletteText = 100;

/**
 * Returns the searches by which the palette finds rows of a list. A list without pages
 * for its rows has no such search.
 */
export const paletteSearches = ({
  search,
  detailRoute,
  calls,
}: Pick<Resource, "search" | "detailRoute" | "calls">): readonly string[] =>
  detailRoute === undefined && !calls.detail
    ? []
    : (search?.parameters ?? [])
        .filter(({ palette }) => palette)
        .map(({ value }) => value);
