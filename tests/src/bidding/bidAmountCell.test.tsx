import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { RowSchema } from "../../../domain/resource";
import bid from "../../../schemas/bid.json";
import { BidAmountCell } from "../../../src/bidding/cells/BidCells";
import { FieldTextProvider } from "../../../src/workspace/fieldText";
import { renderInApp } from "./inApp";

it("names the zone of the time at which a bid was placed", () => {
  const schema = bid as RowSchema;
  renderInApp(
    <FieldTextProvider row={schema}>
      <BidAmountCell
        row={{ bidAmount: 220_000, bidDate: "2024-11-23T11:33:00+09:00" }}
        schema={schema}
        fields={["bidAmount", "bidDate"]}
      />
    </FieldTextProvider>,
  );
  expect(screen.getByText("23 Nov 2024, 11:33 JST")).toBeVisible();
});
