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
import { coerceToSchema, type Schema } from "./coerceToSchema";

type SchemaFile = Schema & { definitions?: Readonly<Record<string, Schema>> };

/** Converts a value to a schema whose references name its own definitions. */
const coerced = (schema: SchemaFile, value: unknown): unknown =>
  coerceToSchema(schema, value, (ref) => {
    const found = schema.definitions?.[ref.split("/").at(-1) ?? ""];
    if (!found) throw new Error(`The schema has no definition ${ref}.`);
    return found;
  });

/**
 * Replaces unknown user levels, since other servers have levels of their own.
 * User type and flags then decide what is shown; the server decides access.
 */
function withKnownLevel(detail: Profile): Profile {
  return isKnownLevel(detail.userLevel)
    ? detail
    : { ...detail, userLevel: userLevels.client };
}

/**
 * Converts profile, balance and permissions of any server to our schemas. A
 * missing flag is false. The user id is empty for an anonymous visitor.
 */
export function readProfile(
  reply: Partial<Record<keyof ViewProfileReply, unknown>>,
): ViewProfileReply {
  return {
    success: true,
    detail: withKnownLevel(coerced(profile, reply.detail) as Profile),
    balanceInfo: coerced(balance, reply.balanceInfo) as Balance,
    permission: coerced(permission, reply.permission) as Permission,
  };
}
