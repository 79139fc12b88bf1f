export { demoSheet } from "./sheet/demoSheet";
export {
  generateAuctionRows,
  generateResults,
  writeFeed,
} from "./generateFeed";
export type { AjesRow } from "./lotRow";
export { feedStatuses } from "./outcome";
export { demoExtraPhotos } from "./photoNames";
export { demoPhotoFile, registerPhotos } from "./photoRoutes";
