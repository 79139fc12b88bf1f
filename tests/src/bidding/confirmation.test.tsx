import { screen, act } from "@testing-library/react";
import { beforeAll, describe, expect, it } from "vitest";
import { lotDetail } from "../catalog/lotDetail";
import { installDialogs } from "../ui/nativeDialog";
import { profileReply } from "../identity/profiles";
import {
  dialog,
  fillIn,
  openPanel,
  pressPlace,
  amountField,
  confirm,
  submit,
  yenText,
} from "./panel";

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

beforeAll(installDialogs);

describe("a bid that changes before it is confirmed", () => {
  it("is not sent if the amount is edited while the balance loads", async () => {
    let answer: (profile: object) => void = () => undefined;
    const balance = new Promise<object>((resolve) => {
      answer = resolve;
    });
    const { user, sent } = openPanel({ balance });
    await fillIn(user);
    await pressPlace(user);
    await user.type(amountField(), "0");
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "has changed and was not sent",
    );
    await act(async () => {
      answer(profileReply());
      await balance;
    });
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(sent).toEqual([]);
  });

  it("is not sent at a fixed price that the dialog does not show", async () => {
    const stock = (startPrice: number) =>
      lotDetail({ bidInfo: { startPrice } });
    const { user, sent, showLot } = openPanel({
      lot: stock(1_234_000),
      pageType: "stock",
    });
    const found = await confirm(user, "Confirm your order");
    showLot(stock(1_400_000));
    expect(found).not.toBeInTheDocument();
    expect(screen.getByRole("alert")).toHaveTextContent(
      "has changed and was not sent",
    );
    const again = await confirm(user, "Confirm your order");
    expect(again).toHaveTextContent(yenText(1_400_000));
    await user.click(submit(again, "Order now"));
    await dialog("Your order is placed");
    expect(sent).toMatchObject([{ body: { amount: 1_400_000 } }]);
  });
});
