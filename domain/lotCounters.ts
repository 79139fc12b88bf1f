/**
 * Returns the key of an area's number of lots in the map of the menu counters: the name
 * of the area, but for coming cars that of their page.
 */
export const lotCounterOf = (area: string): string =>
  area === "auction" ? "car-auction" : area;
