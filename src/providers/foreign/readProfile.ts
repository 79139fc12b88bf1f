import { isKnownLevel, userLevels } from "../../../domain/access";
import type {
  Balance,
  Permission,
  Profile,
  ViewProfileReply,
} from "../../../generated/schemas";
import balance from "../../../schemas/balance.json";
import permission from "../../../schemas/permission.json";
import profile from "../../../schemas/profile.json";
import { fit, type Schema } from "./fit";

const fitted = (schema: Schema, value: unknown): unknown =>
  fit(schema, value, () => schema);

/**
 * Levels are our own: of another server's user the type and the flags say what
 * to show. What may be done, the server decides.
 */
function withKnownLevel(detail: Profile): Profile {
  return isKnownLevel(detail.userLevel)
    ? detail
    : { ...detail, userLevel: userLevels.client };
}

/**
 * Profile, balance and permissions as their schemas want them, whatever server
 * they come from; a flag that is missing is not given, and without a user the
 * id is empty.
 */
export function readProfile(
  reply: Partial<Record<keyof ViewProfileReply, unknown>>,
): ViewProfileReply {
  return {
    success: true,
    detail: withKnownLevel(fitted(profile, reply.detail) as Profile),
    balanceInfo: fitted(balance, reply.balanceInfo) as Balance,
    permission: fitted(permission, reply.permission) as Permission,
  };
}
