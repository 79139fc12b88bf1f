export { demoSheet } from "./sheet/demoSheet";
export {
  generateAuctionRows,
  generateResults,
  writeFeed,
} from "./generateFeed";
export type { AjesRow } from "./lotRow";
export { feedStatuses } from "./outcome";
export { registerPhotos } from "./photoRoutes";
