/** What the names of USS houses begin with; their bids have a limit of their own. */
export const ussPrefix = "USS";

export const isUssHouse = (name: string): boolean => name.startsWith(ussPrefix);
