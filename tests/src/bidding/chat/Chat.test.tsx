import { act, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { BidChatEntry } from "../../../../generated/schemas";
import { Chat } from "../../../../src/bidding/chat/Chat";
import { liveEvents } from "../../../../src/providers/events";
import { ownChanges } from "../../../../src/providers/cachedRows";
import { userLevels, userTypes } from "../../../../domain/access";
import { profileReply } from "../../identity/profiles";
import { fakeServer, refusal } from "../../providers/fakeServer";
import { renderInApp } from "../inApp";
import { onDay } from "../../../support/onDay";

onDay("2026-11-21");

type Sent = { comment: string; key: string | null };

const entry = (
  id: string,
  text: string,
  more: Partial<BidChatEntry> = {},
): BidChatEntry => ({
  id,
  text,
  time: "2026-11-20T10:44:00+09:00",
  isOwn: false,
  isErrorOnSend: false,
  ...more,
});

let bids = 100;

/**
 * Renders the chat of a new bid over a server that keeps its messages. It refuses
 * as many messages as `refusals` says, and as many read marks as `failedMarks` says.
 */
function openChat(
  entries: BidChatEntry[] = [],
  { refusals = 0, failedMarks = 0, profile = profileReply() } = {},
) {
  bids += 1;
  const bidId = String(bids);
  const sent: Sent[] = [];
  const marked: string[] = [];
  let isDown = false;
  let isRead = entries.every(({ isOwn }) => isOwn);
  let left = refusals;
  const receive = (added: BidChatEntry) => {
    entries.push(added);
    isRead = isRead && added.isOwn;
  };
  fakeServer(({ path, query, body, headers }) => {
    if (path === "/api/bid/update-chat-status") {
      marked.push((body as { upTo: string }).upTo);
      if (marked.length <= failedMarks) return refusal(503, "unavailable");
      isRead = true;
      return {};
    }
    if (path === "/api/bid/save-chat") {
      const { comment } = body as { comment: string };
      sent.push({ comment, key: headers.get("idempotency-key") });
      left -= 1;
      if (left >= 0) return refusal(503, "unavailable", { message: "Busy" });
      const added = entry(String(50 + sent.length), comment, { isOwn: true });
      receive(added);
      return { body: { success: true, entry: added } };
    }
    if (isDown) return { status: 502, body: "<h1>Bad gateway</h1>" };
    const isOther = query.get("bidId") !== bidId;
    return {
      body: {
        success: true,
        chat: isOther ? [] : [...entries],
        isRead: isOther || isRead,
        lastRead: null,
        hasEarlier: false,
      },
    };
  });
  const chat = <Chat key={bidId} bidId={bidId} />;
  const { rerenderPart, queryClient } = renderInApp(chat, { profile });
  const news = () => {
    liveEvents.emit({ name: "bids", data: { bidIds: [bidId], lotIds: [] } });
  };
  const show = (part: "chat" | "none" | "other") => {
    if (part === "chat") rerenderPart(chat);
    else rerenderPart(part === "other" ? <Chat key="1" bidId="1" /> : null);
  };
  const goDown = (isGone: boolean) => {
    isDown = isGone;
  };
  const user = userEvent.setup();
  const app = { bidId, queryClient };
  return { user, sent, marked, receive, news, show, goDown, app };
}

const field = () => screen.getByRole("textbox", { name: "Message" });
const log = () => screen.getByRole("log", { name: "Messages" });

it("shows messages as plain text with their author, and marks them as read", async () => {
  const { marked } = openChat([
    entry("3", "Any colour", { isOwn: true, author: "Anna" }),
    entry("4", "<img src=x onerror=alert(1)> https://example.test/a"),
  ]);
  const text = await screen.findByText(/^<img src=x/);
  expect(text.querySelector("img, a")).toBeNull();
  const [own, divider, other] = within(log()).getAllByRole("listitem");
  expect(own).toHaveTextContent(
    "Anna 20 Nov, 10:44 Japan time · 01:44 your timeAny colour",
  );
  expect(divider).toHaveTextContent("New");
  expect(other).toHaveTextContent("Company manager");
  await expect.poll(() => marked).toEqual(["4"]);
});

it("shows the bid as read in loaded lists, and lets its row leave a list of unread bids", async () => {
  const { marked, receive, news, app } = openChat();
  const { bidId, queryClient } = app;
  const of = (id: string) => ({
    id,
    row: { bidId: id, isRead: false, unread: true },
  });
  const key = ["unreadBids", "getList", {}];
  queryClient.setQueryData(key, { data: [of(bidId), of("1")], total: 2 });
  receive(entry("4", "Any colour"));
  act(news);
  await expect.poll(() => marked).toEqual(["4"]);
  expect([...ownChanges("unreadBids")]).toEqual([bidId]);
  await expect
    .poll(() => queryClient.getQueryData(key))
    .toMatchObject({
      data: [{ row: { isRead: true, unread: false } }, of("1")],
      meta: { isInPlace: true },
    });
});

it("marks messages as read again after a failure, and then no more", async () => {
  const { marked, news } = openChat([entry("4", "Any colour")], {
    failedMarks: 1,
  });
  await screen.findByText("Any colour");
  await expect.poll(() => marked).toEqual(["4", "4"]);
  act(news);
  await expect.poll(() => screen.queryByRole("alert")).toBeNull();
  expect(marked).toEqual(["4", "4"]);
});

it("keeps the messages when they cannot be read again, and offers a retry", async () => {
  const { user, receive, news, goDown } = openChat([entry("4", "Any colour")]);
  await screen.findByText("Any colour");
  goDown(true);
  receive(entry("5", "Any year"));
  act(news);
  const alert = await screen.findByRole("alert");
  expect(screen.getByText("Any colour")).toBeVisible();
  goDown(false);
  await user.click(within(alert).getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Any year")).toBeVisible();
  expect(screen.queryByRole("alert")).toBeNull();
});

it("does not call a client a company manager before a manager", async () => {
  openChat([entry("4", "Any colour")], {
    profile: profileReply({
      userType: userTypes.manager,
      userLevel: userLevels.system,
    }),
  });
  expect(await screen.findByText("Client or dealer")).toBeVisible();
  expect(screen.queryByText("Company manager")).not.toBeInTheDocument();
});

it("says that earlier messages could not be loaded, and loads them on request", async () => {
  let isDown = true;
  fakeServer(({ path, query }) => {
    if (path !== "/api/bid/chat") return {};
    const isEarlier = query.get("before") !== null;
    if (isEarlier && isDown) return refusal(503, "unavailable");
    const chat = isEarlier ? entry("1", "The first") : entry("2", "The last");
    return {
      body: {
        success: true,
        chat: [chat],
        isRead: true,
        lastRead: "2",
        hasEarlier: !isEarlier,
      },
    };
  });
  renderInApp(<Chat bidId="99" />);
  const user = userEvent.setup();
  await user.click(
    await screen.findByRole("button", { name: "Show earlier messages" }),
  );
  const retry = await screen.findByRole("button", { name: "Try again" });
  expect(screen.getByText("The last")).toBeVisible();
  isDown = false;
  await user.click(retry);
  expect(await screen.findByText("The first")).toBeVisible();
});

it("keeps a message that was not sent, and sends it again with the same key", async () => {
  const { user, sent, show } = openChat([], { refusals: 1 });
  await user.type(field(), " Red, please {Enter}");
  const failed = (await screen.findByText("Not sent")).closest("li");
  expect(failed).toHaveTextContent("Red, please");
  expect(failed).toHaveTextContent("Busy");
  show("none");
  show("chat");
  await user.click(await screen.findByRole("button", { name: "Send again" }));
  await expect.poll(() => screen.queryByText("Not sent")).toBeNull();
  expect(screen.getAllByText("Red, please")).toHaveLength(1);
  expect(sent.map(({ comment }) => comment)).toEqual([
    "Red, please",
    "Red, please",
  ]);
  expect(sent[0]?.key).toBe(sent[1]?.key);
});

it("sends by Enter, but not an empty text, a new line or a word of an input method", async () => {
  const { user, sent } = openChat();
  await user.type(field(), "  {Enter}");
  await user.clear(field());
  await user.type(field(), "One{Shift>}{Enter}{/Shift}two");
  fireEvent.keyDown(field(), { key: "Enter", isComposing: true });
  expect(sent).toEqual([]);
  await user.type(field(), "{Enter}");
  await expect
    .poll(() => sent.map(({ comment }) => comment))
    .toEqual(["One\ntwo"]);
  expect(field()).toHaveValue("");
});

it("does not send more than 2,000 characters and says so", async () => {
  const { user, sent } = openChat();
  fireEvent.change(field(), { target: { value: "x".repeat(2001) } });
  expect(field()).toBeInvalid();
  expect(screen.getByText(/At most 2\s000 characters/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Send" }));
  expect(sent).toEqual([]);
  expect(field()).toHaveValue("x".repeat(2001));
});

it("keeps what was typed for each bid while the chat is closed", async () => {
  const { user, show } = openChat();
  await user.type(field(), "Half a sent");
  show("other");
  expect(field()).toHaveValue("");
  show("none");
  show("chat");
  expect(field()).toHaveValue("Half a sent");
});

it("leaves the place of a reader alone when messages arrive", async () => {
  const { user, marked, receive, news } = openChat([
    entry("3", "Old", { isOwn: true }),
  ]);
  await screen.findByText("Old");
  Object.defineProperties(log(), {
    scrollHeight: { value: 1000 },
    clientHeight: { value: 200 },
  });
  log().scrollTop = 100;
  fireEvent.scroll(log());
  receive(entry("5", "Just now"));
  news();
  await screen.findByText("Just now");
  expect(log().scrollTop).toBe(100);
  expect(marked).toEqual([]);
  await user.click(
    screen.getByRole("button", { name: "To the newest message" }),
  );
  expect(log().scrollTop).toBe(1000);
  await expect.poll(() => marked).toEqual(["5"]);
});
