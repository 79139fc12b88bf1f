import { sql } from "kysely";
import type { Viewer } from "../../domain/access";
import { failure } from "../platform/errors";
import { inTransaction } from "../platform/database";
import { findRecipient } from "../identity";
import { composeMail, selectMails, type MailKind } from "../platform/mail";
import type { Context } from "../workspace/context";
import {
  createListingReader,
  readRows,
  tableSource,
  visibleListing,
  type ListingReader,
  type Row,
} from "../workspace/listing";
import type { ListContext, RowLists } from "../workspace/lists";

/** The mails of the outbox. The access rule of the list guards them. */
export const mailSource = tableSource({
  row: "mail",
  table: "outbox",
  columns: {
    kind: "kind",
    state: "state",
    createdAt: "created_at",
    sentAt: "sent_at",
    dueAt: "due_at",
    attempts: "attempts",
    error: "error",
  },
  fields: {
    recipient: {
      kind: "expression",
      expression: sql<string | null>`(
        select email from users where users.id = outbox.user_id)`,
    },
    subject: { kind: "computed" },
    text: { kind: "computed" },
  },
});

/**
 * Returns how the engine answers lists of mails. The detail has the text only
 * where no mail server is set: it contains a link by which its reader could act
 * as the recipient.
 */
export function mailLists(
  context: Context,
  kinds: readonly MailKind[],
): RowLists {
  const reader = createListingReader(context, mailSource);
  return {
    row: mailSource.row,
    reader,
    detail: {
      query: "mail-detail#/definitions/query",
      reply: "mail-detail#/definitions/reply",
      // The links of the text get new tokens, which end the older links.
      changesState: context.config.mailUrl === "",
      read: async (draft, request) => {
        const row = await readMail(draft, reader, request);
        const { config } = context;
        const text =
          config.mailUrl === ""
            ? await readText(context, kinds, request.id)
            : {};
        return { success: true, detail: { ...row, ...text } };
      },
    },
  };
}

async function readMail(
  { schemas, workspace, clock }: ListContext,
  reader: ListingReader,
  request: { resource: string; viewer: Viewer; id: string },
): Promise<Row> {
  const { viewer, id } = request;
  const resource = workspace.resource(request.resource);
  const listing = visibleListing({ schemas, clock, resource, viewer });
  const fields = Object.keys(mailSource.fields);
  const [row] = await readRows(reader, { ...listing, ids: [id], fields });
  if (!row) throw failure("not_found");
  return row;
}

/** Makes the text of a mail as sending would do, with new tokens in its links. */
const readText = (
  { database, clock, messages }: Context,
  kinds: readonly MailKind[],
  id: string,
): Promise<{ subject?: string; text?: string }> =>
  inTransaction(database, async (trx) => {
    const mail = await selectMails(trx)
      .where("outbox.id", "=", id)
      .executeTakeFirst();
    const composed =
      mail &&
      (await composeMail(
        trx,
        { kinds, messages, now: clock.now(), findRecipient },
        mail,
      ));
    return composed ? { subject: composed.subject, text: composed.text } : {};
  });
