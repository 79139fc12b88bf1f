import { sql } from "kysely";
import { isAllowed, type Viewer } from "../../domain/access";
import { fixedConditions } from "../../domain/listing/fixedConditions";
import { stateAddress, tileState } from "../../domain/dashboard";
import { findViewer, unsubscribeLinks } from "../identity";
import { portalAddress } from "../platform/config";
import type { MailContent, MailKind } from "../platform/mail";
import type { Host } from "../workspace/area";
import {
  cutToViewer,
  findShownWords,
  visibleListing,
  type Condition,
  type Row,
} from "../workspace/listing";
import { readMatching } from "../workspace/lists";
import { rowItems } from "../workspace/mails/rowItems";
import { findNotice, type ListNotice } from "./declaredNotices";
import { notedRecords, readDifferences } from "./notedRecords";
import { noticeMailKind, type NoticeMail } from "./noticeMailJob";

/** Rows that one mail shows; the others are only counted. */
const mostRows = 20;

type MailContext = Pick<
  Host,
  "config" | "clock" | "findLists" | "messages" | "schemas" | "workspace"
>;

/**
 * Makes the mail of a notice. It reads the list as its recipient sees it when the mail is
 * sent, and is dropped if no row is left, the notice is not declared any more, or the
 * recipient may no longer see the list or the fields that the notice depends on.
 */
export const noticeMail = (context: MailContext): MailKind => ({
  kind: noticeMailKind,
  compose: async (trx, { recipient, data, now }) => {
    const { userId, language, fullName } = recipient;
    const viewer = await findViewer(trx, userId);
    const { range, ...stored } = data as NoticeMail;
    const found = findNotice(context, {
      ...stored,
      isScheduled: range === null,
    });
    if (!viewer || !found) return null;
    const { config, messages, schemas } = context;
    const { resource: declared, notice } = found;
    const lists = context.findLists(declared.row);
    if (!lists || !cutToViewer(declared, schemas.row(declared.row), viewer))
      return null;
    const listing = visibleListing({ ...context, resource: declared, viewer });
    const state = tileState(notice, listing, now);
    const { resource, row } = listing;
    const noted = range && { viewer, row, range };
    const condition = noted
      ? notedRecords(found, noted)
      : scheduledRows(found, viewer);
    if (!state || !condition) return null;
    const base = portalAddress(config);
    const items = rowItems(context, {
      ...{ declared, resource, row, viewer, language, base },
      chosen: notice.fields && [...notice.fields, ...(notice.changed ?? [])],
    });
    const { total, rows } = await readMatching(trx, {
      reader: lists.reader,
      query: {
        ...{ ...listing, state },
        // A record that no longer meets the condition is no news.
        where: [
          ...(listing.where ?? []),
          ...fixedConditions(notice.condition, { viewer, now }),
        ],
        shownWords: findShownWords({ resource, row, state }, messages),
      },
      ...{ condition, fields: items.fields, most: mostRows, now },
    });
    if (total === 0) return null;
    const idOf = (each: Row) => String(each[resource.key]);
    const told =
      noted && notice.changed
        ? await readDifferences(trx, found, { ...noted, ids: rows.map(idOf) })
        : null;
    const drawn = rows.map((each) => items.draw(each, told?.get(idOf(each))));
    const own = `resources.${declared.name}.notices.${notice.id}`;
    const values = {
      smart_count: total,
      list: messages.translate(language, `resources.${declared.name}.title`),
      name: drawn[0]?.title ?? "",
    };
    const text = (part: "subject" | "text") =>
      messages.translate(
        language,
        messages.has(language, `${own}.${part}`)
          ? `${own}.${part}`
          : `mail.notice.${notice.on}.${part}`,
        values,
      );
    const plain = (key: string, of = {}) =>
      messages.translate(language, `mail.${key}`, of);
    const more = total - drawn.length;
    const blocks: MailContent["blocks"] = [
      { kind: "text", text: plain("hello", { name: fullName }) },
      { kind: "text", text: text("text") },
      { kind: "items", items: drawn },
      ...(more > 0
        ? [
            {
              kind: "text" as const,
              text: plain("notice.more", { smart_count: more }),
            },
          ]
        : []),
      {
        kind: "button",
        label: plain("notice.open"),
        url: base + stateAddress(resource, state),
      },
    ];
    const unsubscribe = await unsubscribeLinks(trx, base, {
      ...{ userId, purpose: "stop-alert-mails" as const, now },
    });
    return { subject: text("subject"), blocks, unsubscribe };
  },
});

/** All rows that match the filters are for everybody whom the rule of the notice allows. */
const scheduledRows = (
  { notice: { to } }: ListNotice,
  viewer: Viewer,
): Condition | null =>
  to.access && isAllowed(to.access, viewer) ? sql<boolean>`true` : null;
