export { demo } from "./area";
export {
  generateAuctionRows,
  generateResults,
  writeFeed,
} from "./generateFeed";
export type { AjesRow } from "./lotRow";
export { feedStatuses } from "./outcome";
