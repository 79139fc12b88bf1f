import type { ListingState } from "../../../../domain/listing/state";
import type { ListChartReply } from "../../../../generated/schemas";
import type { Database } from "../../../platform/database";
import type { Formulas, FormulasFor } from "../../computed/formulas";
import type { RowSource } from "../source/rowSource";
import type { ListingQuery } from "./narrowing";

/** The rows of a table that a viewer may read, narrowed by filters and search. */
export type IndexQuery = ListingQuery & {
  source: RowSource;
  /** The computed fields of the viewer. The index adds them to each query. */
  formulas?: Formulas | null;
};

/** A position in the changes of the database. */
export type ChangeNumber = bigint;

export type PagePart = Pick<ListingState, "sort" | "page" | "pageSize">;

/** The axes of a chart: a date field and a field of whole numbers. */
export type ChartAxes = { x: string; y: string };

/** The values of a week. A quartile is the lowest value that reaches its share. */
export type ChartWeek = NonNullable<ListChartReply["weeks"]>[number];

export type Asked = {
  /** Without it no ids are found. */
  page?: PagePart;
  /** The filters to count, by id. */
  facets?: readonly string[] | "all";
  /**
   * Whether facets with `top` may leave out values that are too rare for it. The
   * index in memory then reads thousands of values less.
   */
  isLeadingEnough?: boolean;
  /** The fields to add up over all matching rows. */
  sums?: readonly string[];
  /** The axes of the chart of all matching rows. */
  chart?: ChartAxes;
  /** The change number that the reader knows of, and that the page must include. */
  atLeast?: ChangeNumber | undefined;
};

export type Found = {
  /** The ids of the page, in order. */
  ids: string[];
  /**
   * The change number of each of these rows, if the index knows it. A row may have
   * a later change that the index does not include yet.
   */
  versions?: readonly number[];
  /**
   * The number of matching rows; -1 if the database had no time to count. There are no
   * counts, bounds and sums then.
   */
  total: number;
  /** The number of rows without filters and search, or -1. */
  totalUnfiltered: number;
  /**
   * The number of rows by facet and stored value: the total that the list would
   * have if its filter held only that value, after the resets that the change
   * causes.
   */
  counts: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /**
   * The number of rows by facet, whatever their value. The conditions are those
   * under which the values of the facet are counted.
   */
  facetTotals: ReadonlyMap<string, number>;
  /** The lowest and highest value by facet. */
  bounds: ReadonlyMap<string, { min: number | null; max: number | null }>;
  /** The sums by field; rows without a value add nothing. */
  sums: Readonly<Record<string, number>>;
  /** The number of rows with a value by field, of the fields of `sums`. */
  filled: Readonly<Record<string, number>>;
  /** The weeks with values, if the call asks for a chart. */
  chart?: readonly ChartWeek[];
  /** The computed fields of the ids by field, if the index has them. */
  computed?: ReadonlyMap<string, readonly (number | null)[]>;
  /** Every change up to this number is in the reply. */
  version: ChangeNumber;
};

/** Returns whether the rows of a search were counted. */
export const isCounted = ({ total }: Pick<Found, "total">): boolean =>
  total >= 0;

/** Finds and counts the rows of all lists. Callers add texts and labels. */
export type ListingIndex = {
  /** Returns a page, its totals and the counts of facets in one call. */
  find(query: IndexQuery, asked: Asked): Promise<Found>;
  /** Reads rows from a database that has the change number of a page. */
  read<Result>(
    version: ChangeNumber,
    read: (database: Pick<Database, "kysely">) => Promise<Result>,
  ): Promise<Result>;
  /** Returns the computed fields of a row for a viewer. */
  formulas: FormulasFor;
  /** Returns all matching ids in order, without the time limit of requests. */
  all(query: IndexQuery, sort: ListingState["sort"]): Promise<IdList>;
};

/** Many row ids in order, at a few bytes each. */
export type IdList = {
  count: number;
  /** Yields portions of at most `size` ids. */
  portions(size: number): Iterable<string[]>;
};

/** Returns the ids of texts in which commas separate them. */
export const idsOfTexts = (
  texts: readonly string[],
  count: number,
): IdList => ({
  count,
  portions: function* (size) {
    for (const text of texts) yield* portionsOf(text, size);
  },
});

/** Returns a list that reads each id, a whole number, when its portion is taken. */
export const idsAt = (
  count: number,
  idAt: (place: number) => number,
): IdList => ({
  count,
  portions: function* (size) {
    for (let start = 0; start < count; start += size)
      yield Array.from({ length: Math.min(size, count - start) }, (_, place) =>
        String(idAt(start + place)),
      );
  },
});

function* portionsOf(text: string, size: number): Generator<string[]> {
  for (let start = 0; start < text.length;) {
    let end = start - 1;
    for (let taken = 0; taken < size && end < text.length; taken += 1) {
      const comma = text.indexOf(",", end + 1);
      end = comma < 0 ? text.length : comma;
    }
    yield text.slice(start, end).split(",");
    start = end + 1;
  }
}
