import fastify from "fastify";
import { expect, it } from "vitest";
import { warnOfProxy } from "../../../../server/platform/http/server";

/** Returns the texts of the warnings after calls with these headers. */
async function warningsAfter(...calls: Record<string, string>[]) {
  const warnings: string[] = [];
  const stream = {
    write: (line: string) => {
      warnings.push((JSON.parse(line) as { msg: string }).msg);
    },
  };
  const app = fastify({ logger: { level: "warn", stream } });
  warnOfProxy(app);
  app.get("/", () => "");
  for (const headers of calls) await app.inject({ url: "/", headers });
  return warnings;
}

it.each(["x-forwarded-for", "forwarded"])(
  "warns once that a proxy with the header %s is not trusted",
  async (name) => {
    const call = { [name]: "for=203.0.113.9" };
    const warnings = await warningsAfter(call, call);
    expect(warnings).toEqual([expect.stringContaining("TRUST_PROXY")]);
    expect(warnings.join()).not.toContain("203.0.113.9");
  },
);

it("says nothing about direct calls", async () => {
  expect(await warningsAfter({}, {})).toEqual([]);
});
