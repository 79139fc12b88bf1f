import { sql } from "kysely";
import { roleOf } from "../../../domain/access";
import { japanClock, japanDay, toJapanIso } from "../../../domain/japanTime";
import { verifyPath } from "../../bidding";
import { findAdministrators, findViewer } from "../../identity";
import { portalAddress } from "../../platform/config";
import {
  inTransaction,
  readAppState,
  saveAppState,
} from "../../platform/database";
import type { Job } from "../../platform/jobs";
import { type MailKind, queueMail } from "../../platform/mail";
import type { Context } from "../../workspace/context";
import { findLastSeal } from "./sealRows";

const headMailKind = "seal-head";
/** The day and the head of the last mails, in `app_state`. */
const stateKey = "seal-head-mailed";

type HeadMail = { number: string; head: string; sealedAt: string };

/**
 * Makes the job that mails the newest head to all administrators, once a day in Japan. A
 * day without new seals has no mail.
 */
export const headMailJob = ({
  database,
  clock,
  jobs,
  config,
}: Pick<Context, "database" | "clock" | "jobs" | "config">): Job => ({
  name: "mail-seal-head",
  everySeconds: 3_600,
  run: () =>
    config.headMails === "off"
      ? Promise.resolve(0)
      : inTransaction(database, async (trx) => {
          // Several servers mail a head once.
          await sql`select pg_advisory_xact_lock(hashtext(${stateKey}))`.execute(
            trx,
          );
          const now = clock.now();
          const [day, mailed] =
            (await readAppState(trx, stateKey))?.split(" ") ?? [];
          const seal = await findLastSeal(trx);
          if (!seal || day === japanDay(now) || seal.head === mailed) return 0;
          const data: HeadMail = {
            number: seal.number,
            head: seal.head,
            sealedAt: toJapanIso(seal.sealed_at),
          };
          const administrators = await findAdministrators(trx);
          for (const userId of administrators)
            await queueMail(
              trx,
              { jobs, now },
              { userId, kind: headMailKind, data },
            );
          await saveAppState(trx, stateKey, `${japanDay(now)} ${seal.head}`);
          return administrators.length;
        }),
});

function dayAndTime(moment: string): string {
  const { day, time } = japanClock(new Date(moment));
  return `${day} ${time}`;
}

/** Makes the mail of a head. It is dropped if the recipient is no administrator any more. */
export const headMail = ({
  config,
  messages,
}: Pick<Context, "config" | "messages">): MailKind => ({
  kind: headMailKind,
  compose: async (trx, { recipient, data }) => {
    const { userId, language, fullName } = recipient;
    const viewer = await findViewer(trx, userId);
    if (!viewer || roleOf(viewer) !== "admin") return null;
    const { number, head, sealedAt } = data as HeadMail;
    const text = (key: string, values: Record<string, string> = {}) =>
      messages.translate(language, `mail.${key}`, values);
    return {
      subject: text("sealHead.subject", { number }),
      blocks: [
        { kind: "text", text: text("hello", { name: fullName }) },
        {
          kind: "text",
          text: text("sealHead.text", { number, at: dayAndTime(sealedAt) }),
        },
        { kind: "text", text: head },
        {
          kind: "text",
          text: text("sealHead.use", { command: `npm run verify -- ${head}` }),
        },
        {
          kind: "button",
          label: text("sealHead.open"),
          url: portalAddress(config) + verifyPath,
        },
      ],
    };
  },
});
