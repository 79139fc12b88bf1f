import { act, screen } from "@testing-library/react";
import { beforeAll, describe, expect, it } from "vitest";
import { lotDetail } from "../catalog/lotDetail";
import { profileReply } from "../identity/profiles";
import { installDialogs } from "../ui/nativeDialog";
import {
  amountField,
  confirm,
  dialog,
  fillIn,
  openPanel,
  pressPlace,
  submit,
  yenText,
} from "./panel";

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
    const found = await confirm(user);
    showLot(stock(1_400_000));
    expect(found).not.toBeInTheDocument();
    expect(screen.getByRole("alert")).toHaveTextContent(
      "has changed and was not sent",
    );
    const again = await confirm(user);
    expect(again).toHaveTextContent(yenText(1_400_000));
    await user.click(submit(again));
    await dialog("Your bid is placed");
    expect(sent).toMatchObject([{ body: { amount: 1_400_000 } }]);
  });
});
