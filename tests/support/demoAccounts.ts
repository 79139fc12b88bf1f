import { demoAccounts } from "../../scripts/demo/accounts";
import { seedAccounts } from "../../server/demo/seedAccounts";

/** Creates the demo's accounts and returns their ids by e-mail. */
export const seedDemoAccounts = (
  context: Parameters<typeof seedAccounts>[0],
): Promise<Record<string, string>> => seedAccounts(context, demoAccounts);
