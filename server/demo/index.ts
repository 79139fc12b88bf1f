export { demoSheet } from "./sheet/demoSheet";
export {
  generateAuctionRows,
  generateResults,
  writeFeed,
} from "./generateFeed";
export type { AjesRow } from "./lotRow";
export { feedStatuses } from "./outcome";
export { demoPhotoFile, registerPhotos } from "./photoRoutes";
