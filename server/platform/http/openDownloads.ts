import type { FastifyInstance } from "fastify";
import type { DatabaseLog } from "../database";
import { createWorkSlots, type WorkSlots } from "./workSlots";

const checkMilliseconds = 1_000;

/** The downloads that run on this server. */
type Downloads = {
  /** For what takes much work: exports, archives of photos and documents. */
  exports: WorkSlots;
  /** For documents that strangers download by a link. They take no slot of the staff. */
  publicExports: WorkSlots;
  /** For stored files. */
  files: WorkSlots;
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
    exports: createWorkSlots({ most: 8, mostOfHolder: 2 }),
    publicExports: createWorkSlots({ most: 2, mostOfHolder: 1 }),
    files: createWorkSlots({ most: 64, mostOfHolder: 8 }),
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
