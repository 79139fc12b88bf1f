import { screen, waitFor } from "@testing-library/react";
import { beforeAll, describe, expect, it } from "vitest";
import { comparablesOf } from "../catalog/comparables";
import { lotDetail } from "../catalog/lotDetail";
import { profileReply } from "../identity/profiles";
import { installDialogs } from "../ui/nativeDialog";
import { amountField, dialog, fillIn, openPanel, pressPlace } from "./panel";

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
