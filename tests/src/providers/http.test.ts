import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { workshopProvider } from "../../../src/providers/restProvider";
import { CallError } from "../../../src/providers/CallError";
import { errorText } from "../../../src/providers/errorText";
import { fieldTexts } from "../../../src/providers/send";
import { fakeServer, refusal } from "./fakeServer";

/** The modules as a freshly opened page has them. */
async function openPage() {
  vi.resetModules();
  const [http, events, storage] = await Promise.all([
    import("../../../src/providers/http"),
    import("../../../src/providers/events"),
    import("../../../src/providers/storage"),
  ]);
  const expired = vi.fn();
  events.sessionExpired.subscribe(expired);
  return { ...http, ...storage, expired };
}

const times = (calls: string[], call: string) =>
  calls.filter((sent) => sent === call).length;

const pages = ["/a", "/b", "/c", "/d", "/e"];

beforeEach(() => {
  localStorage.clear();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Opens a page whose `boot.js` has sent a call. */
function sendEarly(url: string, reply: object, headers = {}) {
  vi.spyOn(performance, "now").mockReturnValue(100);
  const response = new Response(JSON.stringify(reply), { headers });
  vi.stubGlobal("earlyResponses", new Map([[url, Promise.resolve(response)]]));
}

describe("a response that the page asked for early", () => {
  it("answers the first such call", async () => {
    const { request } = await openPage();
    const asked: (string | null)[] = [];
    const calls = fakeServer(({ headers }) => {
      asked.push(headers.get("change-number"));
      return {};
    });
    sendEarly("/api/list?page=1", { rows: [1] }, { "change-number": "5" });
    const query = { page: "1" };
    expect(await request("/list", { query })).toEqual({ rows: [1] });
    await request("/list", { query });
    expect(calls).toEqual(["GET /api/list?page=1"]);
    expect(asked).toEqual(["5"]);
  });

  it("is not shown ten seconds after the page was opened", async () => {
    const { request } = await openPage();
    const calls = fakeServer(() => ({}));
    sendEarly("/api/late", { rows: [1] });
    vi.spyOn(performance, "now").mockReturnValue(10_001);
    await request("/late");
    expect(calls).toEqual(["GET /api/late"]);
  });

  it("answers no call that writes or needs a later change", async () => {
    const { request } = await openPage();
    const calls = fakeServer(() => ({ headers: { "change-number": "7" } }));
    sendEarly("/api/own", {});
    await request("/own", { method: "POST" });
    await request("/own");
    expect(calls).toEqual(["POST /api/own", "GET /api/own"]);
  });

  it("is gone after a sign-out", async () => {
    const { request, forgetPrefetched } = await openPage();
    const calls = fakeServer(() => ({}));
    sendEarly("/api/own", {});
    forgetPrefetched();
    await request("/own");
    expect(calls).toEqual(["GET /api/own"]);
  });
});

describe("a read-only page", () => {
  it("sends calls that read, and refuses all others", async () => {
    const { request, refuseChanges } = await openPage();
    const calls = fakeServer(() => ({}));
    refuseChanges();
    await request("/list");
    await request("/preview", { method: "POST", isRead: true });
    for (const method of ["POST", "PUT", "PATCH", "DELETE"] as const)
      await expect(request("/list", { method })).rejects.toMatchObject({
        code: "read_only",
        status: 403,
      });
    expect(calls).toEqual(["GET /api/list", "POST /api/preview"]);
  });

  it("stores nothing in the browser", async () => {
    const { refuseChanges, readStored, writeStored } = await openPage();
    writeStored("compare", "[1]");
    const allow = refuseChanges();
    writeStored("compare", null);
    expect(readStored("compare")).toBe("[1]");
    allow();
    writeStored("compare", null);
    expect(readStored("compare")).toBeNull();
  });
});

describe("a call", () => {
  it("returns the reply and sends the query in the address", async () => {
    const { request } = await openPage();
    const calls = fakeServer(() => ({ body: { success: true, rows: [1] } }));
    expect(await request("/list", { query: { page: "2" } })).toEqual({
      success: true,
      rows: [1],
    });
    expect(calls).toEqual(["GET /api/list?page=2"]);
  });

  it("asks for the changes that the page knows of, once a server sent one", async () => {
    const { request } = await openPage();
    const asked: (string | null)[] = [];
    fakeServer(({ headers, path }) => {
      asked.push(headers.get("change-number"));
      const number = path.endsWith("/second") ? "9" : "12";
      return { headers: { "change-number": number } };
    });
    for (const path of ["/first", "/second", "/third"]) await request(path);
    expect(asked).toEqual([null, "12", "12"]);
  });

  it("asks for the changes of each topic that the page has written", async () => {
    const { request } = await openPage();
    const asked: (string | null)[] = [];
    const numbers = ["120", "bids=125, lots=118", "bids=123", "130"];
    fakeServer(({ headers }) => {
      asked.push(headers.get("change-number"));
      return { headers: { "change-number": numbers[asked.length - 1] ?? "" } };
    });
    for (const path of ["/a", "/b", "/c", "/d", "/e"]) await request(path);
    expect(asked).toEqual([
      ...[null, "120", "120, bids=125", "120, bids=125", "130"],
    ]);
  });

  it("throws for a false success and for an error field in a 200", async () => {
    const { request } = await openPage();
    fakeServer(({ path }) => ({
      body: path.endsWith("/one")
        ? { success: false, messageCode: "stale" }
        : { success: true, error: "Not changed" },
    }));
    await expect(request("/one")).rejects.toMatchObject({ code: "stale" });
    await expect(request("/two")).rejects.toMatchObject({
      code: "Not changed",
    });
  });

  it("throws for an HTML page instead of JSON", async () => {
    const { request } = await openPage();
    vi.stubGlobal("fetch", () =>
      Promise.resolve(new Response("<html>proxy</html>")),
    );
    await expect(request("/list")).rejects.toMatchObject({ status: 200 });
  });

  it("keeps the error texts by field and the retry time", async () => {
    const { request } = await openPage();
    fakeServer(() => ({
      ...refusal(422, "lower_price", { errors: { amount: ["Too low"] } }),
      headers: { "retry-after": "7" },
    }));
    await expect(
      request("/bid/create", { method: "POST" }),
    ).rejects.toMatchObject({
      status: 422,
      errors: { amount: ["Too low"] },
      retryAfter: 7,
    });
  });

  it("fails ten seconds after its start, even if it waits for a refresh", async () => {
    vi.useFakeTimers();
    vi.spyOn(AbortSignal, "timeout").mockImplementation((delayMs) => {
      const controller = new AbortController();
      setTimeout(() => {
        controller.abort();
      }, delayMs);
      return controller.signal;
    });
    const { request } = await openPage();
    fakeServer(
      ({ path }) =>
        new Promise((resolve) => {
          const answer = path === "/api/a" ? refusal(401, "unauthorized") : {};
          setTimeout(resolve, 6_000, answer);
        }),
    );
    const failure = request("/a").catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(10_000);
    const settled = await Promise.race([failure, Promise.resolve("pending")]);
    expect(settled).toMatchObject({ code: "timeout" });
  });

  it("reports that the server cannot be reached", async () => {
    const { request } = await openPage();
    fakeServer(() => {
      throw new TypeError("Failed to fetch");
    });
    await expect(request("/a")).rejects.toMatchObject({
      status: 0,
      code: "network",
    });
  });

  it("rejects with an AbortError when its caller aborts it", async () => {
    const { request } = await openPage();
    fakeServer(() => ({}));
    await expect(
      request("/a", { signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({ name: "AbortError" });
  });

  it("takes the reply of a prefetch once", async () => {
    const { request, requestEarly } = await openPage();
    const calls = fakeServer(() => ({}));
    requestEarly("/list", { page: "1" });
    await request("/list", { query: { page: "1" } });
    expect(calls).toHaveLength(1);
    await request("/list", { query: { page: "1" } });
    expect(calls).toHaveLength(2);
  });
});

describe("a failed prefetch", () => {
  it("is sent again by the next request", async () => {
    const { request, requestEarly } = await openPage();
    let isUp = false;
    fakeServer(() => (isUp ? {} : refusal(503, "unavailable")));
    requestEarly("/list");
    await expect(request("/other")).rejects.toMatchObject({ status: 503 });
    isUp = true;
    await expect(request("/list")).resolves.toEqual({ success: true });
  });
});

describe("an expired session", () => {
  it("is refreshed once for five calls, which are all repeated", async () => {
    const { request, expired } = await openPage();
    let isFresh = false;
    const calls = fakeServer(async ({ path }) => {
      if (path === "/api/auth/update") {
        await Promise.resolve();
        isFresh = true;
        return {};
      }
      return isFresh ? { body: { path } } : refusal(401, "unauthorized");
    });
    const replies = await Promise.all(pages.map((page) => request(page)));
    expect(replies).toEqual(pages.map((page) => ({ path: `/api${page}` })));
    expect(times(calls, "GET /api/auth/update")).toBe(1);
    for (const page of pages) expect(times(calls, `GET /api${page}`)).toBe(2);
    expect(expired).not.toHaveBeenCalled();
  });

  it("is refreshed again after the clock was set back", async () => {
    const { request, expired } = await openPage();
    let isFresh = false;
    const calls = fakeServer(({ path }) => {
      if (path === "/api/auth/update") isFresh = true;
      return isFresh ? {} : refusal(401, "unauthorized");
    });
    await request("/a");
    isFresh = false;
    vi.spyOn(Date, "now").mockReturnValue(Date.now() - 3_600_000);
    await request("/a");
    expect(times(calls, "GET /api/auth/update")).toBe(2);
    expect(expired).not.toHaveBeenCalled();
  });

  it("is announced once when it cannot be refreshed", async () => {
    const { request, expired } = await openPage();
    const calls = fakeServer(() => refusal(401, "unauthorized"));
    const replies = await Promise.allSettled(
      pages.map((page) => request(page)),
    );
    for (const reply of replies)
      expect(reply).toMatchObject({
        status: "rejected",
        reason: { status: 401 },
      });
    expect(times(calls, "GET /api/auth/update")).toBe(1);
    for (const page of pages) expect(times(calls, `GET /api${page}`)).toBe(1);
    expect(expired).toHaveBeenCalledOnce();
  });

  it("stays when the refresh does not reach the server", async () => {
    const { request, expired } = await openPage();
    fakeServer(({ path }) => {
      if (path === "/api/auth/update") throw new TypeError("Failed to fetch");
      return refusal(401, "unauthorized");
    });
    await expect(request("/a")).rejects.toMatchObject({ code: "network" });
    expect(expired).not.toHaveBeenCalled();
  });

  it("is not refreshed for a wrong password", async () => {
    const { request } = await openPage();
    const calls = fakeServer(() => refusal(401, "invalid_credentials"));
    await expect(
      request("/auth", { method: "POST", isAuth: true }),
    ).rejects.toMatchObject({ code: "invalid_credentials" });
    expect(calls).toEqual(["POST /api/auth"]);
  });
});

it("sends updates as PUT and deletions as DELETE", async () => {
  const bodies: unknown[] = [];
  const calls = fakeServer(({ body }) => {
    bodies.push(body);
    return { body: { id: "lot" } };
  });
  const previousData = { id: "lot" };
  await workshopProvider.update("drafts", {
    id: "lot",
    data: { title: "Lots" },
    previousData,
  });
  await workshopProvider.delete("drafts", { id: "lot", previousData });
  expect(calls).toEqual([
    "PUT /api/workspace/drafts/lot",
    "DELETE /api/workspace/drafts/lot",
  ]);
  expect(bodies[0]).toEqual({ title: "Lots" });
});

describe("a refused call", () => {
  const texts = { email: ["Taken"], telephone: ["Too short", "No digits"] };

  it.each([
    [{ success: false, errors: texts }],
    [{ email: "Taken", telephone: ["Too short", "No digits"], success: false }],
  ])("has its error texts by field: %j", (reply) => {
    expect(fieldTexts(reply, 422)).toEqual(texts);
  });

  it("has no field texts when it is not about fields", () => {
    expect(fieldTexts({ email: "Taken" }, 404)).toEqual({});
    expect(fieldTexts({ success: false, message: "No" }, 422)).toEqual({});
    expect(fieldTexts(null, 422)).toEqual({});
    const { body } = refusal(422, "insufficient_credit");
    expect(fieldTexts(body, 422)).toEqual({});
  });

  it("is shown with the server's message, else by its code, else as unexpected", () => {
    const textOf = (code: string, message?: string) =>
      errorText(new CallError({ status: 401, code, message }), (key) => key);
    expect(textOf("invalid_credentials", "Wrong")).toBe("Wrong");
    expect(textOf("invalid_credentials")).toBe("errors.invalid_credentials");
    expect(textOf("whatever")).toBe("shell.error.unexpected");
  });
});
