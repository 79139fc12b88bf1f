import { sql, type Migration } from "kysely";
import { foundation } from "./001_foundation";
import { live } from "./002_live";
import { preferences } from "./003_preferences";
import { workspace } from "./004_workspace";
import { savedSearches } from "./005_saved_searches";
import { bidExtra } from "./006_bid_extra";
import { integerIds } from "./007_integer_ids";
import { appState } from "./008_app_state";
import { knownDevices } from "./009_known_devices";
import { widenedAccess } from "./010_widened_access";
import { demoSessions } from "./011_demo_sessions";
import { records } from "./012_records";
import { bidChanges } from "./013_bid_changes";
import { jobsAndMail } from "./014_jobs_and_mail";
import { dailySearches } from "./015_daily_searches";
import { lotIdentity } from "./016_lot_identity";
import { files } from "./017_files";
import { announcementAudience } from "./018_announcement_audience";
import { money } from "./019_money";
import { soldPrice } from "./020_sold_price";
import { settlement } from "./021_settlement";
import { bidMessages } from "./022_bid_messages";
import { bidLists } from "./023_bid_lists";
import { clientNotes } from "./024_client_notes";
import { bidNews } from "./025_bid_news";
import { accountChanges } from "./026_account_changes";
import { releasedBids } from "./027_released_bids";
import { favorites } from "./028_favorites";
import { lotNotes } from "./030_lot_notes";
import { lotExtras } from "./031_lot_extras";
import { lotShares } from "./032_lot_shares";
import { comparableSales } from "./034_comparable_sales";
import { earlierLots } from "./035_earlier_lots";
import { alerts } from "./040_alerts";
import { savedViews } from "./041_saved_views";
import { sheetTranslations } from "./043_sheet_translations";
import { extraImageStates } from "./044_extra_image_states";
import { comparableBikes } from "./045_comparable_bikes";
import { retention } from "./050_retention";
import { securityEvents } from "./051_security_events";
import { securityActor } from "./052_security_actor";

const run = (statements: readonly string[]): Migration => ({
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});

/**
 * Every migration by the name of its file, in order. The imports are written
 * out because the bundled server has no directory of migrations to read.
 */
export const migrations: Record<string, Migration> = {
  "001_foundation": run(foundation),
  "002_live": run(live),
  "003_preferences": run(preferences),
  "004_workspace": run(workspace),
  "005_saved_searches": run(savedSearches),
  "006_bid_extra": run(bidExtra),
  "007_integer_ids": run(integerIds),
  "008_app_state": run(appState),
  "009_known_devices": run(knownDevices),
  "010_widened_access": run(widenedAccess),
  "011_demo_sessions": run(demoSessions),
  "012_records": run(records),
  "013_bid_changes": run(bidChanges),
  "014_jobs_and_mail": run(jobsAndMail),
  "015_daily_searches": run(dailySearches),
  "016_lot_identity": run(lotIdentity),
  "017_files": run(files),
  "018_announcement_audience": run(announcementAudience),
  "019_money": run(money),
  "020_sold_price": run(soldPrice),
  "021_settlement": run(settlement),
  "022_bid_messages": run(bidMessages),
  "023_bid_lists": run(bidLists),
  "024_client_notes": run(clientNotes),
  "025_bid_news": run(bidNews),
  "026_account_changes": run(accountChanges),
  "027_released_bids": run(releasedBids),
  "028_favorites": run(favorites),
  "030_lot_notes": run(lotNotes),
  "031_lot_extras": run(lotExtras),
  "032_lot_shares": run(lotShares),
  "034_comparable_sales": run(comparableSales),
  "035_earlier_lots": run(earlierLots),
  "040_alerts": run(alerts),
  "041_saved_views": run(savedViews),
  "043_sheet_translations": run(sheetTranslations),
  "044_extra_image_states": run(extraImageStates),
  "045_comparable_bikes": run(comparableBikes),
  "050_retention": run(retention),
  "051_security_events": run(securityEvents),
  "052_security_actor": run(securityActor),
};
