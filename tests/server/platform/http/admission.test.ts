import fastify, { type FastifyContextConfig } from "fastify";
import { describe, expect, it } from "vitest";
import { answerErrors } from "../../../../server/platform/http/answerErrors";
import { limitLoad } from "../../../../server/platform/http/admission";
import { createMessages } from "../../../../server/platform/messages";

const definition = {
  method: "GET",
  url: "/",
  access: "public",
  reply: "definitions#/definitions/success",
  summary: "A call",
} as const;

describe("a server that has all it can work on", () => {
  it("answers further calls 503 with Retry-After, health always", async () => {
    const app = fastify();
    app.decorateRequest("language", "en");
    answerErrors(app, createMessages({}));
    limitLoad(app, 5);
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const call: FastifyContextConfig = { definition };
    const exempt = { definition: { ...definition, isExempt: true } };
    app.get("/work", { config: call }, async () => {
      await gate;
      return "done";
    });
    app.get("/health", { config: exempt }, () => "well");

    const calls = Array.from({ length: 20 }, () => app.inject("/work"));
    const health = await app.inject("/health");
    release();
    const replies = await Promise.all(calls);
    const shed = replies.filter(({ statusCode }) => statusCode === 503);
    expect(health.statusCode).toBe(200);
    expect(shed).toHaveLength(15);
    for (const { headers } of shed)
      expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    const after = await Promise.all(
      Array.from({ length: 5 }, () => app.inject("/work")),
    );
    expect(after.map(({ statusCode }) => statusCode)).toEqual(
      Array.from({ length: 5 }, () => 200),
    );
  });
});
