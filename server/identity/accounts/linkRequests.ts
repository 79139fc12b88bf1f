import { inTransaction } from "../../platform/database";
import { Failure } from "../../platform/errors";
import { repeatUntilDone, type Job } from "../../platform/jobs";
import type { Context } from "../../workspace/context";
import { emailKey } from "../createUser";
import type { NoteSecurity } from "../securityLog";
import { countAttempt, networkThrottles } from "../throttle";
import { findRecipientOf, queueLinkMail, type LinkKind } from "./linkMails";

/** The mails that anybody may request for an e-mail. */
type RequestedKind = Exclude<LinkKind, "set-password">;

const jobName = "send-requested-links";
const hour = 3_600;
/** Requests of one network, which a whole office may share. */
const mostPerNetwork = 30;
const mostPerEmail = 5;

/**
 * Requests a mail with a link for an e-mail. The user is looked up later, by a job, so that
 * neither the reply nor its time says whether somebody has this e-mail. Throws
 * too_many_requests after five requests for an e-mail or thirty of a network in an hour.
 */
export async function requestLink(
  context: Pick<Context, "database" | "clock" | "jobs">,
  {
    email,
    kind,
    address,
    note,
    assertAllowed,
  }: {
    email: string;
    kind: RequestedKind;
    address: string;
    note: NoteSecurity;
    /** A costly check, which only requests within the limit of a network pass through. */
    assertAllowed?: () => Promise<void>;
  },
): Promise<void> {
  const { database, clock, jobs } = context;
  const email_key = emailKey(email);
  const windowSeconds = hour;
  const onExhausted = () => note({ event: "link-throttled" });
  await countAttempt(
    context,
    networkThrottles(`${kind} network`, address, {
      most: mostPerNetwork,
      windowSeconds,
    }),
    onExhausted,
  );
  await assertAllowed?.();
  // A robot must not use up the requests for the e-mail of somebody else.
  await countAttempt(
    context,
    [{ key: `${kind} email ${email_key}`, most: mostPerEmail, windowSeconds }],
    onExhausted,
  );
  await inTransaction(database, async (trx) => {
    await trx
      .insertInto("link_requests")
      .values({ email_key, kind, requested_at: clock.now() })
      .execute();
    await jobs.enqueue(trx, jobName);
  });
}

/**
 * Sends the link to confirm an e-mail to its owner, who has tried to sign in, unless too many
 * links were requested.
 */
export async function sendVerificationAgain(
  context: Parameters<typeof requestLink>[0],
  request: Omit<Parameters<typeof requestLink>[1], "kind" | "assertAllowed">,
): Promise<void> {
  try {
    await requestLink(context, { ...request, kind: "verify-email" });
  } catch (error) {
    if (!(error instanceof Failure && error.code === "too_many_requests"))
      throw error;
  }
}

/** Makes the job that queues the requested mails for e-mails that somebody has. */
export const linkRequestJob = ({
  database,
  clock,
  jobs,
}: Pick<Context, "database" | "clock" | "jobs">): Job => ({
  name: jobName,
  everySeconds: 60,
  run: (signal) =>
    repeatUntilDone(signal, () =>
      inTransaction(database, async (trx) => {
        const request = await trx
          .deleteFrom("link_requests")
          .where("id", "in", (eb) =>
            eb
              .selectFrom("link_requests")
              .select("id")
              .orderBy("id")
              .limit(1)
              .forUpdate()
              .skipLocked(),
          )
          .returning(["email_key as emailKey", "kind"])
          .executeTakeFirst();
        if (!request) return null;
        const kind = request.kind as RequestedKind;
        const user = await findRecipientOf(trx, kind, request);
        if (!user) return 0;
        const now = clock.now();
        await queueLinkMail(trx, { jobs, now }, { userId: user.id, kind });
        return 1;
      }),
    ),
});
