import fastify from "fastify";
import { afterAll, describe, expect, it } from "vitest";
import { earlyReplies } from "../../../../server/platform/http/earlyReplies";

const waiting = new AbortController();

const app = fastify();
app.get("/api/mine", async (request, reply) => {
  void reply.header("change-number", "12").header("x-other", "1");
  return { cookie: request.headers.cookie };
});
app.get("/api/refused", (_request, reply) => reply.code(403).send({}));
app.get("/api/slow", async () => {
  waiting.abort();
  await new Promise(() => undefined);
});
app.get("/page", (request) =>
  earlyReplies(
    app,
    request,
    ["/mine?page=2", "/refused", "/unknown"],
    waiting.signal,
  ),
);
app.get("/slow-page", (request) =>
  earlyReplies(app, request, ["/slow"], waiting.signal),
);
afterAll(() => app.close());

describe("the early replies of a page", () => {
  it("are answered for its session, with the headers that browsers read", async () => {
    const reply = await app.inject({
      url: "/page",
      headers: { cookie: "session=7" },
    });
    expect(reply.json()).toEqual([
      {
        address: "/mine?page=2",
        text: JSON.stringify({ cookie: "session=7" }),
        headers: { "change-number": "12" },
      },
    ]);
  });

  it("are left out when they take too long", async () => {
    const reply = await app.inject("/slow-page");
    expect(reply.json()).toEqual([]);
  });
});
