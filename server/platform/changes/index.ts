export { announceChange, type ChangeTopic } from "./announce";
export { buryRows, findBuried, type Tombstone } from "./tombstones";
export {
  followChanges,
  type ChangeRange,
  type FollowerState,
  type Following,
  type WatchFollower,
} from "./followChanges";
export { createKeptByUser, type KeptByUser } from "./keptByUser";
export { chooseReads, type CurrentReads } from "./currentReads";
export { trackRecentPosition, type RecentPosition } from "./recentPosition";
export { findSettled, readTakenPosition } from "./settledPosition";
export { trackTakenNumbers } from "./takenNumbers";
