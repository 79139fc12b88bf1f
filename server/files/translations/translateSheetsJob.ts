import {
  afterFailedCall,
  claimCalls,
  repeatUntilDone,
  type Job,
} from "../../platform/jobs";
import type { Storage } from "../../platform/storage";
import type { Context } from "../../workspace/context";
import { openStorage } from "../openStorage";
import { openPhoto, type PhotoPorts } from "../photos/archive";
import { askTranslator, longestMs, readAtMost } from "./askTranslator";
import {
  finishTranslation,
  storageKey,
  translateJobName,
  type Asked,
} from "./translationQueries";

/** Loading a picture takes up to 30 seconds more. */
const claimMs = longestMs + 60_000;
/** The longest time to load a picture. */
const loadMs = 30_000;
/** 20 MB. */
const mostBytes = 20_000_000;

type Needed = Pick<Context, "database" | "clock" | "config" | "log"> & {
  ports: PhotoPorts;
};

/**
 * Makes the job that has the requested pictures of sheets translated and stores them. A
 * failed call is repeated twice. Several servers may run it at once.
 */
export const translateSheetsJob = (context: Needed): Job => ({
  name: translateJobName,
  everySeconds: 10,
  run: async (signal) => {
    const { database, clock, config } = context;
    if (config.translatorUrl === "") return 0;
    const storage = openStorage(config);
    return repeatUntilDone(signal, async () => {
      const now = clock.now();
      const until = new Date(now.getTime() + claimMs);
      const claimed = await claimCalls(database, "sheet_translations", {
        now,
        until,
      });
      if (claimed.length === 0) return null;
      await Promise.all(
        claimed.map((asked) => translate(context, storage, asked, signal)),
      );
      return claimed.length;
    });
  },
});

async function translate(
  { database, clock, config, log, ports }: Needed,
  storage: Storage,
  asked: Asked & { attempts: number },
  signal: AbortSignal,
): Promise<void> {
  try {
    const photo = await openPhoto(asked.address, {
      ...ports,
      signal: AbortSignal.any([signal, AbortSignal.timeout(loadMs)]),
    });
    if (!photo) throw new Error("The picture cannot be loaded");
    const picture = await readAtMost(photo.bytes, mostBytes);
    const { language } = asked;
    const { bytes, type } = await askTranslator(config, {
      picture,
      language,
      signal,
    });
    const key = storageKey(asked);
    // A killed program may have left a part of it.
    await storage.remove(key);
    await storage.write(key, chunksOf(bytes));
    await finishTranslation(database, asked, { state: "done", type });
  } catch (error) {
    const { attempts } = asked;
    if (!signal.aborted)
      log.warn({ err: error, attempts }, "a sheet was not translated");
    const now = clock.now();
    const outcome = afterFailedCall({ attempts, signal, now });
    await finishTranslation(database, asked, outcome);
  }
}

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
