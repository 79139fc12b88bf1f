import { areas } from "../../server/areas";
import type { MailKind } from "../../server/platform/mail";
import type { Job } from "../../server/platform/jobs";
import type { Host } from "../../server/workspace/area";
import type { Context } from "../../server/workspace/context";
import { openAreas } from "../../server/workspace/openAreas";

/** Opens all areas, as each server does for itself. */
export const openAll = (context: Context): Host => openAreas(context, areas);

export const jobsOf = ({ parts }: Pick<Host, "parts">): Job[] =>
  parts.flatMap(({ jobs = [] }) => jobs);

export const mailsOf = ({ parts }: Pick<Host, "parts">): MailKind[] =>
  parts.flatMap(({ mails = [] }) => mails);
