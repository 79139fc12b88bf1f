import { sql, type Selectable, type Transaction } from "kysely";
import { isAllowed, roleOf, type Viewer } from "../../../domain/access";
import { bidStatuses } from "../../../domain/bidStatus";
import { chatSideOf } from "../../../domain/chat";
import { claimOf } from "../../../domain/claim";
import { bidTexts, textsOfBids } from "../../../domain/bidRules";
import type { Language } from "../../../domain/limits";
import {
  choiceKey,
  type Resource,
  type RowSchema,
} from "../../../domain/resource";
import { listOfPageType } from "../../../domain/listing/addresses";
import { findViewer, unsubscribeLinks } from "../../identity";
import { portalAddress } from "../../platform/config";
import type { Tables } from "../../platform/database";
import type { Signer } from "../../platform/signing";
import type { MailItem, MailKind } from "../../platform/mail";
import type { Context } from "../../workspace/context";
import type { ListingReader } from "../../workspace/listing";
import { bidSource } from "../bidSource";
import type { BidPorts } from "../bidContext";
import { findReadableBids } from "../bidQueries";
import { findReadStates } from "../chat/chatQueries";
import { bidListOf, describeBid } from "../describeBid";
import { findReceipt, signReceipt } from "../receipt/findReceipt";
import { verifyPath } from "../receipt/receiptText";
import { bidMailKind, type BidMail } from "./queueBidMail";

/** Bids that one mail shows; the others are only counted. */
const mostBids = 30;
/** Characters of a message that a mail quotes. */
const longestQuote = 300;

type MailContext = Pick<
  Context,
  "config" | "messages" | "schemas" | "workspace" | "clock"
> & { signer: Signer; ports: BidPorts };
type News = BidMail["bids"][number];
type Entry = Pick<
  Selectable<Tables["bid_log"]>,
  "event" | "amount" | "before" | "after" | "reason"
>;
type Values = Record<string, string | number>;
/** Writes a text, with the words of a section of the locales where it has them. */
type Write = (key: string, values?: Values, section?: string) => string;

/**
 * Makes the mail about the bids of a person: what was accepted, what others have changed
 * since, and messages that are still unread. It shows only fields that the recipient may
 * see in lists of bids, and is dropped if nothing of it is left.
 */
export const bidMail = (
  context: MailContext,
  bids: ListingReader,
): MailKind => ({
  kind: bidMailKind,
  compose: async (trx, { recipient, data, now }) => {
    const { userId, language, fullName } = recipient;
    const viewer = await findViewer(trx, userId);
    const list = viewer && bidListOf(context, viewer);
    if (!list) return null;
    const { config, messages } = context;
    const base = portalAddress(config);
    const text: Write = (key, values, section) =>
      messages.translate(language, key, values, section);
    const items: MailItem[] = [];
    const areas = new Set<string>();
    let isWin = false;
    const waiting = await findOpenNews(trx, viewer, (data as BidMail).bids);
    while (items.length < mostBids) {
      const news = waiting.shift();
      if (!news) break;
      const told = await tellOf(trx, news, {
        context,
        viewer,
        list,
        bids,
        language,
        text,
      });
      if (!told) continue;
      isWin ||= told.isWin;
      areas.add(told.area);
      items.push({ ...told.item, url: base + told.path });
    }
    const [first] = items;
    if (!first) return null;
    const section = textsOfBids(areas);
    const own: Write = (key, values) => text(key, values, section);
    const count = items.length + waiting.length;
    const subject = count > 1 ? "several" : isWin ? "won" : "single";
    return {
      subject: own(`mail.bids.subject.${subject}`, {
        title: first.title,
        smart_count: count,
      }),
      blocks: [
        { kind: "text", text: text("mail.hello", { name: fullName }) },
        { kind: "text", text: own("mail.bids.text") },
        { kind: "items", items },
        ...(waiting.length > 0
          ? [
              {
                kind: "text" as const,
                text: own("mail.bids.more", { smart_count: waiting.length }),
              },
            ]
          : []),
        {
          kind: "button",
          label: own("mail.bids.open"),
          url: base + list.route,
        },
      ],
      unsubscribe: await unsubscribeLinks(trx, base, {
        ...{ userId, purpose: "stop-bid-mails", now },
      }),
    };
  },
});

/**
 * Returns the news of each bid together, in the order of the first ones. News about bids
 * that the recipient may no longer read and about messages that were read is left out.
 */
async function findOpenNews(
  trx: Transaction<Tables>,
  viewer: Viewer,
  news: readonly News[],
): Promise<News[][]> {
  const bidIds = [...new Set(news.map(({ bidId }) => bidId))];
  const readable = await findReadableBids(trx, viewer, bidIds);
  const readStates = await findReadStates(trx, viewer, readable);
  const open = news.filter(
    ({ bidId, kind }) => kind === "change" || readStates.get(bidId) === false,
  );
  const byBid = new Map<string, News[]>(readable.map((id) => [id, []]));
  for (const each of open) byBid.get(each.bidId)?.push(each);
  return [...byBid.values()].filter(({ length }) => length > 0);
}

type Telling = {
  context: MailContext;
  viewer: Viewer;
  list: Resource;
  bids: ListingReader;
  language: Language;
  text: Write;
};

/** Returns what a mail says of one bid; null if there is nothing to say any more. */
async function tellOf(
  trx: Transaction<Tables>,
  news: readonly News[],
  telling: Telling,
): Promise<{
  item: Omit<MailItem, "url">;
  path: string;
  /** The area of the lot. */
  area: string;
  isWin: boolean;
} | null> {
  const [{ userId, bidId } = { userId: "", bidId: "" }] = news;
  const { context, viewer, list, language, text } = telling;
  const described = await describeBid(trx, { ...telling, bidId });
  if (!described) return null;
  const { row, visible, title, place } = described;
  const owed = await owedFor(trx, { userId, bidId });
  const area = String(row.lotType);
  const lines: string[] = [];
  let isWin = false;
  for (const { kind, firstId, upTo } of news) {
    const range = { userId, bidId, firstId, upTo, viewer };
    if (kind === "message")
      lines.push(...(await messageLines(trx, { ...range, text })));
    else
      for (const entry of await entriesOf(trx, range)) {
        // A win may have been taken back before the mail is sent.
        if (entry.after && "bidStatus" in entry.after)
          isWin = entry.after.bidStatus === bidStatuses.win;
        lines.push(
          ...entryLines(entry, {
            ...{ owed, area, visible, viewer, language },
            text: (key, values) => text(key, values, bidTexts(area)),
          }),
        );
        if (entry.event === "placed")
          lines.push(
            ...(await receiptLines(trx, { userId, bidId, text, context })),
          );
      }
  }
  if (lines.length === 0) return null;
  const lots = listOfPageType(
    context.workspace
      .resources()
      .filter(({ access }) => isAllowed(access, viewer)),
    row.lotType,
  );
  const { purchases } = context.ports;
  return {
    item: { title, lines: [place, ...lines] },
    path:
      (await purchases.pageOf(trx, viewer, { userId, bidId })) ??
      (lots ? `${lots.route}/${String(row.id)}` : list.route),
    area,
    isWin,
  };
}

type Range = Pick<News, "userId" | "bidId" | "firstId" | "upTo"> & {
  viewer: Viewer;
};

/** Whether a log entry or message of a bid is in a range. */
const isInRange = ({ userId, bidId, firstId, upTo }: Range) =>
  sql<boolean>`user_id = ${userId} and bid_id = ${bidId}
    and id >= ${firstId} and id <= coalesce(${upTo ?? null}::bigint, id)`;

/** Returns a range of a bid's log, without the recipient's own changes. */
const entriesOf = (trx: Transaction<Tables>, range: Range): Promise<Entry[]> =>
  trx
    .selectFrom("bid_log")
    .select(["event", "amount", "before", "after", "reason"])
    .where(isInRange(range))
    .where((eb) =>
      eb.or([
        eb("event", "=", "placed"),
        eb("actor_id", "is distinct from", range.viewer.userId),
      ]),
    )
    .orderBy("id")
    .execute();

/** Returns what a mail says of a log entry, as far as the recipient may see it. */
function entryLines(
  { event, amount, before, after, reason }: Entry,
  {
    owed,
    area,
    visible,
    viewer,
    language,
    text,
  }: Pick<Telling, "viewer" | "language" | "text"> & {
    owed: number;
    /** The area of the lot. */
    area: string;
    visible: RowSchema["properties"];
  },
): string[] {
  const yen = (value: unknown) => yenText(value, language);
  if (event === "placed")
    return [text("mail.bids.accepted", { amount: yen(amount) })];
  // A result that books no price is a question to the managers.
  if (event === "result" && !(before && "soldPrice" in before)) return [];
  const lines: string[] = [];
  const name = "bidStatus";
  const statusText = (status: unknown) =>
    text(
      choiceKey(
        { row: bidSource.row, name, field: visible[name] ?? {} },
        roleOf(viewer),
        String(status),
        { lotType: area },
      ),
    );
  const changed = (field: string) =>
    after !== null && field in after && Object.hasOwn(visible, field);
  if (changed("bidStatus")) {
    const status = Number(after?.bidStatus);
    lines.push(
      status === bidStatuses.win
        ? text(
            owed > 0 && Object.hasOwn(visible, "soldPrice")
              ? "mail.bids.wonFor"
              : "mail.bids.won",
            { price: yen(owed) },
          )
        : text("mail.bids.status", {
            from: statusText(before?.bidStatus),
            to: statusText(status),
          }),
    );
  }
  if (changed("bidAmount"))
    lines.push(
      text("mail.bids.amount", {
        from: yen(before?.bidAmount),
        to: yen(after?.bidAmount),
      }),
    );
  const isWin = after?.bidStatus === bidStatuses.win;
  if (changed("soldPrice") && typeof after?.soldPrice === "number" && !isWin)
    lines.push(text("mail.bids.soldPrice", { price: yen(after.soldPrice) }));
  if (changed("auctionDate") && typeof after?.auctionDate === "string")
    lines.push(
      text("mail.bids.postponed", {
        time: momentText(after.auctionDate, language),
      }),
    );
  if (reason !== null && lines.length > 0)
    lines.push(text("mail.bids.reason", { reason }));
  for (const field of ["exportType", "bidGroup"])
    if (changed(field))
      lines.push(
        text("mail.bids.changed", { name: text(`fields.bid.${field}`) }),
      );
  return lines;
}

/** Returns the yen that the client owes for a won bid; 0 before the price is known. */
async function owedFor(
  trx: Transaction<Tables>,
  { userId, bidId }: { userId: string; bidId: string },
): Promise<number> {
  const bid = await trx
    .selectFrom("bids")
    .select(["amount", "won_price as wonPrice"])
    .select("manager_sold_price as managerSoldPrice")
    .where("user_id", "=", userId)
    .where("id", "=", bidId)
    .executeTakeFirstOrThrow();
  return claimOf({ ...bid, status: bidStatuses.win }).owed;
}

/** Returns the number of a bid's receipt, its signature, and where to check it. */
async function receiptLines(
  trx: Transaction<Tables>,
  {
    userId,
    bidId,
    text,
    context: { signer, config },
  }: Pick<Telling, "text" | "context"> & { userId: string; bidId: string },
): Promise<string[]> {
  const receipt = await findReceipt(trx, { userId, bidId });
  if (!receipt) return [];
  const signed = signReceipt(signer, receipt);
  return [
    text("mail.bids.receipt", { number: receipt.number }),
    text("mail.bids.receiptText", { text: signed.text }),
    text("mail.bids.receiptSignature", { signature: signed.signature }),
    text("mail.bids.receiptCheck", { url: portalAddress(config) + verifyPath }),
  ];
}

/**
 * Returns the last messages of the other sides in a range. Only managers learn which
 * manager wrote, as in the chat.
 */
async function messageLines(
  trx: Transaction<Tables>,
  { text, ...range }: Range & Pick<Telling, "text">,
): Promise<string[]> {
  const side = chatSideOf(range.viewer, range.userId);
  const messages = await trx
    .selectFrom("bid_messages")
    .select(["side", "author_name", "text"])
    .where(isInRange(range))
    .where("side", "<>", side)
    .orderBy("id", "desc")
    .limit(3)
    .execute();
  return messages.toReversed().map((message) =>
    text("mail.bids.message", {
      name: message.side === "agent" ? text("chat.other") : message.author_name,
      text: Array.from(message.text).slice(0, longestQuote).join(""),
    }),
  );
}

const momentText = (iso: string, language: Language): string =>
  new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "Asia/Tokyo",
  }).format(new Date(iso));

/** Not every mail program shows the narrow spaces of the screens. */
const yenText = (value: unknown, language: Language): string =>
  typeof value === "number" ? value.toLocaleString(language) : "";
