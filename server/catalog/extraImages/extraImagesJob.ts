import {
  afterFailedCall,
  claimCalls,
  repeatUntilDone,
  type Job,
} from "../../platform/jobs";
import type { Context } from "../../workspace/context";
import { findLot, type LotRow } from "../lotQueries";
import { finishRequest, type ClaimedRequest } from "./requestImages";

/** The sources of extra images. */
export type ExtraImagePorts = {
  /**
   * Returns the addresses of images of a lot from the source that its feed declares;
   * none without a source. Throws if the source does not answer as
   * declared, within a minute, and when `signal` aborts.
   */
  extraImagesOf(
    lot: { source: string; sourceId: string },
    signal: AbortSignal,
  ): Promise<readonly string[]>;
  /** Returns the addresses of images that the program draws for a lot with such images. */
  drawnPhotosOf(images: readonly string[]): readonly string[];
};

type Needed = Pick<Context, "database" | "clock"> & {
  log: Pick<Context["log"], "warn">;
  ports: ExtraImagePorts;
};

/** Longer than any call of a source. */
const claimMs = 120_000;

/**
 * Makes the job that answers requests for extra images when they are due. A lot that is
 * gone gets no images. A failed call is repeated twice, then the request is given back.
 * Several servers may run the job at once.
 */
export const extraImagesJob = (context: Needed): Job => ({
  name: "extra-images",
  everySeconds: 10,
  run: (signal) =>
    repeatUntilDone(signal, async () => {
      const now = context.clock.now();
      const until = new Date(now.getTime() + claimMs);
      const claimed = await claimCalls(
        context.database,
        "extra_image_requests",
        { now, until },
      );
      if (claimed.length === 0) return null;
      await Promise.all(
        claimed.map((request) => answer(context, request, signal)),
      );
      return claimed.length;
    }),
});

async function answer(
  context: Needed,
  request: ClaimedRequest,
  signal: AbortSignal,
): Promise<void> {
  const { database, clock, log, ports } = context;
  const { attempts } = request;
  try {
    const lot = await findLot(database.kysely, "auction", request.lot_id);
    const images = lot ? await findImages(ports, lot, signal) : [];
    const state = "done";
    await finishRequest(database, request, { state, images: images.join("#") });
  } catch (error) {
    if (!signal.aborted)
      log.warn(
        { err: error, lotId: request.lot_id, attempts },
        "extra images were not fetched",
      );
    const now = clock.now();
    const outcome = afterFailedCall({ attempts, signal, now });
    await finishRequest(database, request, outcome);
  }
}

/** Returns the addresses of images that the lot does not have yet. */
async function findImages(
  ports: ExtraImagePorts,
  lot: LotRow,
  signal: AbortSignal,
): Promise<string[]> {
  const { source, source_id: sourceId } = lot;
  const images = lot.images.split("#");
  const found = await ports.extraImagesOf({ source, sourceId }, signal);
  return [...ports.drawnPhotosOf(images), ...found].filter(
    (address) => !images.includes(address),
  );
}
