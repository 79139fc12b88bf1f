import { expect, it } from "vitest";
import { createLog } from "../../../server/platform/log";

it("does not log secrets or values of a row", () => {
  const lines: string[] = [];
  const log = createLog("trace", { write: (line) => lines.push(line) });
  const error = Object.assign(new Error("duplicate key"), {
    code: "23505",
    detail: "Key (email)=(canary) exists",
  });
  log.info({ password: "canary", user: { email: "canary" } }, "a");
  log.info({ request: { headers: { cookie: "canary" } } }, "b");
  log.error({ err: error }, "c");
  expect(lines).toHaveLength(3);
  expect(lines.join("")).not.toContain("canary");
  expect(lines[2]).toContain("23505");
});
