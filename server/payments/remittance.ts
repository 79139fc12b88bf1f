import type { Transaction } from "kysely";
import { roleOf } from "../../domain/access";
import { japanDay } from "../../domain/japanTime";
import type { RemittanceBody, RemittanceReply } from "../../generated/schemas";
import {
  liftRestriction,
  noteRights,
  type NoteSecurity,
  readRights,
  type Sessions,
  storedRank,
} from "../identity";
import type { Tables } from "../platform/database/tables";
import { failure, fieldFailure } from "../platform/errors";
import type { Session } from "../platform/http/request";
import { decideOnce } from "../platform/idempotency";
import type { Context } from "../workspace/context";
import { findAccount, lockAccount, noteAccountChange } from "./accounts";
import { postRemittance } from "./ledger";

/**
 * Records money that a client or dealer has paid and returns the new balance, in
 * yen. A restricted client may bid from then on. The security log gets the lifted
 * restriction in the same transaction.
 *
 * @throws not_found for an unknown user and for one who has no account to pay
 * into; invalid_choice beside `date` for a day after today in Japan; key_reused.
 */
export async function recordRemittance(
  { config, database, clock }: Pick<Context, "config" | "database" | "clock">,
  request: {
    session: Session;
    sessions: Sessions;
    body: RemittanceBody;
    key: string | null;
    note: NoteSecurity;
  },
): Promise<RemittanceReply> {
  const { session, sessions, body, key, note } = request;
  const { viewer, fullName } = session;
  const { userId, amount, date: day, description } = body;
  const now = clock.now();
  const reply = await decideOnce<RemittanceReply>(
    database,
    { userId: viewer.userId, key, request: ["remittance", body], now },
    async (trx) => {
      if (!(await lockPayer(trx, userId))) throw failure("not_found");
      if (day > japanDay(now)) throw fieldFailure("date", "invalid_choice");
      await lockAccount(trx, userId);
      const id = await postRemittance(trx, {
        userId,
        amount,
        day,
        note: description?.trim() ?? "",
        actor: { userId: viewer.userId, fullName },
        at: now,
      });
      await noteAccountChange(trx, userId);
      const before = await readRights(trx, userId);
      const restrictionLifted =
        amount >= config.restrictionLiftedFrom &&
        (await liftRestriction(trx, userId));
      if (restrictionLifted) await noteRights(trx, { note, userId, before });
      const balance = (await findAccount(trx, userId))?.balance ?? 0;
      return { success: true, result: { id, balance, restrictionLifted } };
    },
  );
  sessions.forgetUser(userId);
  return reply;
}

/**
 * Locks a user and returns whether the user is a client or dealer. Users are
 * locked before their accounts, as where administrators change them.
 */
async function lockPayer(
  trx: Transaction<Tables>,
  userId: string,
): Promise<boolean> {
  const user = await trx
    .selectFrom("users")
    .select(["user_type", "user_level", "role_id"])
    .where("id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  if (!user) return false;
  const role = roleOf(storedRank(user));
  return role === "client" || role === "dealer";
}
