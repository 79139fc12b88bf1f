/** The state of a list with a single row. The page of a row has no filters. */
export const singleRow = {
  ...{ filters: {}, search: null, sort: null, page: 1, pageSize: 1 },
};

/** The answer of a list with a single row, apart from the row. */
export const noAnswer = {
  arrivedAt: 0,
  pageCount: 1,
  isInPlace: false,
  total: 1,
  problems: [],
  reply: null,
  error: null,
  isFetching: false,
  isOutdated: false,
  refetch: () => undefined,
  next: { isFetching: false, error: null, fetch: null },
};
