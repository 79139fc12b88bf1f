import type { Transaction } from "kysely";
import type { Viewer } from "../../domain/access";
import type { Language } from "../../domain/limits";
import type { LotDetail, Sheet } from "../../generated/schemas";
import type { KnownChanges } from "../platform/changes";
import type { Tables } from "../platform/database";
import type { Context } from "../workspace/context";
import {
  createDictionaryCache,
  createListingReader,
  type DictionaryCache,
  type ListingReader,
  type Row,
} from "../workspace/listing";
import type { ListContext } from "../workspace/lists";
import {
  createOwnFavorites,
  type OwnFavorites,
} from "./favorites/ownFavorites";
import type { LateResult } from "./lateResults";
import type { LotMarks } from "./lotQueries";
import { type LotArea, lotSource, lotSources } from "./lotSource";

export type BidInfo = LotDetail["bidInfo"];
export type UssCounter = LotDetail["ussCounter"];

/** Data of the viewer's bids, which the app provides from the bidding area. */
export type CatalogPorts = {
  /** The viewer's latest bid on each lot, by lot id: amount in yen, status 1 to 7. */
  bidsOn(
    viewer: Viewer,
    lotIds: readonly string[],
    /** The change numbers that the viewer knows of. */
    known?: KnownChanges,
  ): Promise<
    ReadonlyMap<string, { bidId: string; amount: number; status: number }>
  >;
  /**
   * The bid information of one lot that depends on the viewer's account and
   * bids. It overrides the information that follows from the lot alone. The same
   * statement selects `marks`.
   */
  biddingOn(
    viewer: Viewer,
    lotId: string,
    marks: LotMarks,
  ): Promise<{
    bidInfo: Partial<BidInfo>;
    ussCounter: UssCounter;
    note: string | null;
    groups: string[] | null;
  }>;
  /**
   * Makes an auction sheet from the stored fields of a lot, for sources that send no
   * sheets. The same fields give the same sheet. Returns null if it cannot be made.
   */
  sheetOf(stored: Row): Sheet | null;
  /** Null if no translator is set up. */
  sheetTranslator: SheetTranslator | null;
};

/** Has pictures of auction sheets translated. */
export type SheetTranslator = {
  /**
   * Returns whether the picture at an address is translated; the first call requests
   * the translation. Throws translator_failed once if it failed.
   */
  request(asked: {
    address: string;
    language: Language;
  }): Promise<"waiting" | "done">;
};

/** The dependencies of the catalog's use cases. */
export type Catalog = {
  context: ListContext;
  /** The readers of lots, by the name of the row schema. */
  readers: ReadonlyMap<string, ListingReader>;
  dictionaries: DictionaryCache;
  ports: CatalogPorts;
  favorites: OwnFavorites;
};

/** The part of the catalog that reading lots needs. */
export type ReadCatalog = Pick<Catalog, "context" | "readers">;

/** The part of ROW_CACHE for a row schema: most reads are of cars at auctions. */
const cachePartOf = (row: string): number =>
  row === lotSource.row ? 0.8 : 0.1;

export const createCatalog = (
  context: Context,
  ports: CatalogPorts,
): Catalog => {
  const dictionaries = createDictionaryCache(context.database);
  const textBytes = context.config.rowCache * 2 ** 20;
  const readers = lotSources.map((source): [string, ListingReader] => [
    source.row,
    createListingReader(context, source, {
      textBytes: Math.round(textBytes * cachePartOf(source.row)),
      dictionaries,
    }),
  ]);
  const favorites = createOwnFavorites(context);
  return { context, ports, readers: new Map(readers), dictionaries, favorites };
};

/**
 * The reactions of other areas to changed lots, inside the transaction that writes the
 * lots, so that copies of a lot are never out of date.
 */
export type LotPorts = {
  /**
   * Called with each batch that changes existing lots, and ids of new lots in it.
   * The lots of `offeredAgain` begin a new offering; those of `postponed` got a later sale
   * day in the same one at the time `now`. `lateResults` are of earlier offerings, whose
   * lots need not be among `lotIds`.
   */
  lotsChanged(
    trx: Transaction<Tables>,
    changed: {
      area: LotArea;
      lotIds: readonly string[];
      offeredAgain?: readonly string[];
      postponed?: { lotIds: readonly string[]; now: Date };
      lateResults?: readonly LateResult[];
    },
  ): Promise<void>;
  /** Returns whether a client has an active bid on a lot. */
  hasBid(
    trx: Transaction<Tables>,
    bid: { userId: string; lotId: string },
  ): Promise<boolean>;
  /** Called with each chunk of lots that moved; their ids stay the same. */
  lotsMoved(
    trx: Transaction<Tables>,
    moved: { from: LotArea; to: LotArea; lotIds: readonly string[] },
  ): Promise<void>;
};
