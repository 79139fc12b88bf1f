export { generateAuctionRows, generateResults } from "./generateFeed";
export type { AjesRow } from "./lotRow";
export { feedStatuses } from "./outcome";
export { drawPhoto } from "./photos/drawPhoto";
export { registerPhotos } from "./photoRoutes";
export { parsePhotoName, photoFile, photoKeys } from "./photos/photoNames";
export { writeFeed } from "./writeFeed";
