import type { Viewer } from "../../../domain/access";
import type { LiveEvent } from "../../../domain/liveEvent";

/** Change numbers greater than `after`, up to and including `upTo`. */
export type ChangeRange = { after: bigint; upTo: bigint };

/** Returns the events of a range that a viewer may receive. */
export type EventsForViewer = (viewer: Viewer) => readonly LiveEvent[];

/**
 * Reads the changes of one area in a range, once for all viewers. Resolves to
 * null if there are too many to send row by row.
 */
export type LiveTopic = (range: ChangeRange) => Promise<EventsForViewer | null>;
