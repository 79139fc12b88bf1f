import type { MetaFeed } from "../../generated/schemas";

/** How the rows of a feed become lots: a file of feeds/. */
export type FeedMapping = MetaFeed;
export type MappedField = FeedMapping["fields"][string];
