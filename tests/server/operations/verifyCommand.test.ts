import { describe, expect, it } from "vitest";
import { performCommand } from "../../../server/command";
import { verifyCommand } from "../../../server/verifyCommand";
import { programDatabase } from "../../support/database";
import { hasPostgres } from "../../support/postgres";

describe.skipIf(!hasPostgres)("npm run verify of seals", () => {
  it("prints the head, and fails for a head that no seal has", async () => {
    const environment = await programDatabase();
    const verify = (argument: string) =>
      performCommand(verifyCommand, [argument], environment);
    expect(await verify("seals")).toEqual({
      code: 0,
      output: "0 seals of 0 rows are unchanged\nHead: none\n",
      errors: "",
    });
    const { code, output, errors } = await verify("a".repeat(64));
    expect([code, output]).toEqual([1, ""]);
    expect(errors).toMatch(/^1 faults\nNo seal has this head/);
  });
});
