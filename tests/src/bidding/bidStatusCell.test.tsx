import { render, screen } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { expect, it } from "vitest";
import type { RowSchema } from "../../../domain/resource";
import { bidStatuses } from "../../../domain/bidStatus";
import bid from "../../../schemas/bid.json";
import { BidStatusCell } from "../../../src/bidding/cells/BidCells";
import { FieldTextProvider } from "../../../src/workspace/FieldTextProvider";
import "../../../src/workspace/standard";

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
