import { languageOf, languages } from "../../domain/limits";
import { isTimeZone } from "../../domain/quietHours";
import { toJapanIso } from "../../domain/japanTime";
import type {
  Balance,
  UpdateProfileBody,
  UpdateSettingBody,
  ViewProfileReply,
} from "../../generated/schemas";
import { inTransaction } from "../platform/database";
import { failure, fieldFailure } from "../platform/errors";
import type { Session } from "../platform/http/request";
import type { Host } from "../workspace/area";
import type { Context } from "../workspace/context";
import { assertChoices } from "./choices";
import { isCountryId } from "./countries";
import { effectivePermissions } from "./permissions";
import { storedRank } from "./ranks";
import type { Sessions } from "./sessions";

/** Returns a client's money and limits; a higher area provides it. */
export type BalanceOf = (userId: string) => Promise<Balance>;

/**
 * Returns the signed-in user's profile, balance (yen) and effective flags.
 * Throws unauthorized if the user no longer exists.
 */
export async function viewProfile(
  { database }: Pick<Context, "database">,
  { session, balanceOf }: { session: Session; balanceOf: BalanceOf },
): Promise<ViewProfileReply> {
  const { userId } = session.viewer;
  const [user, balanceInfo] = await Promise.all([
    database.kysely
      .selectFrom("users")
      .where("id", "=", userId)
      .selectAll()
      .executeTakeFirst(),
    balanceOf(userId),
  ]);
  if (!user) throw failure("unauthorized");
  const language = languageOf(user.language_id);
  const rank = storedRank(user);
  return {
    success: true,
    detail: {
      userId,
      ...rank,
      fullName: user.full_name,
      email: user.email,
      company: user.company,
      countryId: user.country_id,
      city: user.city,
      address: user.address,
      mobile: user.mobile,
      officePhone: user.office_phone,
      lastLogin: user.last_login ? toJapanIso(user.last_login) : null,
      bidEmailNotify: user.bid_email_notify,
      alerts: {
        mails: user.alert_mails,
        dayBefore: user.alert_day_before,
        hourBefore: user.alert_hour_before,
        results: user.alert_results,
        quiet: user.quiet_hours,
      },
      language: language ? languages[language] : null,
      invoiceLink: user.invoice_link,
      destination: user.destination,
      currency: user.currency,
      version: user.profile_version,
      needsFactor: session.needsFactor ?? false,
    },
    balanceInfo,
    permission: effectivePermissions(rank, user.permissions),
  };
}

/**
 * Saves those settings of the signed-in user that the body contains. Throws
 * invalid_choice for an unknown time zone.
 */
export async function updateSetting(
  { database }: Pick<Context, "database">,
  {
    body,
    session,
    sessions,
  }: { body: UpdateSettingBody; session: Session; sessions: Sessions },
): Promise<void> {
  const { bidEmailNotify, language, alerts } = body;
  if (alerts?.quiet && !isTimeZone(alerts.quiet.timeZone))
    throw fieldFailure("alerts", "invalid_choice");
  await database.kysely
    .updateTable("users")
    .set((eb) => ({
      ...(bidEmailNotify === undefined
        ? {}
        : { bid_email_notify: bidEmailNotify }),
      ...(language === undefined ? {} : { language_id: language }),
      ...(alerts && {
        alert_mails: alerts.mails,
        alert_day_before: alerts.dayBefore,
        alert_hour_before: alerts.hourBefore,
        alert_results: alerts.results,
        quiet_hours: alerts.quiet && JSON.stringify(alerts.quiet),
      }),
      version: eb("version", "+", 1),
    }))
    .where("id", "=", session.viewer.userId)
    .execute();
  sessions.forget(session.sessionId);
}

/**
 * Saves those data of the signed-in user that the body contains. Throws stale_row with
 * the present data if they are newer than `version`, and invalid_choice for an unknown
 * country and for a destination or currency that is not offered.
 */
export async function updateProfile(
  { database, ports }: Pick<Host, "database" | "ports">,
  {
    body,
    version,
    session,
  }: {
    body: UpdateProfileBody;
    /** The version that the person has seen; null from programs without versions. */
    version: number | null;
    session: Session;
  },
): Promise<void> {
  const { userId } = session.viewer;
  const { countryId } = body;
  if (countryId && !isCountryId(countryId))
    throw fieldFailure("countryId", "invalid_choice");
  await assertChoices({ database, ports }, { userId, body });
  const text = (value: string | null | undefined) =>
    value === undefined ? undefined : value?.trim() || null;
  const isSaved = await inTransaction(database, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("users")
      .set((eb) => ({
        full_name: body.fullName.trim(),
        mobile: body.mobile.trim(),
        city: body.city.trim(),
        country_id: countryId,
        address: text(body.address),
        company: text(body.company),
        office_phone: text(body.officePhone),
        destination: text(body.destination),
        currency: text(body.currency),
        version: eb("version", "+", 1),
        profile_version: eb("profile_version", "+", 1),
      }))
      .where("id", "=", userId)
      .$if(version !== null, (query) =>
        query.where("profile_version", "=", version),
      )
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await ports.accounts.noteChange(trx, userId);
    return true;
  });
  if (!isSaved) {
    const { detail } = await ports.profileOf(session);
    throw failure("stale_row", { current: detail });
  }
  ports.sessions.forgetUser(userId);
}

/** Turns off all mails of a kind to a user. */
export async function stopMailsOf(
  { kysely }: Context["database"],
  { userId, kind }: { userId: string; kind: "bids" | "alerts" },
): Promise<void> {
  await kysely
    .updateTable("users")
    .set(kind === "bids" ? { bid_email_notify: false } : { alert_mails: false })
    .where("id", "=", userId)
    .execute();
}
