import type { AreaModule } from "../workspace/area";
import { changeNoticeJob } from "./changeNoticeJob";
import { migrations } from "./migrations";
import { noticeMail } from "./noticeMail";
import { noticeMailJob } from "./noticeMailJob";
import { scheduledNoticeJob } from "./scheduledNoticeJob";

/** Mails about rows of lists that changed, or at a time of the day. */
export const notices: AreaModule = {
  name: "notices",
  migrations,
  retention: () => [
    { table: "notice_rows", since: "at", days: 30 },
    // A mail waits for the end of quiet hours at most, unless its user is gone.
    { table: "notice_waits", since: "first_at", days: 30 },
  ],
  open: (host) => ({
    jobs: [
      changeNoticeJob(host),
      scheduledNoticeJob(host),
      noticeMailJob(host),
    ],
    mails: [noticeMail(host)],
  }),
};
