import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, it, vi } from "vitest";
import { fakeServer, refusal } from "../../providers/fakeServer";
import { profileReply } from "../../identity/profiles";

/** Loads the modules again, as a reload of the page does, with somebody signed in. */
async function reload(userId: string) {
  vi.resetModules();
  const { sessionStore, endSession } =
    await import("../../../../src/providers/session");
  const drafts = await import("../../../../src/providers/formDrafts");
  const outgoing = await import("../../../../src/bidding/chat/outgoing");
  const { detail, balanceInfo, permission } = profileReply();
  const signInAs = (user: string) => {
    const own = { ...detail, userId: user };
    sessionStore.set({
      status: "authenticated",
      detail: own,
      balanceInfo,
      permission,
      viewer: { ...own, permissions: permission },
      role: "client",
      isExpired: false,
    });
  };
  signInAs(userId);
  return { ...drafts, ...outgoing, endSession, signInAs };
}

const to = (bidId: string) => ({
  userId: "7",
  bidId,
  queryClient: new QueryClient(),
  isOwnServer: true,
});
const now = new Date("2026-11-20T10:44:00+09:00");
const draft = { userId: "7", form: "chat 5" };

beforeEach(() => {
  sessionStorage.clear();
  fakeServer(() => refusal(503, "unavailable"));
});

it("keeps unconfirmed messages over a reload and sends them with the same key", async () => {
  const before = await reload("7");
  before.sendText(to("5"), "Red, please", now);
  const [sent] = before.outgoingOf("7", "5").get();
  const after = await reload("7");
  const [kept] = after.outgoingOf("7", "5").get();
  expect(kept).toMatchObject({
    key: sent?.key,
    text: "Red, please",
    error: { code: "interrupted" },
  });
  const keys: (string | null)[] = [];
  const entry = { id: "1", text: "Red, please" };
  fakeServer(({ headers }) => {
    keys.push(headers.get("idempotency-key"));
    return { body: { success: true, entry } };
  });
  if (kept) after.resend(to("5"), kept);
  await expect.poll(() => after.outgoingOf("7", "5").get()).toEqual([]);
  expect(keys).toEqual([sent?.key]);
  expect((await reload("7")).outgoingOf("7", "5").get()).toEqual([]);
});

it("sends no waiting message after the session of its author has ended", async () => {
  const page = await reload("7");
  const sent: unknown[] = [];
  let answer = () => {};
  const arrived = new Promise<void>((resolve) => {
    answer = resolve;
  });
  fakeServer(async ({ body }) => {
    sent.push(body);
    await arrived;
    return { body: { success: true, entry: { id: "1", text: "First" } } };
  });
  page.sendText(to("5"), "First", now);
  page.sendText(to("5"), "Second", now);
  await expect.poll(() => sent).toHaveLength(1);
  page.endSession();
  page.signInAs("8");
  page.sendText({ ...to("6"), userId: "8" }, "Third", now);
  answer();
  await expect.poll(() => page.outgoingOf("8", "6").get()).toEqual([]);
  expect(sent).toEqual([
    { bidId: "5", comment: "First" },
    { bidId: "6", comment: "Third" },
  ]);
  expect(page.outgoingOf("7", "5").get()).toEqual([]);
  expect(sessionStorage.getItem("seriba.drafts")).not.toContain("Second");
});

it("keeps typed text over a reload only where the form allows it", async () => {
  const before = await reload("7");
  const changed = { text: "Half a sent" };
  before.keepDraft({ ...draft, changed, survivesReload: true });
  before.keepDraft({ userId: "7", form: "password", changed });
  const after = await reload("7");
  expect(after.findDraft(draft)).toEqual(changed);
  expect(after.findDraft({ userId: "7", form: "password" })).toBeUndefined();
});

it.each(["logout", "another person"])(
  "stores nothing after %s",
  async (end) => {
    const before = await reload("7");
    before.keepDraft({
      ...draft,
      changed: { text: "Half" },
      survivesReload: true,
    });
    if (end === "logout") before.endSession();
    else await reload("8");
    expect(sessionStorage.getItem("seriba.drafts")).toBe("[]");
  },
);
