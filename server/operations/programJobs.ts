import type { Job } from "../platform/jobs";
import { sendMailJob, smtpTransport, type MailKind } from "../platform/mail";
import {
  bidMail,
  bidMailJob,
  bidSource,
  settlementJob,
  soldPriceJob,
  type BidContext,
} from "../bidding";
import {
  alertMail,
  alertMailJob,
  dailySearchJob,
  instantSearchJob,
  extraImagesJob,
  lotSource,
  turnoverJob,
  watchedLotJob,
  type ExtraImagePorts,
  type LotPorts,
} from "../catalog";
import { translateSheetsJob } from "../files";
import { setPasswordMail } from "../identity";
import type { Context } from "../workspace/context";
import { createListingReader } from "../workspace/listing";
import { removeExpiredJob } from "./retention";

/** Returns every kind of mail that the areas send. */
export const mailKinds = (context: Context): MailKind[] => [
  setPasswordMail(context),
  alertMail(context),
  bidMail(context, createListingReader(context, bidSource)),
];

/** Returns the background jobs of the program. */
export function programJobs(
  context: Context & BidContext & { ports: LotPorts & ExtraImagePorts },
): Job[] {
  const { database, clock, messages, config } = context;
  const { mailUrl, mailFrom } = config;
  const transport =
    mailUrl === "" ? null : smtpTransport({ url: mailUrl, from: mailFrom });
  const kinds = mailKinds(context);
  const lots = createListingReader(context, lotSource);
  return [
    sendMailJob({ database, clock, messages, kinds, transport }),
    dailySearchJob(context, lots),
    instantSearchJob(context, lots),
    watchedLotJob(context, lots),
    alertMailJob(context),
    settlementJob(context),
    soldPriceJob(context),
    turnoverJob(context),
    extraImagesJob(context),
    bidMailJob(context),
    translateSheetsJob(context),
    removeExpiredJob(context),
  ];
}
