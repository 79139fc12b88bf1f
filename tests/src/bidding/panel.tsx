import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Link } from "react-router";
import { formatYen } from "../../../domain/money";
import type { Resource } from "../../../domain/resource";
import type {
  ClientStandingReply,
  ComparablesReply,
  LotDetail,
  PlaceBidBody,
  ViewProfileReply,
} from "../../../generated/schemas";
import { BidPanel } from "../../../src/bidding/BidPanel";
import { endSession } from "../../../src/providers/session";
import { lotDetail } from "../catalog/lotDetail";
import { profileReply } from "../identity/profiles";
import { fakeServer, refusal } from "../providers/fakeServer";
import { screenIs } from "../workspace/renderList";
import { renderInApp, signInAs } from "./inApp";

type Answer = Awaited<ReturnType<Parameters<typeof fakeServer>[0]>>;
type Sent = { path: string; body: PlaceBidBody; key: string | null };

const writes = [
  "/api/bid/create",
  "/api/bid/bid-from-manager",
  "/api/bid/update-bid-price",
  "/api/bid/update-bid-status",
];

export const placed: Answer = {
  body: {
    success: true,
    result: {
      bidAmount: 1_360_000,
      bidDate: "2026-11-20T09:00:00+09:00",
      bidId: "9",
      bidStatus: 1,
      balance: 2_400_000,
    },
  },
};

const options: Record<string, object[]> = {
  "/api/bid/group": [{ value: 3, label: "A", cars: 1 }],
  "/api/bid/type": [
    { value: 1, label: "Ro-ro", description: "Drives onto the ship" },
  ],
  "/api/bid/export-type": [{ value: 2, label: "Container" }],
};

type Setting = {
  lot?: LotDetail;
  profile?: ViewProfileReply;
  pageType?: NonNullable<Resource["pageType"]>;
  isOwnServer?: boolean;
  /** The clients that a manager finds. */
  clients?: { options: object[]; hasMore: boolean };
  /** The limit and the bid of the client whom a manager chooses. */
  standing?: Omit<ClientStandingReply, "success">;
  /** The comparable sales of the lot; without them the call fails. */
  comparables?: ComparablesReply;
  /** The profile that the server returns when it is read again. */
  balance?: Promise<object>;
  size?: "desk" | "phone";
  /** Keeps what an earlier panel of the same test left behind. */
  isReload?: boolean;
  /** The server's answers to bids, in order. */
  answers?: (Answer | Error | Promise<Answer>)[];
  /** Answers the search for clients, in place of `clients`. */
  search?: () => Answer | Promise<Answer> | undefined;
};

/** Renders the bid panel over a server that records the bids it gets. */
export function openPanel(setting: Setting = {}) {
  const { lot = lotDetail(), profile = profileReply(), isOwnServer } = setting;
  screenIs(setting.size ?? "desk");
  if (!setting.isReload) {
    // The end of a session drops the drafts of earlier tests, and the profiles that
    // they still load.
    signInAs(profile);
    endSession();
  }
  const answers = [...(setting.answers ?? [placed])];
  const sent: Sent[] = [];
  const calls = fakeServer(async ({ path, body, headers }) => {
    if (path === "/api/user/view-profile")
      return { body: (await setting.balance) ?? profile };
    if (path in options)
      return { body: { success: true, options: options[path] } };
    if (path === "/api/auth/update") return refusal(401, "unauthorized");
    if (path === "/api/user/search")
      return (
        setting.search?.() ?? { body: { success: true, ...setting.clients } }
      );
    if (path === "/api/bid/client-standing" && setting.standing)
      return { body: { success: true, ...setting.standing } };
    if (path === "/api/lot/comparables" && setting.comparables)
      return { body: setting.comparables };
    if (!writes.includes(path)) return { status: 404 };
    sent.push({
      path,
      body: body as PlaceBidBody,
      key: headers.get("idempotency-key"),
    });
    const answer = answers.shift() ?? placed;
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const user = userEvent.setup();
  const panel = (shown: LotDetail) => (
    <>
      <BidPanel
        lot={shown}
        title="Toyota Prius"
        resource={{
          name: "car-auction",
          row: "lot",
          pageType: setting.pageType ?? "auction",
        }}
      />
      <Link to="/elsewhere">Elsewhere</Link>
    </>
  );
  const { rerenderPart, ...app } = renderInApp(panel(lot), {
    profile,
    isOwnServer,
  });
  const showLot = (next: LotDetail) => {
    rerenderPart(panel(next));
  };
  return { user, sent, calls, showLot, ...app };
}

/** Formats yen as testing-library normalizes them, with plain spaces. */
export const yenText = (yen: number) => formatYen(yen).replace(/\s/g, " ");

type User = ReturnType<typeof userEvent.setup>;

export const amountField = () =>
  screen.getByLabelText(/^(Your|Client's) maximum$/);

export const dialog = (name: string) => screen.findByRole("dialog", { name });

/** Clicks the panel's own button, not that of a dialog or of the phone bar. */
export const pressPlace = (user: User) =>
  user.click(
    within(
      screen.getByRole("form", {
        name: /^(Your bid|Your order|Bid for a client)$/,
      }),
    ).getByRole("button", {
      name: /^(Place bid|Order now)$/,
    }),
  );

/** Fills the form with a valid bid. */
export async function fillIn(user: User, amount = "1360000"): Promise<void> {
  await user.type(amountField(), amount);
  await screen.findByRole("option", { name: "Ro-ro" });
  await user.selectOptions(screen.getByLabelText("Export type"), "Ro-ro");
}

/** Opens the confirmation and accepts the terms. */
export async function confirm(
  user: User,
  title = "Confirm your bid",
): Promise<HTMLElement> {
  await pressPlace(user);
  const found = await dialog(title);
  await user.click(within(found).getByRole("checkbox"));
  return found;
}

export const submit = (
  found: HTMLElement,
  name: string | RegExp = "Place bid",
) => within(found).getByRole("button", { name });
