import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import { pageForAllAt } from "../../../../src/app/publicPages";
import VerifyPage from "../../../../src/bidding/receipt/VerifyPage";
import { fakeServer, refusal } from "../../providers/fakeServer";
import { InEnglish } from "../../providers/inEnglish";

const genuine = {
  success: true,
  result: "genuine",
  isLogged: true,
  receipt: {
    number: "1042-7",
    client: "12",
    lot: "car:99",
    yen: 200_000,
    time: "2026-11-20T03:00:00.000Z",
    key: "0123456789abcdef",
  },
};

const seal = {
  number: "7",
  head: "ab".repeat(32),
  sealedAt: "2026-11-20T12:05:00+09:00",
};

/** Answers the check, and the newest seal. Returns the bodies of the checks. */
function answering(check: () => ReturnType<typeof refusal>): unknown[] {
  const bodies: unknown[] = [];
  fakeServer(({ path, body }) => {
    if (path === "/api/seals/head") return { body: { success: true, seal } };
    bodies.push(body);
    return check();
  });
  return bodies;
}

const show = () => {
  render(<VerifyPage />, { wrapper: InEnglish });
  return userEvent.setup();
};
const text = () => screen.findByLabelText("Signed text");
const signature = () => screen.getByLabelText("Signature (Ed25519)");
const press = () => screen.getByRole("button", { name: "Check" });

beforeEach(() => {
  history.replaceState(null, "", "/receipts/verify");
});

describe("the page that checks receipts", () => {
  it("is public, for visitors and for signed-in users", () => {
    expect(pageForAllAt("/receipts/verify")).toBeDefined();
  });

  it("checks typed values and shows the facts of a genuine receipt", async () => {
    const bodies = answering(() => ({ body: genuine }));
    const user = show();
    await user.type(await text(), "seriba-bid-receipt=2;…");
    await user.type(signature(), "abc");
    await user.click(press());
    expect(await screen.findByText("The receipt is genuine.")).toBeVisible();
    expect(bodies).toEqual([
      { text: "seriba-bid-receipt=2;…", signature: "abc" },
    ]);
    const facts = screen.getByRole("region", {
      name: "Bid receipt No. 1042-7",
    });
    expect(within(facts).getByText("Maximum bid")).toBeVisible();
    expect(screen.getByText("20 November 2026 at 12:00:00")).toBeVisible();
    expect(screen.queryByText(/Report this/)).not.toBeInTheDocument();
  });

  it("says of a car at a fixed price that it was ordered, and its price", async () => {
    const receipt = { ...genuine.receipt, lot: "stock:99" };
    answering(() => ({ body: { ...genuine, receipt } }));
    const user = show();
    await user.type(await text(), "seriba-bid-receipt=2;…");
    await user.type(signature(), "abc");
    await user.click(press());
    const facts = await screen.findByRole("region", {
      name: "Order receipt No. 1042-7",
    });
    expect(within(facts).getByText("Price")).toBeVisible();
    expect(facts).not.toHaveTextContent(/\bbid\b|maximum/i);
  });

  it("checks the values of a link at once, and keeps them from the server's address", async () => {
    const bodies = answering(() => ({ body: genuine }));
    const values = new URLSearchParams({ text: "a=1;b=2", signature: "x-_y" });
    history.replaceState(null, "", `/receipts/verify#${values.toString()}`);
    show();
    expect(await screen.findByText("The receipt is genuine.")).toBeVisible();
    expect(bodies).toEqual([{ text: "a=1;b=2", signature: "x-_y" }]);
    expect(await text()).toHaveValue("a=1;b=2");
  });

  it.each([
    ["forged", "not genuine"],
    ["unknownKey", "does not know the key"],
  ])(
    "says that a receipt is %s, and drops the result with the next letter",
    async (result, words) => {
      answering(() => ({ body: { success: true, result } }));
      const user = show();
      await user.type(await text(), "a");
      await user.type(signature(), "b{Tab}");
      await user.click(press());
      expect(await screen.findByText(new RegExp(words))).toBeVisible();
      await user.type(signature(), "c");
      expect(screen.queryByText(new RegExp(words))).not.toBeInTheDocument();
    },
  );

  it("warns if the log has other values than a genuine receipt", async () => {
    answering(() => ({ body: { ...genuine, isLogged: false } }));
    const user = show();
    await user.type(await text(), "a");
    await user.type(signature(), "b");
    await user.click(press());
    expect(
      await screen.findByText(/log of bids and orders does not have/),
    ).toBeVisible();
  });

  it("names an empty field and moves the focus there, and shows errors", async () => {
    const bodies = answering(() => refusal(503, "unavailable"));
    const user = show();
    await user.type(await text(), "a");
    await user.click(press());
    expect(signature()).toHaveFocus();
    expect(signature()).toHaveAccessibleDescription("Enter this text");
    expect(bodies).toEqual([]);
    await user.keyboard("b");
    await user.click(press());
    expect(await screen.findByRole("alert")).toBeVisible();
  });

  it("shows the newest head of the log, and works without it", async () => {
    answering(() => ({ body: genuine }));
    const { unmount } = render(<VerifyPage />, { wrapper: InEnglish });
    const region = await screen.findByRole("region", {
      name: "Head of the logs",
    });
    expect(within(region).getByText(seal.head)).toBeVisible();
    expect(
      within(region).getByText("20 November 2026 at 12:05:00"),
    ).toBeVisible();
    unmount();
    fakeServer(({ path }) =>
      path === "/api/seals/head"
        ? refusal(503, "unavailable")
        : { body: genuine },
    );
    const user = show();
    await user.type(await text(), "a");
    await user.type(signature(), "b");
    await user.click(press());
    expect(await screen.findByText("The receipt is genuine.")).toBeVisible();
    expect(screen.queryByRole("region", { name: /Head of/ })).toBeNull();
  });
});
