import { fieldFailure } from "../platform/errors";
import type { Host } from "../workspace/area";

const choices = ["destination", "currency"] as const;

/** Returns the values that users may choose for prices; a higher area provides it. */
export type OfferedChoices = () => Promise<
  Readonly<Record<(typeof choices)[number], readonly string[]>>
>;

/**
 * Throws invalid_choice for a destination or currency that is not offered. The value that
 * the user has already may stay, also if no table has it any more.
 */
export async function assertChoices(
  { database, ports }: Pick<Host, "database" | "ports">,
  {
    userId,
    body,
  }: {
    userId: string;
    body: { [Name in (typeof choices)[number]]?: string | null };
  },
): Promise<void> {
  const chosen = choices.filter((name) => body[name]);
  if (chosen.length === 0) return;
  const user = await database.kysely
    .selectFrom("users")
    .where("id", "=", userId)
    .select(choices)
    .executeTakeFirst();
  const changed = chosen.filter((name) => body[name] !== user?.[name]);
  if (changed.length === 0) return;
  const offered = await ports.offeredChoices();
  for (const name of changed)
    if (!offered[name].includes(body[name] ?? ""))
      throw fieldFailure(name, "invalid_choice");
}
