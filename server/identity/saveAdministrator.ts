import { countCharacters, isEmail } from "../../domain/formats";
import { roleOf, userLevels, userTypes } from "../../domain/access";
import { inTransaction } from "../platform/database";
import type { Context } from "../workspace/context";
import { emailKey, ensureUser, type OnCreated } from "./createUser";
import { endAccess } from "./sessions";
import {
  hashPassword,
  leastLengthOfStaff,
  passwordFault,
  type PasswordFault,
} from "./passwords";
import { rolePermissions } from "./permissions";
import { storedRank } from "./ranks";
import { type NoteSecurity, securityNotes } from "./securityLog";

/** An e-mail or password that cannot be an administrator's; see the message. */
export class AdministratorRefused extends Error {}

const longestPassword = 200;

const faultTexts: Readonly<Record<PasswordFault, string>> = {
  email: "The password must not contain the e-mail address.",
  guessable:
    "The password is too easy to guess. Use several unrelated words or random characters.",
};

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
  if (countCharacters(password) < leastLengthOfStaff)
    throw new AdministratorRefused(
      `The password must have at least ${leastLengthOfStaff} characters.`,
    );
  const fault = await passwordFault(password, {
    email: address,
    isStaff: true,
  });
  if (fault) throw new AdministratorRefused(faultTexts[fault]);
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
  { database, clock }: Pick<Context, "database" | "clock">,
  {
    email,
    password,
    note,
  }: { email: string; password: string; note: NoteSecurity },
): Promise<boolean> {
  const password_hash = await hashPassword(password);
  const now = clock.now();
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
      .set((eb) => ({
        password_hash,
        // The operator vouches for the e-mail, as for a new administrator's.
        email_verified_at: eb.fn.coalesce("email_verified_at", eb.val(now)),
        version: eb("version", "+", 1),
      }))
      .where("id", "=", user.id)
      .execute();
    await endAccess(trx, user.id);
    await note({ event: "password-set", userId: user.id }, trx);
    return true;
  });
}
