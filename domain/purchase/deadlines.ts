import { addBusinessDays, toBusinessDay, type Holidays } from "../businessDays";
import { addDays } from "../japanTime";

/**
 * Days until each step of a purchase is due. Clients pay within business days; all other days are
 * calendar days.
 */
export type Deadlines = {
  payDays: number;
  invoiceDays: number;
  collectDays: number;
  yardDays: number;
  bookShipDays: number;
  sellerPapersDays: number;
  checkDraftDays: number;
  releaseDays: number;
  /** Whether a step that would be due on a closed day is due on the next business day. */
  movesToBusinessDay: boolean;
};

/** The settings together with the calendar that they count in. */
export type DueRules = Deadlines & { holidays: Holidays };

/**
 * The usual days of agents and auction houses: payment 2 to 5 business days after the sale, the
 * seller's papers within 7 days (rules of USS, article 5), a draft B/L checked within 2 days. A
 * period that ends on a closed day ends on the next business day (Civil Code, article 142).
 */
export const usualDeadlines: Deadlines = {
  payDays: 5,
  invoiceDays: 1,
  collectDays: 3,
  yardDays: 3,
  bookShipDays: 7,
  sellerPapersDays: 7,
  checkDraftDays: 2,
  releaseDays: 7,
  movesToBusinessDay: true,
};

/** Returns the day until which the client pays for a car that was bought on `day`. */
export const paymentDueOf = (
  day: string,
  { payDays, holidays }: DueRules,
): string => addBusinessDays(day, payDays, holidays);

/** A later day is a typing error, and the calendar ends soon after it. */
const lastDay = "9990-12-31";

/**
 * Returns the day on which a period of calendar days after `day` ends; null without a day, and
 * for a day at the end of the calendar.
 */
export function dueAfter(
  day: string | null,
  count: number,
  { movesToBusinessDay, holidays }: DueRules,
): string | null {
  if (day === null || day > lastDay) return null;
  const end = addDays(day, count);
  return movesToBusinessDay ? toBusinessDay(end, holidays) : end;
}
