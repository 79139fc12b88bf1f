export { createLive, type LiveLoad, type LiveOptions } from "./live";
export { registerLive } from "./routes";
export {
  eventsByUser,
  eventsOf,
  type EventsForViewer,
  type LiveTopic,
  type News,
} from "./readTopics";
