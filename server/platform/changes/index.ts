export { announceChange, announcedBy, type ChangeTopic } from "./announce";
export {
  createChangeHub,
  topicsOf,
  type ChangedTable,
  type ChangeHub,
  type ChangeRange,
  type ChangeSubscriber,
  type SubscriberState,
  type Subscription,
  type TopicTables,
} from "./changeHub";
export { buryRows, findBuried, type Tombstone } from "./tombstones";
export {
  collectWritten,
  knownText,
  noteWritten,
  numberOf,
  ofAllTopics,
  parseKnown,
  type ChangeNumber,
  type KnownChanges,
} from "./knownChanges";
export { createKeptByUser, type KeptByUser } from "./keptByUser";
export {
  chooseReads,
  type CurrentReads,
  trackRecentPosition,
} from "./currentReads";
export { findSettled, readLastNumber } from "./settledNumber";
