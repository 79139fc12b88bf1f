export { createLive } from "./live";
export { registerLive } from "./routes";
export type { LiveTopic } from "./readTopics";
