import { screen } from "@testing-library/react";
import { beforeAll, describe, expect, it } from "vitest";
import { comparablesOf } from "../catalog/comparables";
import { lotDetail } from "../catalog/lotDetail";
import { installDialogs } from "../ui/nativeDialog";
import { amountField, dialog, fillIn, openPanel, pressPlace } from "./panel";

beforeAll(installDialogs);

const comparables = comparablesOf([1200, 1300, 1400, 9000]);

describe("the comparable sales beside the amount", () => {
  it("tell how many of them the typed maximum would have won", async () => {
    const { user, calls } = openPanel({ comparables });
    const call = "GET /api/lot/comparables?id=41";
    expect(calls).not.toContain(call);
    await user.type(amountField(), "1350000");
    expect(
      await screen.findByText(
        "At this maximum you would have won 2 of 3 comparable sales.",
      ),
    ).toBeVisible();
    expect(calls).toContain(call);
  });

  it("warn about a digit too many if the lot has no average price", async () => {
    const lot = lotDetail();
    lot.bidInfo.averagePrice = null;
    const { user } = openPanel({ comparables, lot });
    await fillIn(user, "13500000");
    await screen.findByText(/would have won 3 of 3/);
    await pressPlace(user);
    expect(await dialog("Is the amount right?")).toHaveTextContent("13 times");
  });
});
