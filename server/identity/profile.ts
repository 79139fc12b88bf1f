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
 * invalid_choice for an unknown time zone, and for a destination or currency that is not
 * offered.
 */
export async function updateSetting(
  { database, ports }: Pick<Host, "database" | "ports">,
  { body, session }: { body: UpdateSettingBody; session: Session },
): Promise<void> {
  const { userId } = session.viewer;
  const { bidEmailNotify, language, alerts, destination, currency } = body;
  if (alerts?.quiet && !isTimeZone(alerts.quiet.timeZone))
    throw fieldFailure("alerts", "invalid_choice");
  await assertChoices({ database, ports }, { userId, body });
  const ofProfile = destination !== undefined || currency !== undefined;
  await inTransaction(database, async (trx) => {
    await trx
      .updateTable("users")
      .set((eb) => ({
        bid_email_notify: bidEmailNotify,
        language_id: language,
        ...(alerts && {
          alert_mails: alerts.mails,
          alert_day_before: alerts.dayBefore,
          alert_hour_before: alerts.hourBefore,
          alert_results: alerts.results,
          quiet_hours: alerts.quiet && JSON.stringify(alerts.quiet),
        }),
        destination: textOrNull(destination),
        currency: textOrNull(currency),
        version: eb("version", "+", 1),
        // The form of the profile has these fields too, and asks for its version.
        ...(ofProfile && { profile_version: eb("profile_version", "+", 1) }),
      }))
      .where("id", "=", userId)
      .execute();
    if (ofProfile) await ports.accounts.noteChange(trx, userId);
  });
  ports.sessions.forgetUser(userId);
}

/** Returns a text without spaces around it; null if it is empty. */
const textOrNull = (value: string | null | undefined) =>
  value === undefined ? undefined : value?.trim() || null;

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
  const isSaved = await inTransaction(database, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("users")
      .set((eb) => ({
        full_name: body.fullName.trim(),
        mobile: body.mobile.trim(),
        city: body.city.trim(),
        country_id: countryId,
        address: textOrNull(body.address),
        company: textOrNull(body.company),
        office_phone: textOrNull(body.officePhone),
        destination: textOrNull(body.destination),
        currency: textOrNull(body.currency),
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
