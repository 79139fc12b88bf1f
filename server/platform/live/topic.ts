import type { Viewer } from "../../../domain/access";
import type { LiveEvent } from "../../../domain/liveEvent";

/** Change numbers above `after`, up to and with `upTo`. */
export type ChangeRange = { after: bigint; upTo: bigint };

/** The events of a range for one viewer: never of what they may not read. */
export type TellViewer = (viewer: Viewer) => readonly LiveEvent[];

/**
 * What an area has to tell of a range of changes, read once for all viewers;
 * null when it is too much to be told row by row.
 */
export type LiveTopic = (range: ChangeRange) => Promise<TellViewer | null>;
