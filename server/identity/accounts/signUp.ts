import { fullNameProblem, phoneProblem } from "../../../domain/signUp";
import { languageOf } from "../../../domain/limits";
import { userLevels } from "../../../domain/access";
import type { SignUpBody } from "../../../generated/schemas";
import { inTransaction } from "../../platform/database";
import { failure, fieldFailure, type Text } from "../../platform/errors";
import { fieldProblemText } from "../../platform/http/fieldErrors";
import type { Context } from "../../workspace/context";
import { isCountry } from "../countries";
import { createUser, emailKey } from "../createUser";
import { assertHashFree, hashPassword, isPassword } from "../passwords";
import { rolePermissions } from "../permissions";
import { rankOf } from "../ranks";
import type { NoteSecurity } from "../securityLog";
import {
  countAttempt,
  forgiveAttempt,
  networkThrottles,
  type Throttle,
} from "../throttle";
import { levelLimits } from "../users/levelLimits";
import type { UserAccounts } from "../users/userAccounts";
import { assertHuman } from "./humanCheck";
import { queueLinkMail } from "./linkMails";
import { newPasswordProblem, shortPasswordProblem } from "./newPassword";

type SignUpContext = Pick<
  Context,
  "database" | "clock" | "config" | "jobs" | "log"
> & { accounts: UserAccounts };

/** The rank of everybody who signs up. */
const rank = rankOf("client", "restricted");

const windowSeconds = 3_600;
/** Forms of one network, valid or not; checking a password is costly. */
const mostForms = 60;
/** Forms of one network, or for one e-mail, that say whether the e-mail is taken. */
const mostSignUps = 5;

/**
 * Creates a client who may not bid until a deposit, and sends the link to confirm the e-mail.
 * The client cannot sign in before. A repeated sign-up with the same password changes nothing,
 * because its first reply may have been lost. Throws invalid_fields with a text for each
 * wrong field, human_check_failed, email_taken and too_many_requests.
 */
export async function signUp(
  context: SignUpContext,
  {
    body,
    address,
    note,
  }: { body: SignUpBody; address: string; note: NoteSecurity },
): Promise<void> {
  const { database, clock, jobs, accounts } = context;
  assertHashFree();
  const key = emailKey(body.email);
  const onExhausted = () => note({ event: "sign-up-throttled" });
  await countAttempt(
    context,
    networkThrottles("sign-up form", address, {
      most: mostForms,
      windowSeconds,
    }),
    onExhausted,
  );
  assertNoErrors(problemsOf(context, body));
  await assertHuman(context, { answer: body.captcha, address });
  // Scoring a password blocks all other requests, so robots must not make the server do it.
  const { email, password } = body;
  const problem = await newPasswordProblem(context.config, {
    ...{ password, email, rank },
  });
  assertNoErrors({ password: problem });
  const throttles: Throttle[] = [
    ...networkThrottles("sign-up network", address, {
      most: mostSignUps,
      windowSeconds,
    }),
    { key: `sign-up email ${key}`, most: mostSignUps, windowSeconds },
  ];
  await countAttempt(context, throttles, onExhausted);
  if (await isRepeated(context, key, body.password)) {
    await forgiveAttempt(context, throttles);
    return;
  }
  const passwordHash = await hashPassword(body.password);
  const now = clock.now();
  const isCreated = await inTransaction(database, async (trx) => {
    const userId = await createUser(trx, {
      ...rank,
      email: body.email,
      fullName: body.fullName,
      permissions: rolePermissions.client,
      details: {
        mobile: body.mobile.trim(),
        country_id: body.country,
        city: body.city.trim(),
        language_id: body.language,
        referral_code: body.referralCode?.trim() || null,
        terms_accepted_at: now,
      },
      onCreated: (created, id) =>
        accounts.setLimits(created, id, levelLimits.restricted),
      passwordHash,
      now,
      note,
      event: "signed-up",
    });
    if (userId === null) return false;
    const kind = "verify-email";
    await queueLinkMail(trx, { jobs, now }, { userId, kind });
    return true;
  });
  if (!isCreated && !(await isRepeated(context, key, body.password)))
    throw fieldFailure("email", "email_taken");
}

/** Throws invalid_fields with the texts of the fields that have one. */
function assertNoErrors(found: Record<string, Text | false | null>): void {
  const errors = Object.fromEntries(
    Object.entries(found).flatMap(([field, text]) =>
      text ? [[field, [text]]] : [],
    ),
  );
  if (Object.keys(errors).length > 0)
    throw failure("invalid_fields", { errors });
}

/** Returns a text for each field that breaks a rule that is quickly checked. */
function problemsOf(
  { config }: Pick<SignUpContext, "config">,
  body: SignUpBody,
): Record<string, Text | false | null> {
  const { password, country } = body;
  const language = languageOf(body.language) ?? "en";
  const name = fullNameProblem(body.fullName, language);
  const phone = phoneProblem(body.mobile, language);
  return {
    fullName: name && fieldProblemText(name),
    mobile: phone && fieldProblemText(phone),
    country: !isCountry(country) && { key: "errors.invalid_choice" },
    password: shortPasswordProblem(config, { password, rank }),
    confirmPassword: password !== body.confirmPassword && {
      key: "errors.passwords_differ",
    },
    terms: !body.terms && { key: "errors.confirmation_required" },
  };
}

/**
 * Whether the same person has signed up before: the e-mail is not confirmed yet, and the
 * password is right.
 */
async function isRepeated(
  { database }: Pick<SignUpContext, "database">,
  key: string,
  password: string,
): Promise<boolean> {
  const user = await database.kysely
    .selectFrom("users")
    .where("email_key", "=", key)
    .where("email_verified_at", "is", null)
    .where("terms_accepted_at", "is not", null)
    .where("user_level", "!=", userLevels.disabled)
    .select("password_hash")
    .executeTakeFirst();
  return user !== undefined && isPassword(password, user.password_hash);
}
