import type { ViewProfileReply } from "../../../generated/schemas";
import balance from "../../../schemas/balance.json";
import permission from "../../../schemas/permission.json";
import profile from "../../../schemas/profile.json";
import { fit, type Schema } from "./fit";

const fitted = (schema: Schema, value: unknown): unknown =>
  fit(schema, value, () => schema);

/**
 * Profile, balance and permissions as their schemas want them, whatever server
 * they come from; a flag that is missing is not given,
 * and without a user the id is empty.
 */
export const readProfile = (
  reply: Partial<Record<keyof ViewProfileReply, unknown>>,
): ViewProfileReply =>
  ({
    success: true,
    detail: fitted(profile, reply.detail),
    balanceInfo: fitted(balance, reply.balanceInfo),
    permission: fitted(permission, reply.permission),
  }) as ViewProfileReply;
