import { languageOf } from "../../domain/limits";
import type { FindRecipient } from "../platform/mail";

/** Returns the person whom a mail to a user is for. */
export const findRecipient: FindRecipient = async (trx, userId) => {
  const user = await trx
    .selectFrom("users")
    .select(["email", "full_name", "language_id"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return {
    userId,
    email: user.email,
    fullName: user.full_name,
    language: languageOf(user.language_id) ?? "en",
  };
};
