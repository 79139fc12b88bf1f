import { sql } from "kysely";
import { userLevels, type Role } from "../../../domain/access";
import { clientSearchLength, mostFoundClients } from "../../../domain/limits";
import type { UserSearchReply, PeopleReply } from "../../../generated/schemas";
import type { Database } from "../../platform/database";
import { failure } from "../../platform/errors";
import { likePattern } from "../../workspace/listing";
import { role } from "./userSource";

/**
 * Finds enabled clients and dealers whose name, company or e-mail contains the
 * text, or whose id it is, by name. Lists at most `mostFoundClients` of them and
 * says whether there are more. Throws invalid_request for a text that is too
 * short without the spaces around it.
 */
export async function searchClients(
  { kysely }: Pick<Database, "kysely">,
  text: string,
): Promise<Pick<UserSearchReply, "options" | "hasMore">> {
  const wanted = text.trim();
  if (wanted.length < clientSearchLength) throw failure("invalid_request");
  const pattern = `%${likePattern(wanted)}%`;
  const id = /^\d{1,16}$/.test(wanted) ? String(BigInt(wanted)) : null;
  const found = await kysely
    .selectFrom("users")
    .select(["id", "full_name", "company", "email"])
    .where("user_level", "!=", userLevels.disabled)
    .where(sql<boolean>`${role} in ('client', 'dealer')`)
    .where((eb) =>
      eb.or([
        eb("full_name", "ilike", pattern),
        eb("company", "ilike", pattern),
        eb("email", "ilike", pattern),
        ...(id === null ? [] : [eb("id", "=", id)]),
      ]),
    )
    .orderBy("full_name")
    .orderBy("id")
    .limit(mostFoundClients + 1)
    .execute();
  return {
    options: found.slice(0, mostFoundClients).map((user) => ({
      value: user.id,
      label: `${user.full_name} (${user.id})`,
      description: [user.company, user.email].filter(Boolean).join(", "),
    })),
    hasMore: found.length > mostFoundClients,
  };
}

/** A form offers at most this many people. */
const mostPeople = 5_000;

/** Lists the enabled users with one of the roles by e-mail or id, in the order of names. */
export async function listPeople(
  { kysely }: Pick<Database, "kysely">,
  { roles, by }: { roles: readonly Role[]; by: "email" | "id" },
): Promise<PeopleReply["options"]> {
  const people = await kysely
    .selectFrom("users")
    .select([`${by} as value`, "full_name"])
    .where("user_level", "!=", userLevels.disabled)
    .where(sql<boolean>`${role} = any(${[...roles]}::text[])`)
    .orderBy("full_name")
    .orderBy("id")
    .limit(mostPeople)
    .execute();
  return people.map(({ value, full_name: name }) => ({
    value,
    label: `${name} (${value})`,
  }));
}
