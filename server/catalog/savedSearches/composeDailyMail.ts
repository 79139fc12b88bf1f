import { japanClock } from "../../../domain/japanTime";
import type { Language } from "../../../domain/limits";
import type { Resource } from "../../../domain/resource";
import { findViewer, issueLinkToken } from "../../identity";
import { portalAddress } from "../../platform/config";
import type { MailItem, MailKind } from "../../platform/mail";
import type { Context } from "../../workspace/context";
import { dailyMailKind, type DailyMail } from "./dailyMails";
import { findSearch } from "./savedSearchQueries";
import { viewedList } from "./viewedList";

/** The unsubscribe link of a mail works for this time. */
const lifetimeHours = 60 * 24;

type MailContext = Pick<
  Context,
  "config" | "messages" | "schemas" | "workspace"
>;

/**
 * Makes the daily mail of a saved search. It is dropped if the search is gone or
 * turned off, or if its owner is disabled or lost the permission for the list.
 */
export const dailySearchMail = (context: MailContext): MailKind => ({
  kind: dailyMailKind,
  compose: async (trx, { recipient, data, now }) => {
    const { userId, language, fullName } = recipient;
    const { searchId, type, title, total, lots } = data as DailyMail;
    const viewer = await findViewer(trx, userId);
    const list = viewer && viewedList(context, viewer, type);
    const search = await findSearch(trx, { user_id: userId, id: searchId });
    if (!list || !search?.is_daily) return null;
    const token = await issueLinkToken(trx, {
      userId,
      purpose: "stop-daily-search",
      subject: searchId,
      lifetimeHours,
      now,
    });
    const { config, messages } = context;
    const base = portalAddress(config);
    const text = (key: string, values = {}) =>
      messages.translate(language, `mail.${key}`, values);
    const listUrl = `${base}${list.resource.route}?${search.params}`;
    const more = total - lots.length;
    return {
      subject: text("daily.subject", { title, smart_count: total }),
      blocks: [
        { kind: "text", text: text("hello", { name: fullName }) },
        {
          kind: "text",
          text: text("daily.text", { title, smart_count: total }),
        },
        {
          kind: "items",
          items: lots.map((lot) =>
            lotItem(lot, { base, resource: list.resource, language, text }),
          ),
        },
        ...(more > 0
          ? [
              {
                kind: "text" as const,
                text: text("daily.more", { smart_count: more }),
              },
            ]
          : []),
        { kind: "button", label: text("daily.open"), url: listUrl },
      ],
      unsubscribe: {
        page: `${base}/mails/stop?token=${token}`,
        oneClick: `${base}/api/mails/stop?token=${token}`,
      },
    };
  },
});

/** Fields that the owner may not see are missing in the lot. */
function lotItem(
  lot: DailyMail["lots"][number],
  {
    base,
    resource,
    language,
    text,
  }: {
    base: string;
    resource: Resource;
    language: Language;
    text: (key: string, values?: Record<string, string>) => string;
  },
): MailItem {
  const words = (...values: unknown[]) =>
    values
      .filter((value) => typeof value === "string" || typeof value === "number")
      .join(" ");
  const number = (value: unknown) =>
    typeof value === "number"
      ? new Intl.NumberFormat(language).format(value)
      : "";
  const { lotNo, maker, model, year, grade, auctionName, auctionDate } = lot;
  const [price, mileage] = [number(lot.startPrice), number(lot.mileage)];
  const lines = [
    words(auctionName, lotNo, japanTime(auctionDate)),
    [
      ...(price ? [text("daily.price", { price })] : []),
      ...(mileage ? [text("daily.mileage", { mileage })] : []),
    ].join(", "),
  ];
  return {
    title: words(maker, model, grade, year),
    lines: lines.filter((line) => line !== ""),
    url: `${base}${resource.route}/${String(lot.id)}`,
  };
}

/** Returns day and time in Japan: `2026-11-20 10:30`. */
function japanTime(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const { day, time } = japanClock(new Date(value));
  return `${day} ${time.slice(0, 5)}`;
}
