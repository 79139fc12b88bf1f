import { countCharacters } from "../../../domain/formats";
import type { Config } from "../../platform/config";
import { failure, type Text } from "../../platform/errors";
import { fieldProblemText } from "../../platform/http/fieldErrors";
import { isGuessable } from "../passwords";

type Choice = { password: string; email: string };

/**
 * Returns why a password cannot be chosen: it is shorter than the setting allows, or too easy
 * to guess. Null for a good one. Call it outside transactions, because it takes many
 * milliseconds.
 */
export async function newPasswordProblem(
  { newPasswordLength }: Pick<Config, "newPasswordLength">,
  { password, email }: Choice,
): Promise<Text | null> {
  if (countCharacters(password) < newPasswordLength)
    return fieldProblemText({ key: "tooShort", length: newPasswordLength - 1 });
  return (await isGuessable(password, email))
    ? { key: "errors.weak_password" }
    : null;
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
