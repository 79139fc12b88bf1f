/**
 * The ways a car is exported; a client chooses one as the bid's type. Names and
 * descriptions are `bidTypes.<key>` in the locales.
 */
export const exportTypes = [
  { id: 1, key: "roro" },
  { id: 2, key: "container" },
  { id: 3, key: "dismantled" },
  { id: 4, key: "cutBody" },
  { id: 5, key: "parts" },
] as const;

export const isExportType = (id: number): boolean =>
  exportTypes.some((type) => type.id === id);
