import { screen } from "@testing-library/react";
import { beforeAll, describe, expect, it } from "vitest";
import { lotDetail } from "../catalog/lotDetail";
import { installDialogs } from "../ui/nativeDialog";
import { dialog, fillIn, openPanel, pressPlace } from "./panel";

beforeAll(installDialogs);

describe("the confirmation of a bid", () => {
  it("shows auction, choices and comment of the bid", async () => {
    const { user } = openPanel();
    await fillIn(user);
    await user.selectOptions(screen.getByLabelText("Group"), "3");
    await user.type(screen.getByLabelText("Comment"), "Red key");
    await pressPlace(user);
    const found = await dialog("Confirm your bid");
    expect(found).toHaveTextContent("Auction: 11:02 Japan time, Fri 20 Nov");
    expect(found).toHaveTextContent("Export typeRo-ro");
    expect(found).toHaveTextContent("GroupA, at most 1 car");
    expect(found).toHaveTextContent("CommentRed key");
  });

  it.each([
    [true, "You can cancel this bid until 09:02 Japan time, Fri 20 Nov"],
    [false, "Once placed, this bid cannot be cancelled."],
  ])(
    "says in form and dialog whether it can be cancelled: %s",
    async (cancellationAllowed, text) => {
      const { user } = openPanel({
        lot: lotDetail({ bidInfo: { cancellationAllowed } }),
      });
      const form = screen.getByRole("form", { name: "Your bid" });
      expect(form).toHaveTextContent(text);
      await fillIn(user);
      await pressPlace(user);
      expect(await dialog("Confirm your bid")).toHaveTextContent(text);
    },
  );
});
