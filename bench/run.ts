import { benchArchives } from "./archives";
import { benchAuctionNight } from "./auctionNight";
import { benchBidLists } from "./bidLists";
import { benchCatalog } from "./catalogWork";
import { benchChanges } from "./changes";
import { benchColumns } from "./columns";
import { benchComputed } from "./computed";
import { benchExport } from "./export";
import { benchFairness } from "./fairness";
import { benchFirstScreen } from "./firstScreen";
import { benchListing } from "./listing";
import { benchLive } from "./live";
import { benchManyWords } from "./manyWords";
import { benchMemory } from "./memory";
import { benchNews } from "./news";
import { benchOverload } from "./overload";
import { benchPlans } from "./plans";
import { benchPurchaseLists } from "./purchaseLists";
import { benchServers } from "./servers";
import { benchSlowLines } from "./slowLines";
import { benchPublication } from "./publication";
import { benchReadPath } from "./readPath";
import { benchWideListing } from "./wideListing";
import { benchWorth } from "./worth";

const benches = {
  listing: benchListing,
  wide: benchWideListing,
  export: benchExport,
  live: benchLive,
  news: benchNews,
  changes: benchChanges,
  memory: benchMemory,
  slow: benchSlowLines,
  overload: benchOverload,
  fairness: benchFairness,
  readPath: benchReadPath,
  plans: benchPlans,
  servers: benchServers,
  firstScreen: benchFirstScreen,
  columns: benchColumns,
  computed: benchComputed,
  bidLists: benchBidLists,
  purchaseLists: benchPurchaseLists,
  worth: benchWorth,
  catalog: benchCatalog,
  archives: benchArchives,
  words: benchManyWords,
  publication: benchPublication,
  auctionNight: benchAuctionNight,
};

/** `npm run bench`, or `npm run bench -- listing` for some of them. */
const wanted = process.argv.slice(2);
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  process.stdout.write(`${await bench()}\n`);
}
