import { render, screen } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { expect, it } from "vitest";
import { bidStatuses } from "../../../domain/bidStatus";
import type { RowSchema } from "../../../domain/resource";
import bid from "../../../schemas/bid.json";
import { BidStatusCell } from "../../../src/bidding/cells/BidCells";
import { FieldTextProvider } from "../../../src/workspace/fieldText";

it("shows the manager of a bid whose status is blank, without a status", () => {
  const schema = bid as RowSchema;
  const { container } = render(
    <CoreAdminContext>
      <FieldTextProvider row={schema}>
        <BidStatusCell
          row={{ bidStatus: bidStatuses.blank, manager: "Lena Brandt" }}
          schema={schema}
          fields={["bidStatus", "manager"]}
        />
      </FieldTextProvider>
    </CoreAdminContext>,
  );
  expect(screen.getByText("Lena Brandt")).toBeVisible();
  expect(container).toHaveTextContent(/^Lena Brandt$/);
});
