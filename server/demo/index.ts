export { generateAuctionRows, generateResults } from "./generateFeed";
export type { AjesRow } from "./lotRow";
export { feedStatuses } from "./outcome";
export { registerPhotos } from "./photoRoutes";
export { writeFeed } from "./writeFeed";
