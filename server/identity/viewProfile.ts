import { languages } from "../../domain/limits";
import { toJapanIso } from "../../domain/japanTime";
import type { Balance, ViewProfileReply } from "../../generated/schemas";
import { failure } from "../platform/errors";
import type { Session } from "../platform/http/request";
import type { Context } from "../workspace/context";
import { effectivePermissions } from "./permissions";
import { languageOf } from "./sessions";

/** What the profile shows of a higher area: a client's money and limits. */
export type BalanceOf = (userId: string) => Promise<Balance>;

/**
 * The signed-in user's own profile, balance (yen) and the flags that count.
 * Throws unauthorized when the user is gone.
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
  const rank = {
    userType: user.user_type,
    userLevel: user.user_level,
    roleId: user.role_id,
  };
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
      language: language ? languages[language] : null,
      invoiceLink: user.invoice_link,
    },
    balanceInfo,
    permission: effectivePermissions(rank, user.permissions),
  };
}
