export { generateAuctionRows, generateResults } from "./generateFeed";
export type { AjesRow } from "./lotRow";
export type { FeedStatus } from "./outcome";
export { feedStatuses } from "./outcome";
export { drawPhoto } from "./photos/drawPhoto";
export type { PhotoKey, PhotoView } from "./photos/photoNames";
export { parsePhotoName, photoFile, photoKeys } from "./photos/photoNames";
export { writeFeed } from "./writeFeed";
