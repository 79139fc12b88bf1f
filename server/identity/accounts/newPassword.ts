import { isStaff, roleOf } from "../../../domain/access";
import { countCharacters } from "../../../domain/formats";
import type { Config } from "../../platform/config";
import { failure, type Text } from "../../platform/errors";
import { fieldProblemText } from "../../platform/http/fieldErrors";
import { leastLengthOfStaff, passwordFault } from "../passwords";
import type { Rank } from "../ranks";

type Choice = {
  password: string;
  email: string;
  /** The user who chooses it. */
  rank: Rank;
};

/** Returns the fewest characters of a new password of a user. */
const leastLengthOf = (
  { newPasswordLength }: Pick<Config, "newPasswordLength">,
  rank: Rank,
): number =>
  isStaff(roleOf(rank))
    ? Math.max(newPasswordLength, leastLengthOfStaff)
    : newPasswordLength;

/** Returns the text for a password that is too short, else null. It is quick. */
export function shortPasswordProblem(
  config: Pick<Config, "newPasswordLength">,
  { password, rank }: Pick<Choice, "password" | "rank">,
): Text | null {
  const least = leastLengthOf(config, rank);
  return countCharacters(password) < least
    ? fieldProblemText({ key: "tooShort", length: least - 1 })
    : null;
}

/**
 * Returns why a password cannot be chosen: it is shorter than the settings allow, or too easy
 * to guess. Null for a good one. Call it outside transactions, because it takes many
 * milliseconds.
 */
export async function newPasswordProblem(
  config: Pick<Config, "newPasswordLength">,
  { password, email, rank }: Choice,
): Promise<Text | null> {
  const short = shortPasswordProblem(config, { password, rank });
  if (short) return short;
  const fault = await passwordFault(password, {
    email,
    isStaff: isStaff(roleOf(rank)),
  });
  return fault && { key: "errors.weak_password" };
}

/** Throws weak_password with the reason beside `field` unless a password can be chosen. */
export async function assertNewPassword(
  config: Pick<Config, "newPasswordLength">,
  field: string,
  choice: Choice,
): Promise<void> {
  const problem = await newPasswordProblem(config, choice);
  if (problem)
    throw failure("weak_password", { errors: { [field]: [problem] } });
}
