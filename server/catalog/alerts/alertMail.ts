import { sql, type Selectable, type Transaction } from "kysely";
import { hasFlag, type Viewer } from "../../../domain/access";
import { momentsOf } from "../../../domain/moments";
import { japanDayAndTime } from "../../../domain/japanTime";
import type { Language } from "../../../domain/limits";
import type { Resource } from "../../../domain/resource";
import { replyFields } from "../../../domain/visible";
import { findViewer, unsubscribeLinks } from "../../identity";
import { portalAddress } from "../../platform/config";
import type { Tables } from "../../platform/database";
import type { MailContent, MailItem, MailKind } from "../../platform/mail";
import type { Host } from "../../workspace/area";
import { rowItems } from "../../workspace/mails/rowItems";
import { lotSourceOf } from "../lotSource";
import { findSearch } from "../savedSearches/savedSearchQueries";
import { viewedList, type ViewedList } from "../savedSearches/viewedList";
import { alertMailKind, type AlertMail } from "./alertMailJob";
import { findMatchingRows } from "./findMatchingRows";
import {
  pricedField,
  readMailedPrices,
  type MailedPrices,
} from "./mailedPrices";

/** Alerts that one mail shows; the others are only counted. */
const mostAlerts = 30;

type MailContext = Pick<
  Host,
  | "config"
  | "index"
  | "messages"
  | "schemas"
  | "workspace"
  | "clock"
  | "findLists"
>;
type Alert = Selectable<Tables["alerts"]>;
type Write = (key: string, values?: Record<string, string | number>) => string;
type Block = MailContent["blocks"][number];

/** An alert that its recipient may still see, with its list. */
type MailedAlert = { alert: Alert; list: ViewedList; params: string };

/**
 * Makes the mail of the alerts of a person. It leaves out alerts of searches that are
 * gone or turned off, and of lists and fields that the person may no longer see, and is
 * dropped if nothing is left.
 */
export const alertMail = (context: MailContext): MailKind => ({
  kind: alertMailKind,
  compose: async (trx, { recipient, data, now }) => {
    const { userId, language, fullName } = recipient;
    const viewer = await findViewer(trx, userId);
    if (!viewer) return null;
    const { config, messages } = context;
    const base = portalAddress(config);
    const text: Write = (key, values = {}) =>
      messages.translate(language, `mail.${key}`, values);
    const { alertIds } = data as AlertMail;
    const alerts = await findMailedAlerts(trx, context, { viewer, alertIds });
    const [first] = alerts;
    if (!first) return null;
    const shown = alerts.slice(0, mostAlerts);
    const prices = await readMailedPrices(trx, context, {
      ...{ viewer, language, now },
      rows: shown.map(({ list }) => list.row),
    });
    const needsPort = shown.some(({ alert, list }) =>
      alert.lots.some((lot) => prices.needsPort(list.row, lot)),
    );
    const more = alerts.length - shown.length;
    const isSearch = alerts.length === 1 && first.alert.search_id !== null;
    const summary = (alert: Alert, part: "subject" | "text") =>
      text(`alerts.${textOf(alert)}.${part}`, {
        title: alert.title,
        smart_count: alert.total,
        price: numberText(alert.price, language),
        time: japanTime(alert.auction_at) ?? "",
        deadline:
          japanTime(
            momentsOf(alert.auction_at, {
              bidDeadlineCheck: hasFlag(viewer, "bidDeadlineCheck"),
            })?.bidsClose ?? null,
          ) ?? "",
      });
    return {
      subject:
        alerts.length === 1
          ? summary(first.alert, "subject")
          : text("alerts.subject", { smart_count: alerts.length }),
      blocks: [
        { kind: "text", text: text("hello", { name: fullName }) },
        ...shown.flatMap((mailed): Block[] => [
          { kind: "text", text: summary(mailed.alert, "text") },
          ...rowBlocks(context, mailed, {
            viewer,
            base,
            language,
            text,
            prices,
          }),
        ]),
        ...(needsPort
          ? [{ kind: "text" as const, text: text("lots.choosePort") }]
          : []),
        ...(more > 0
          ? [
              {
                kind: "text" as const,
                text: text("alerts.more", { smart_count: more }),
              },
            ]
          : []),
      ],
      unsubscribe: await unsubscribeLinks(trx, base, {
        userId,
        purpose: isSearch ? "stop-daily-search" : "stop-alert-mails",
        ...(isSearch ? { subject: first.alert.search_id ?? "" } : {}),
        now,
      }),
    };
  },
});

/** Returns the name of an alert's texts. */
const textOf = ({ kind, price }: Alert): string =>
  kind === "sold" && price === null ? "sold-unpriced" : kind;

/** Returns the alerts that the viewer may still see, in the order of time. */
async function findMailedAlerts(
  trx: Transaction<Tables>,
  context: MailContext,
  { viewer, alertIds }: { viewer: Viewer; alertIds: readonly string[] },
): Promise<MailedAlert[]> {
  if (alertIds.length === 0) return [];
  const { userId: user_id } = viewer;
  const alerts = await trx
    .selectFrom("alerts")
    .selectAll()
    .where("user_id", "=", user_id)
    .where("id", "in", [...alertIds])
    .orderBy("id")
    .execute();
  const mailed: MailedAlert[] = [];
  for (const alert of alerts) {
    const list = viewedList(context, viewer, alert.list_type);
    if (!list) continue;
    const id = alert.search_id;
    const search = id === null ? null : await findSearch(trx, { user_id, id });
    if (id !== null && (!search || search.notify === "none")) continue;
    const params = search?.params ?? "";
    const present = await withPresentRows(trx, context, {
      ...{ alert, list, params, viewer },
    });
    if (present) mailed.push({ alert: present, list, params });
  }
  return mailed;
}

/**
 * Returns the alert of a search over records with its rows as they are now, without rows that
 * were removed or do not match any more; null if none of its stored rows is left. Alerts of
 * lots show the lot as it was found.
 */
async function withPresentRows(
  trx: Transaction<Tables>,
  context: MailContext,
  { alert, ...search }: MailedAlert & { viewer: Viewer },
): Promise<Alert | null> {
  const { $id } = search.list.row;
  const reader = context.findLists($id)?.reader;
  if (alert.search_id === null || lotSourceOf($id) || !reader) return alert;
  const { table, id } = reader.source;
  const ids = alert.lots.map((row) => String(row.id));
  const found = await findMatchingRows(trx, context, {
    ...search,
    reader,
    condition: sql`${sql.ref(`${table}.${id}`)} = any(${ids}::bigint[])`,
  });
  if (!found) return null;
  const { lots } = found;
  const total = alert.total - ids.length + lots.length;
  if (total === lots.length) return { ...alert, lots, total };
  // The others are not stored, but no more of them are left than rows that match.
  const all = await findMatchingRows(trx, context, {
    ...search,
    ...{ reader, condition: sql`true` },
  });
  const most = Math.max(all?.total ?? 0, lots.length);
  return { ...alert, lots, total: Math.min(total, most) };
}

type Writing = {
  viewer: Viewer;
  base: string;
  language: Language;
  text: Write;
  prices: MailedPrices;
};

/** Draws the rows of an alert, and for a search a button that opens it. */
function rowBlocks(
  context: MailContext,
  mailed: MailedAlert,
  writing: Writing,
): Block[] {
  const { alert, list, params } = mailed;
  const { resource, row } = list;
  const isOfLots = lotSourceOf(row.$id) !== undefined;
  const declared = context.workspace.resource(resource.name);
  const { draw } = rowItems(context, { ...list, ...writing, declared });
  const items = isOfLots
    ? lotItems(mailed, writing)
    : alert.lots.map((each) => draw(each));
  const blocks: Block[] = [{ kind: "items", items }];
  if (alert.search_id === null) return blocks;
  const { base, text } = writing;
  const more = alert.total - items.length;
  if (more > 0)
    blocks.push({
      kind: "text",
      text: text(isOfLots ? "lots.more" : "notice.more", { smart_count: more }),
    });
  const url = `${base}${resource.route}?${params}`;
  return [...blocks, { kind: "button", label: text("lots.open"), url }];
}

/** Draws lots with the fields that the viewer may still see. */
function lotItems(
  { alert, list: { resource, row } }: MailedAlert,
  writing: Writing,
): MailItem[] {
  const visible = new Set([
    "id",
    ...replyFields(resource, row, writing.viewer),
  ]);
  return alert.lots.map((lot) =>
    lotItem(
      Object.fromEntries(
        Object.entries(lot).filter(([name]) => visible.has(name)),
      ),
      {
        ...writing,
        resource,
        wholePrice: visible.has(pricedField)
          ? writing.prices.line(row, lot)
          : null,
      },
    ),
  );
}

/** Fields that the owner may not see are missing in the lot. */
function lotItem(
  lot: Alert["lots"][number],
  {
    base,
    resource,
    language,
    text,
    wholePrice,
  }: Writing & { resource: Resource; wholePrice: string | null },
): MailItem {
  const words = (...values: unknown[]) =>
    values
      .filter((value) => typeof value === "string" || typeof value === "number")
      .join(" ");
  const { lotNo, maker, model, year, grade, auctionName, auctionDate } = lot;
  const price = numberText(lot.startPrice, language);
  const mileage = numberText(lot.mileage, language);
  const lines = [
    words(auctionName, lotNo, japanTime(auctionDate)),
    [
      ...(price ? [text("lots.price", { price })] : []),
      ...(mileage ? [text("lots.mileage", { mileage })] : []),
    ].join(", "),
    wholePrice ?? "",
  ];
  return {
    title: words(maker, model, grade, year),
    lines: lines.filter((line) => line !== ""),
    url: `${base}${resource.route}/${String(lot.id)}`,
  };
}

const numberText = (value: unknown, language: Language): string =>
  typeof value === "number"
    ? new Intl.NumberFormat(language).format(value)
    : "";

/** Returns day and time in Japan: `2026-11-20 10:30`, the day alone if only it is known. */
function japanTime(value: unknown): string | undefined {
  if (typeof value !== "string" && !(value instanceof Date)) return undefined;
  const { day, time } = japanDayAndTime(new Date(value));
  return time === null ? day : `${day} ${time}`;
}
