import type { FastifyInstance } from "fastify";
import type { DatabaseLog } from "../database";
import { failure } from "../errors";

const checkMilliseconds = 1_000;

/** The downloads that run on this server. */
type Downloads = {
  /** For what takes much work: exports, archives of photos and documents. */
  exports: DownloadSlots;
  /** For stored files. */
  files: DownloadSlots;
  /** Calls `cut` when the session ends, until the returned function is called. */
  follow(sessionId: string, cut: () => void): () => void;
};

declare module "fastify" {
  interface FastifyInstance {
    downloads: Downloads;
  }
}

type Options = {
  /** Returns the ids of the sessions that have not ended. */
  findSessions: (
    ids: readonly string[],
  ) => Promise<{ has(sessionId: string): boolean }>;
  log: DatabaseLog;
};

/** Counts the downloads of the server, and ends them with their sessions. */
export function addDownloads(
  app: FastifyInstance,
  { findSessions, log }: Options,
): void {
  const followed = new Set<{ sessionId: string; cut: () => void }>();
  let timer: NodeJS.Timeout | undefined;

  const check = async () => {
    const checked = [...followed];
    const ids = new Set(checked.map(({ sessionId }) => sessionId));
    const valid = await findSessions([...ids]);
    for (const { sessionId, cut } of checked) if (!valid.has(sessionId)) cut();
  };
  const checkAgain = () => {
    timer = setTimeout(() => {
      check()
        .catch((error: unknown) => {
          log.warn(
            { err: error },
            "sessions of downloads could not be checked",
          );
        })
        .finally(() => {
          timer = undefined;
          if (followed.size > 0) checkAgain();
        });
    }, checkMilliseconds).unref();
  };

  app.decorate("downloads", {
    exports: createDownloadSlots({ most: 8, mostOfAccount: 2 }),
    files: createDownloadSlots({ most: 64, mostOfAccount: 8 }),
    follow: (sessionId, cut) => {
      const download = { sessionId, cut };
      followed.add(download);
      if (!timer) checkAgain();
      return () => {
        followed.delete(download);
      };
    },
  });
  app.addHook("onClose", () => {
    clearTimeout(timer);
  });
}

const retryAfterSeconds = 10;

/** Limits the downloads that run at once. */
export type DownloadSlots = {
  /**
   * Takes a slot and returns the function that gives it back; further calls of
   * that function do nothing. Throws unavailable if no slot is left for the
   * account. With fewer free slots than half, an account gets its first one only.
   */
  take(userId: string): () => void;
};

/** Returns slots for `most` downloads in total and `mostOfAccount` of one account. */
export function createDownloadSlots({
  most,
  mostOfAccount,
}: {
  most: number;
  mostOfAccount: number;
}): DownloadSlots {
  const holders: string[] = [];
  return {
    take(userId) {
      const free = most - holders.length;
      const own = holders.filter((holder) => holder === userId).length;
      const needed = own === 0 ? 1 : most / 2;
      if (own >= mostOfAccount || free < needed)
        throw failure("unavailable", { retryAfter: retryAfterSeconds });
      holders.push(userId);
      let isHeld = true;
      return () => {
        if (isHeld) holders.splice(holders.indexOf(userId), 1);
        isHeld = false;
      };
    },
  };
}
