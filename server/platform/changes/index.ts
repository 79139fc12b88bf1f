export { announceChange } from "./announce";
export {
  followChanges,
  type ChangeRange,
  type Follower,
  type Following,
} from "./followChanges";
