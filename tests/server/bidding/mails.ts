import { findRecipient } from "../../../server/identity";
import { inTransaction } from "../../../server/platform/database";
import { composeMail, selectMails } from "../../../server/platform/mail";
import { mailsOf } from "../../support/areas";
import type { Context } from "./support";

/** Returns the mails of the outbox as they would be sent. */
export const composedMails = (context: Context) =>
  inTransaction(context.database, async (trx) => {
    const { messages, clock } = context;
    const kinds = mailsOf(context);
    const found = await selectMails(trx).orderBy("outbox.id").execute();
    const composed = [];
    for (const mail of found)
      composed.push({
        userId: mail.user_id,
        mail: await composeMail(
          trx,
          { kinds, messages, now: clock.now(), findRecipient },
          mail,
        ),
      });
    return composed;
  });
