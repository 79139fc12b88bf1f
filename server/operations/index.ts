import path from "node:path";
import { sql } from "kysely";
import { brokenUploadDays, openStorage } from "../files";
import { findRecipient } from "../identity";
import { type FolderRule, type Job, retentionJob } from "../platform/jobs";
import { sendMailJob, smtpTransport } from "../platform/mail";
import type { AreaModule, Host } from "../workspace/area";
import type { Context } from "../workspace/context";
import { tableSource } from "../workspace/listing";
import { unsavedDays } from "../workspace/records";
import { mailLists, mailSource } from "./mailLists";
import { registerPageErrors } from "./pageErrors";
import { migrations } from "./migrations";
import { headMail, headMailJob } from "./seals/headMail";
import { registerSeals } from "./seals/routes";
import { sealJob } from "./seals/sealRows";
import { verifySealsJob } from "./seals/verifySeals";
import { registerStopMails } from "./stopMails";

export { makeBackup } from "./backup/backup";
export { verifySeals } from "./seals/verifySeals";
export { withDatabase } from "./backup/place";
export { restoreBackup, settleRestoredMails } from "./backup/restore";
export { BackupFailed } from "./backup/place";

/** The runs of background jobs. The access rule of the list guards them. */
const jobRunSource = tableSource({
  row: "job-run",
  table: "job_runs",
  columns: {
    job: "job",
    outcome: "outcome",
    startedAt: "started_at",
    endedAt: "ended_at",
    attempt: "attempt",
    handled: "handled",
    error: "error",
  },
});

/** The outbox, the runs of jobs, retention, seals and errors of the browser program. */
export const operations: AreaModule = {
  name: "operations",
  migrations,
  calls: ["/errors", "/mails/stop", "/seals/head"],
  sources: [jobRunSource, mailSource],
  retention: ({ keepHistoryDays, keepMailsDays }) => [
    { table: "idempotency_keys", since: "created_at", days: 2 },
    { table: "outbox", since: "created_at", days: keepMailsDays },
    { table: "record_history", since: "at", days: keepHistoryDays },
    {
      table: "record_files",
      since: "released_at",
      days: brokenUploadDays,
      where: sql`stored_at is null`,
      file: sql.ref("key"),
    },
    {
      table: "record_files",
      since: "released_at",
      days: unsavedDays,
      where: sql`record_id is null`,
      file: sql.ref("key"),
    },
    {
      // The history that names the file ends at the same time.
      table: "record_files",
      since: "released_at",
      days: keepHistoryDays,
      file: sql.ref("key"),
    },
    {
      table: "record_imports",
      since: "at",
      days: keepHistoryDays,
      // An undo ends before its import, and both after their changes.
      where: sql`not exists (select from record_history
          where import_id = record_imports.id)
        and not exists (select from record_imports as undo
          where undo.undoes = record_imports.id)`,
    },
    { table: "job_runs", since: "started_at", days: 30 },
    // A follower that was away for longer reads everything again.
    { table: "tombstones", since: "buried_at", days: 7 },
  ],
  open: (host) => {
    const { mailUrl, mailFrom } = host.config;
    // All areas that send mails are open: this one is above them.
    const mails = [headMail(host)];
    const kinds = [
      ...host.parts.flatMap(({ mails: ofArea = [] }) => ofArea),
      ...mails,
    ];
    const transport =
      mailUrl === "" ? null : smtpTransport({ url: mailUrl, from: mailFrom });
    return {
      lists: [mailLists(host, kinds)],
      mails,
      jobs: [
        sendMailJob({ ...host, kinds, findRecipient, transport }),
        removeExpiredJob(host),
        sealJob(host, host.sealed),
        verifySealsJob(host),
        headMailJob(host),
      ],
      routes: (api) => {
        registerPageErrors(api, host);
        registerStopMails(api, host);
        registerSeals(api, host);
      },
    };
  },
};

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
