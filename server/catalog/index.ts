import { sql } from "kysely";
import type { AreaModule } from "../workspace/area";
import { createListingReader } from "../workspace/listing";
import { alertLists, alertNews, alertSource } from "./alerts/alertLists";
import { alertMail } from "./alerts/alertMail";
import { alertMailJob } from "./alerts/alertMailJob";
import { countUnreadAlerts } from "./alerts/alerts";
import { registerAlerts } from "./alerts/routes";
import { dailySearchJob, instantSearchJob } from "./alerts/searchAlerts";
import { watchedLotJob } from "./alerts/watchedLots";
import {
  type Catalog,
  type CatalogPorts,
  createCatalog,
  type LotPorts,
} from "./catalog";
import { countLots, lotLists } from "./lotLists";
import {
  type ExtraImagePorts,
  extraImagesJob,
} from "./extraImages/extraImagesJob";
import { registerLotCalls } from "./lotRoutes";
import {
  favoriteLists,
  favoriteNews,
  favoriteSource,
} from "./favorites/favoriteLists";
import { registerFavorites } from "./favorites/routes";
import { lotNews } from "./lotNews";
import { lotSource, lotSources } from "./lotSource";
import { migrations } from "./migrations";
import { guardSavedSearchFields } from "./savedSearches/guardSavedSearchFields";
import { registerSavedSearches } from "./savedSearches/routes";
import { searchNews } from "./savedSearches/searchNews";
import { countSavedSearches } from "./savedSearches/viewedList";
import { registerShares } from "./share/routes";
import { turnoverJob } from "./moveLots";

export {
  type Catalog,
  type CatalogPorts,
  type SheetTranslator,
  type LotPorts,
} from "./catalog";
export type { CarColumns } from "./tables";

// Reading lots
export { lotKindOf } from "./lotKinds";
export {
  findLot,
  isLotListed,
  lockLot,
  lockLots,
  type LotMarks,
  type LotRow,
} from "./lotQueries";
export {
  carFields,
  carRows,
  lotSource,
  type LotArea,
  ussPrefix,
} from "./lotSource";
export { lotReaders, visibleLot, type VisibleLot } from "./visibleLot";

// Writing lots
export type { KnownTerms } from "./dictionaries";
export { withKindLock } from "./kindLock";
export type { LateResult } from "./lateResults";
export type { NeutralLot } from "./lotRecords";
export { moveLots } from "./moveLots";
export {
  addProductionMonths,
  type BuiltYears,
} from "./production/productionMonth";
export { announceImport, type ImportNotice } from "./runningImports";
export { startAuctions } from "./startAuctions";
export { writeLots } from "./writeLots";

// Saved searches and shared lots
export { stopSearchAlerts } from "./savedSearches/changeSearches";
export { countSearchesUsing } from "./savedSearches/savedSearchQueries";
export { noteShareImage } from "./share/lotShares";
export {
  findSharedLot,
  type SharedLot,
  type ShareContext,
} from "./share/sharedLot";

declare module "../workspace/area" {
  interface Ports extends CatalogPorts, LotPorts, ExtraImagePorts {
    catalog: Catalog;
  }
}

/** Lots, favourites, saved searches and alerts. */
export const catalog: AreaModule = {
  name: "catalog",
  migrations,
  calls: [
    "/alerts/read",
    "/auction/production-month",
    "/bike-stats/production-month",
    "/bikes/production-month",
    "/car-auction/*",
    "/favorite/*",
    "/lot/*",
    "/share",
    "/share/*",
    "/stats/production-month",
    "/stock/production-month",
  ],
  sources: [...lotSources, favoriteSource, alertSource],
  asks: [
    ...["bidsOn", "biddingOn", "sheetOf", "sheetTranslator"],
    ...["lotsChanged", "lotsMoved", "hasBid", "extraImagesOf", "drawnPhotosOf"],
  ] as const,
  retention: () => [
    {
      table: "alerts",
      since: "at",
      days: 60,
      where: sql`mail_due_at is null`,
    },
    // Without its delivery a result would be told again while the lot is watched.
    {
      table: "deliveries",
      since: "delivered_at",
      days: 90,
      where: sql`not exists (
        select from favorites where favorites.user_id = deliveries.user_id
          and favorites.lot_id = deliveries.lot_id and not is_removed)`,
    },
    {
      table: "favorites",
      since: "removed_at",
      days: 7,
      where: sql`is_removed`,
    },
    {
      table: "extra_image_requests",
      since: "requested_day",
      days: 90,
      where: sql`state <> 'waiting'`,
    },
    {
      table: "lot_shares",
      since: "expires_at",
      days: 0,
      file: sql.ref("image_key"),
    },
  ],
  open: (host) => {
    const { database, ports } = host;
    const opened = createCatalog(host, ports);
    const lots = createListingReader(host, lotSource);
    return {
      ports: { catalog: opened },
      lists: [
        ...lotLists(opened),
        favoriteLists(host, opened),
        alertLists(host),
      ],
      topics: {
        lots: lotNews(host),
        alerts: alertNews(host),
        favorites: favoriteNews(host),
        searches: searchNews(host),
      },
      jobs: [
        dailySearchJob(host),
        instantSearchJob(host),
        watchedLotJob(host, lots),
        alertMailJob(host),
        turnoverJob(host),
        extraImagesJob(host),
      ],
      mails: [alertMail(host)],
      guards: [guardSavedSearchFields(database)],
      counters: async (viewer) => ({
        search: await countSavedSearches(host, viewer),
        alerts: await countUnreadAlerts(database.kysely, viewer.userId),
        map: await countLots(opened, viewer),
      }),
      routes: (api) => {
        registerLotCalls(api, opened);
        registerSavedSearches(api, host, opened.dictionaries);
        registerShares(api, host);
        registerAlerts(api, host);
        registerFavorites(api, opened);
      },
      close: () => opened.favorites.stop(),
    };
  },
};
