import path from "node:path";
import { openStorage } from "../files";
import { retentionJob, type FolderRule, type Job } from "../platform/jobs";
import type { Host } from "../workspace/area";
import type { Context } from "../workspace/context";

/** Returns how long files in the data directory are kept. */
const folderRules = ({
  dataDirectory,
  keepRejectsDays,
}: Context["config"]): FolderRule[] =>
  dataDirectory === ":memory:"
    ? []
    : [
        {
          folder: path.join(dataDirectory, "rejects"),
          name: /\.jsonl$/,
          days: keepRejectsDays,
        },
      ];

/** Makes the job that deletes rows and files of which the areas say how long they are kept. */
export const removeExpiredJob = ({
  database,
  clock,
  config,
  retention,
}: Pick<Host, "database" | "clock" | "config" | "retention">): Job =>
  retentionJob(
    { database, clock, storage: openStorage(config) },
    { rows: retention, folders: folderRules(config) },
  );
