import { isEmail } from "../../domain/formats";
import { roleOf, userLevels, userTypes } from "../../domain/access";
import { inTransaction } from "../platform/database";
import type { Context } from "../workspace/context";
import { emailKey, ensureUser, type OnCreated } from "./createUser";
import { endAccess } from "./sessions";
import { hashPassword, passwordWeakness } from "./passwords";
import { rolePermissions } from "./permissions";
import { storedRank } from "./ranks";
import { type NoteSecurity, securityNotes } from "./securityLog";

/** An e-mail or password that cannot be an administrator's; see the message. */
export class AdministratorRefused extends Error {}

const longestPassword = 200;

/** The author of the entries in the security log. */
const commandLine = "command line";

/**
 * Creates an administrator. If the e-mail belongs to one already, sets the
 * password instead and ends all sessions and links of that administrator. Throws
 * AdministratorRefused for an invalid e-mail, a weak password, and an e-mail of
 * another kind of user, whose rights this must not widen.
 */
export async function saveAdministrator(
  context: Pick<Context, "database" | "clock" | "log">,
  { email, password }: { email: string; password: string },
  onCreated: OnCreated,
): Promise<"created" | "password changed"> {
  const address = email.trim();
  if (!isEmail(address))
    throw new AdministratorRefused("The e-mail address is not valid.");
  if (password.length > longestPassword)
    throw new AdministratorRefused(
      `The password must have at most ${longestPassword} characters.`,
    );
  const weakness = await passwordWeakness(password, address);
  if (weakness) throw new AdministratorRefused(weakness);
  const note = securityNotes(context, undefined, commandLine);
  if (await changePassword(context, { email: address, password, note }))
    return "password changed";
  await ensureUser(context, {
    email: address,
    password,
    fullName: "Administrator",
    userType: userTypes.manager,
    userLevel: userLevels.system,
    roleId: 0,
    permissions: rolePermissions.admin,
    note,
    onCreated,
  });
  return "created";
}

/** Returns whether a user has the e-mail, whose password is then changed. */
async function changePassword(
  { database }: Pick<Context, "database">,
  {
    email,
    password,
    note,
  }: { email: string; password: string; note: NoteSecurity },
): Promise<boolean> {
  const password_hash = await hashPassword(password);
  return inTransaction(database, async (trx) => {
    const user = await trx
      .selectFrom("users")
      .where("email_key", "=", emailKey(email))
      .select(["id", "user_type", "user_level", "role_id"])
      .forUpdate()
      .executeTakeFirst();
    if (!user) return false;
    const role = roleOf(storedRank(user));
    if (role !== "admin")
      throw new AdministratorRefused(
        "This e-mail belongs to a user who is not an administrator.",
      );
    await trx
      .updateTable("users")
      .set((eb) => ({ password_hash, version: eb("version", "+", 1) }))
      .where("id", "=", user.id)
      .execute();
    await endAccess(trx, user.id);
    await note({ event: "password-set", userId: user.id }, trx);
    return true;
  });
}
