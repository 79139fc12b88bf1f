export { createLive, type LiveLoad, type LiveOptions } from "./live";
export { registerLive } from "./routes";
export type { EventsForViewer, LiveTopic } from "./readTopics";
