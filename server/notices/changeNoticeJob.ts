import { sql, type Transaction } from "kysely";
import { findSettled } from "../platform/changes";
import { inTransaction, type Tables } from "../platform/database";
import { repeatUntilDone, type Job } from "../platform/jobs";
import type { Context } from "../workspace/context";
import { changedValues, newsOf, type RecordChange } from "./recordNews";
import { logOnce, noticesOn, type ListNotice } from "./declaredNotices";
import { addressChanges, findRecipients, type Addressed } from "./recipients";
import { addWaits } from "./waits";

/** The changes that one transaction reads. */
const portionSize = 500;

type Trx = Transaction<Tables>;
type JobContext = Pick<
  Context,
  "database" | "clock" | "workspace" | "schemas" | "log"
>;

/**
 * Makes the job that reads the history of records and notes which records began to meet the
 * condition of a notice, or differ in one of its fields. A write and its entry in the history are one transaction, and the
 * notes and the position in the history another one, so that a killed program neither repeats
 * nor skips a change. Of several servers one reads at a time.
 */
export function changeNoticeJob(context: JobContext): Job {
  const failures = logOnce(context);
  return {
    name: "change-notices",
    everySeconds: 15,
    run: async (signal) => {
      const settled = await findSettled(context.database);
      return repeatUntilDone(signal, () =>
        inTransaction(context.database, (trx) =>
          readPortion(trx, context, { settled, failures }),
        ),
      );
    },
  };
}

type Sweep = { settled: bigint; failures: ReturnType<typeof logOnce> };

/** Returns the number of noted records, or null if all of the history was read. */
async function readPortion(
  trx: Trx,
  context: JobContext,
  { settled, failures }: Sweep,
): Promise<number | null> {
  const position = await trx
    .selectFrom("notice_position")
    .select("seq")
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!position || BigInt(position.seq) >= settled) return null;
  const watched = noticesOn(context, "change", "difference");
  const rows = [...new Set(watched.map(({ resource }) => resource.row))];
  const changes = await findChanges(trx, {
    rows,
    after: position.seq,
    upTo: settled.toString(),
  });
  const last = changes.at(-1);
  await trx
    .updateTable("notice_position")
    .set({
      seq:
        last && changes.length === portionSize ? last.seq : settled.toString(),
    })
    .execute();
  let noted = 0;
  for (const each of watched) {
    const news = readNews(context, each, { changes, failures });
    if (news.length === 0) continue;
    const addressed = await addressChanges(trx, each, news);
    await noteRows(trx, each, { addressed, now: context.clock.now() });
    noted += news.length;
  }
  return noted;
}

/** A notice that fails is left out and logged, so that it does not stop the others. */
function readNews(
  { schemas }: JobContext,
  each: ListNotice,
  {
    changes,
    failures,
  }: { changes: readonly RecordChange[] } & Pick<Sweep, "failures">,
): RecordChange[] {
  const { row } = each.resource;
  try {
    const own = changes.filter(({ row_schema }) => row_schema === row);
    const found = newsOf(each, schemas.row(row), own);
    failures.worked(each);
    return found;
  } catch (error) {
    failures.failed(each, error);
    return [];
  }
}

async function findChanges(
  trx: Trx,
  {
    rows,
    after,
    upTo,
  }: { rows: readonly string[]; after: string; upTo: string },
): Promise<RecordChange[]> {
  if (rows.length === 0) return [];
  return trx
    .selectFrom("record_history as history")
    .leftJoin("records", "records.id", "history.record_id")
    .select(["history.seq", "history.row_schema", "history.record_id"])
    .select(["history.at", "history.user_id"])
    .select(["history.before", "history.after"])
    .select("records.owner_id as owner_id")
    .where("history.seq", ">", after)
    .where("history.seq", "<=", upTo)
    .where(sql<boolean>`history.row_schema = any(${rows}::text[])`)
    .orderBy("history.seq")
    .limit(portionSize)
    .execute();
}

/** Notes the records of a notice, and lets a mail wait for each recipient. */
async function noteRows(
  trx: Trx,
  each: ListNotice,
  { addressed, now }: { addressed: readonly Addressed[]; now: Date },
): Promise<void> {
  if (addressed.length === 0) return;
  const { resource, notice } = each;
  const ids = await trx
    .insertInto("notice_rows")
    .values(
      addressed.map(({ change, userId }) => ({
        ...{ resource: resource.name, notice: notice.id },
        ...{ record_id: change.record_id, actor_id: change.user_id },
        ...{ user_id: userId, at: now },
        before: toJson(changedValues(each, change.before)),
        after: toJson(changedValues(each, change.after)),
      })),
    )
    .returning("id")
    .execute();
  const numbers = ids.map(({ id }) => BigInt(id));
  const lowest = numbers.reduce((one, other) => (other < one ? other : one));
  const highest = numbers.reduce((one, other) => (other > one ? other : one));
  await addWaits(trx, {
    ...each,
    userIds: await findRecipients(trx, each, addressed),
    range: { from: String(lowest), to: String(highest) },
    now,
  });
}

const toJson = (values: Readonly<Record<string, unknown>> | null) =>
  values && JSON.stringify(values);
