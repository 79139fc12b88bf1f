import { screen, renderHook, waitFor } from "@testing-library/react";
import { beforeAll, describe, expect, it } from "vitest";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { formatNumber } from "../../../domain/money";
import { installDialogs } from "../ui/nativeDialog";
import { useBidOptions } from "../../../src/bidding/form/useBidOptions";
import { lotDetail } from "../catalog/lotDetail";
import { fakeServer } from "../providers/fakeServer";
import { InEnglish } from "../providers/inEnglish";
import { comparablesOf } from "../catalog/comparables";
import { profileReply } from "../identity/profiles";
import {
  amountField,
  openPanel,
  pressPlace,
  yenText,
  dialog,
  fillIn,
} from "./panel";

beforeAll(installDialogs);

describe("the amount of a bid", () => {
  it("takes digits only and separates thousands while the user types", async () => {
    const { user } = openPanel();
    await user.type(amountField(), "1a360,000");
    expect(amountField()).toHaveValue(formatNumber(1_360_000));
  });

  it("keeps the caret behind the typed digit", async () => {
    const { user } = openPanel();
    await user.type(amountField(), "1360000");
    await user.type(amountField(), "9", {
      initialSelectionStart: 1,
      initialSelectionEnd: 1,
    });
    await user.keyboard("8");
    expect(amountField()).toHaveValue(formatNumber(198_360_000));
  });

  it("treats 0 as empty", async () => {
    const { user } = openPanel();
    await user.type(amountField(), "0");
    expect(amountField()).toHaveValue("");
  });

  it("is validated when the field loses focus, not while typing", async () => {
    const { user } = openPanel();
    await user.type(amountField(), "1000");
    expect(amountField()).not.toHaveAttribute("aria-invalid");
    await user.tab();
    expect(amountField()).toHaveAttribute("aria-invalid", "true");
  });

  it("must not be below the start price, which the error names", async () => {
    const { user } = openPanel();
    await user.type(amountField(), "1175000");
    await user.tab();
    expect(
      screen.getByText(/not be lower than the start price/),
    ).toHaveTextContent(yenText(1_180_000));
  });

  it("must be a multiple of 5,000", async () => {
    const { user } = openPanel();
    await user.type(amountField(), "1182500");
    await user.tab();
    expect(screen.getByText(/must be a multiple of/)).toHaveTextContent(
      "5 000",
    );
  });

  it("is required and gets the focus when it is missing", async () => {
    const { user } = openPanel();
    await pressPlace(user);
    expect(amountField()).toHaveFocus();
    expect(amountField()).toHaveAccessibleDescription("Required field");
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("changes by 5,000 with the arrow keys, starting at the start price", async () => {
    const { user } = openPanel();
    await user.click(amountField());
    await user.keyboard("{ArrowUp}{ArrowUp}{ArrowUp}{ArrowDown}");
    expect(amountField()).toHaveValue(formatNumber(1_185_000));
  });
});

it("keeps the loaded options when they cannot be read again", async () => {
  let status = 200;
  const option = { value: 1, label: "Any one", cars: 0 };
  fakeServer(() => ({ status, body: { success: true, options: [option] } }));
  const queryClient = new QueryClient({
    defaultOptions: { queries: { retry: false } },
  });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>
      <InEnglish>{children}</InEnglish>
    </QueryClientProvider>
  );
  const { bidInfo } = lotDetail();
  const shown = { ...bidInfo, bidGroupShow: true, exportTypeShow: true };
  const { result } = renderHook(
    () =>
      useBidOptions(shown, {
        isEnabled: true,
        isFixedPrice: false,
        target: { kind: "own" },
      }),
    { wrapper },
  );
  const state = () =>
    ["bidGroup", "bidType"].map((name) => {
      const { error, options } = result.current[name] ?? {};
      return [error, options?.some(({ value }) => value === "1")];
    });
  await waitFor(() => {
    expect(state()).toEqual([
      [null, true],
      [null, true],
    ]);
  });
  status = 503;
  await queryClient.invalidateQueries();
  await waitFor(() => {
    const [query] = queryClient.getQueryCache().getAll();
    expect(query?.state.status).toBe("error");
  });
  expect(state()).toEqual([
    [null, true],
    [null, true],
  ]);
});

beforeAll(installDialogs);

const comparables = comparablesOf([1200, 1300, 1400, 9000]);

describe("the comparable sales beside the amount", () => {
  it("give the median and the range instead of the source's average", async () => {
    const lot = lotDetail();
    lot.bidInfo.averageOf = [1_095_000];
    openPanel({ comparables, lot });
    const label = await screen.findByText("Median of similar sales");
    await waitFor(() => {
      expect(label.parentElement).toHaveTextContent(
        "¥1 000 000half of 3 sales: ¥950 000 to ¥1 050 000",
      );
    });
    expect(screen.queryByText("Average price")).not.toBeInTheDocument();
    expect(screen.queryByText(/mean of/)).not.toBeInTheDocument();
  });

  it("leave the place to the source's average if they are too few", async () => {
    openPanel({ comparables: comparablesOf([1200, 1300], { range: null }) });
    const label = await screen.findByText("Average price");
    expect(label.parentElement).toHaveTextContent("about ¥");
  });

  it("decide which amount has a digit too many", async () => {
    const lot = lotDetail();
    lot.bidInfo.averagePrice = 9_000_000;
    const { user } = openPanel({ comparables, lot });
    await fillIn(user, "4020000");
    await screen.findByText("Median of similar sales");
    await pressPlace(user);
    expect(await dialog("Is the amount right?")).toHaveTextContent(
      "4 times the usual price of similar lots (¥1 000 000)",
    );
  });

  it("tell how many of them the typed maximum would have won", async () => {
    const { user } = openPanel({ comparables });
    await user.type(amountField(), "1350000");
    expect(
      await screen.findByText(
        "At this maximum you would have won 2 of 3 comparable sales.",
      ),
    ).toBeVisible();
  });

  it("warn about a digit too many if the lot has no average price", async () => {
    const lot = lotDetail();
    lot.bidInfo.averagePrice = null;
    const { balanceInfo } = profileReply();
    const profile = {
      ...profileReply(),
      balanceInfo: { ...balanceInfo, creditLimit: 20_000_000 },
    };
    const { user } = openPanel({ comparables, lot, profile });
    await fillIn(user, "13500000");
    await screen.findByText(/would have won 3 of 3/);
    await pressPlace(user);
    expect(await dialog("Is the amount right?")).toHaveTextContent("14 times");
  });
});
