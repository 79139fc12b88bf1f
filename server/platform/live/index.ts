export { createLive } from "./live";
export { registerLive } from "./routes";
export type { EventsForViewer, LiveTopic } from "./readTopics";
