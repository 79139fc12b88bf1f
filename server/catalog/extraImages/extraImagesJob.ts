import {
  afterFailedCall,
  claimCalls,
  repeatUntilDone,
  type Job,
} from "../../platform/jobs";
import type { Context } from "../../workspace/context";
import { findLot } from "../lotQueries";
import { finishRequest, type ClaimedRequest } from "./extraImageQueries";

/** The source of extra images, which the app provides. */
export type ExtraImagePorts = {
  /**
   * Returns the addresses of images that a lot does not have yet, from the source that
   * its feed declares; none without a source. Throws if the source does not answer as
   * declared, within a minute, and when `signal` aborts.
   */
  extraImagesOf(
    lot: { source: string; sourceId: string; images: readonly string[] },
    signal: AbortSignal,
  ): Promise<readonly string[]>;
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
    const found = lot
      ? await ports.extraImagesOf(
          {
            source: lot.source,
            sourceId: lot.source_id,
            images: lot.images.split("#"),
          },
          signal,
        )
      : [];
    const images = found.join("#");
    await finishRequest(database, request, { state: "done", images });
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
