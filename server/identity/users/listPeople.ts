import { sql } from "kysely";
import { userLevels, type Role } from "../../../domain/access";
import type { PeopleReply } from "../../../generated/schemas";
import type { Database } from "../../platform/database";
import { role } from "./userSource";

/** A form offers at most this many people. */
const mostPeople = 1_000;

/** Lists the enabled users with one of the roles, by name. */
export async function listPeople(
  { kysely }: Pick<Database, "kysely">,
  roles: readonly Role[],
): Promise<PeopleReply["options"]> {
  const people = await kysely
    .selectFrom("users")
    .select(["email", "full_name"])
    .where("user_level", "!=", userLevels.disabled)
    .where(sql<boolean>`${role} = any(${[...roles]}::text[])`)
    .orderBy("full_name")
    .orderBy("id")
    .limit(mostPeople)
    .execute();
  return people.map(({ email, full_name: name }) => ({
    value: email,
    label: `${name} (${email})`,
  }));
}
