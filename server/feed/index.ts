export { FeedError } from "./feedError";
export { checkMapping } from "./feedMapping";
export { importFeed } from "./importFeed";
