import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import type { Resource } from "../../../domain/resource";
import type { SumsReply } from "../../../generated/schemas";
import AmountPrice from "../../../src/prices/AmountPrice";
import PriceCard from "../../../src/prices/PriceCard";
import carAuction from "../../fixtures/resources/car-auction.json";
import { renderInApp } from "../bidding/inApp";
import { profileReply } from "../identity/profiles";
import { fakeServer, refusal } from "../providers/fakeServer";

const resource = carAuction as Resource;

type Line = SumsReply["sums"][number]["lines"][number];

const rate = (amount: number): Line["rates"][number] => ({
  id: "1",
  band: 0,
  amount,
  milliPercent: null,
  validFrom: "2026-04-01",
});

const line = (step: string, rates: Line["rates"]): Line => ({
  step,
  table: step,
  isOptional: false,
  rates,
});

const lines = [
  line("auctionFee", [rate(12_000)]),
  line("agentFee", [{ ...rate(30_000), milliPercent: 2_000 }]),
  line("freight", [rate(46_000)]),
];

type Setting = {
  destination?: string | null;
  currency?: string | null;
  lines?: Line[];
  base?: SumsReply["sums"][number]["base"];
  list?: Resource;
  /** The port that another device has chosen since the profile was read. */
  elsewhere?: string;
  /** The status of the calls that list ports and currencies. */
  optionStatus?: number;
  /** Waits before a choice is saved. */
  beforeSaving?: () => Promise<void>;
};

const choicesOf = ({ destination, currency }: Setting): Setting => ({
  ...(destination !== undefined && { destination }),
  ...(currency !== undefined && { currency }),
});

/** A form with the amount of a bid. */
function BidForm({
  resource: { name, row },
  start,
  onTyped,
}: {
  resource: Resource;
  start: number | null;
  onTyped: (amount: number) => void;
}) {
  const [amount, setAmount] = useState(start);
  return (
    <>
      <button
        onClick={() => {
          setAmount(700_000);
        }}
      >
        Type 700,000
      </button>
      <AmountPrice
        resource={{ name, row }}
        id="41"
        amount={amount}
        onAmount={(next) => {
          setAmount(next);
          onTyped(next);
        }}
      />
    </>
  );
}

/** Opens the card beside a form with a typed amount, over a server with these rates. */
function open(setting: Setting = {}, amount: number | null = null) {
  const { destination = "Vladivostok", currency = null } = setting;
  const { base = { field: "startPrice", amount: 500_000 } } = setting;
  const { list = resource, optionStatus } = setting;
  const typed: number[] = [];
  const saved: Setting[] = [];
  let present = { destination: setting.elsewhere ?? destination, currency };
  const calls = fakeServer(async ({ path, body }) => {
    if (optionStatus !== undefined && path.startsWith("/api/prices/"))
      return refusal(optionStatus, "internal");
    if (path === "/api/sums")
      return {
        body: {
          success: true,
          reader: { destination: present.destination },
          sums: [
            {
              field: "landedPrice",
              base,
              lines: setting.lines ?? lines,
              total: null,
            },
          ],
        },
      };
    if (path === "/api/prices/destinations")
      return {
        body: {
          success: true,
          options: [
            { value: "Mombasa", label: "Mombasa, Kenya" },
            { value: "Dublin", label: "Dublin, Ireland" },
            { value: "Refused", label: "Refused" },
          ],
        },
      };
    if (path === "/api/prices/currencies")
      return {
        body: {
          success: true,
          options: [
            {
              value: "RUB",
              label: "RUB, Russian Ruble",
              yen: 2,
              validFrom: "2026-11-20",
            },
          ],
        },
      };
    if (path === "/api/user/update-setting") {
      const choice = body as Setting;
      saved.push(choice);
      await setting.beforeSaving?.();
      if (choice.destination === "Refused")
        return refusal(422, "invalid_choice");
      present = { ...present, ...choicesOf(choice) };
      return {};
    }
    return { body: profileReply(present) };
  });
  renderInApp(
    <>
      <BidForm
        resource={list}
        start={amount}
        onTyped={(next) => typed.push(next)}
      />
      <PriceCard resource={list} id="41" row={{ year: 2016 }} />
    </>,
    { profile: profileReply({ destination, currency }) },
  );
  return { user: userEvent.setup(), typed, calls, saved };
}

const plain = (text: string | null | undefined) =>
  (text ?? "").replace(/\s/g, " ");

/** Returns the lines of the card as texts. */
async function shownLines(): Promise<string[]> {
  const card = screen.getByRole("region", { name: "Price at my port" });
  await within(card).findByText(/^Whole price/);
  return [...card.querySelectorAll("dl > div")].map(({ textContent }) =>
    plain(textContent),
  );
}

const limitField = () => screen.findByLabelText("My limit for the whole price");

describe("The price of a car at the viewer's port", () => {
  it("is the start price with each line, and names the port", async () => {
    open();
    expect(await shownLines()).toEqual([
      "Start price¥500 000",
      "Auction fee¥12 000",
      "Our fee¥40 000",
      "Freight¥46 000",
      "Whole price at Vladivostok¥598 000",
    ]);
    expect(
      screen.getByText("Without customs duty and local costs."),
    ).toBeVisible();
    expect(plain(screen.getByText(/^At Vladivostok, from/).textContent)).toBe(
      "At Vladivostok, from the start price: ¥598 000",
    );
  });

  it("is also in the viewer's currency, with the rate and its day", async () => {
    open({ currency: "RUB" });
    const total = (await shownLines()).at(-1);
    expect(total).toBe(
      "Whole price at Vladivostok¥598 000≈ ₽299 000 at ¥2 for 1 RUB, rate of 20 Nov",
    );
    expect(
      plain(screen.getByText(/^At Vladivostok, from/).textContent),
    ).toContain("¥598 000 (≈ ₽299 000)");
  });

  it("is unknown where a rate is missing, and says which one", async () => {
    open({ lines: [...lines, line("inland", [])] });
    expect((await shownLines()).slice(-2)).toEqual([
      "Transport in JapanunknownThere is no rate for this car yet.",
      "Whole price at Vladivostokunknown",
    ]);
    expect(screen.getByText(/^At Vladivostok, from/)).toHaveTextContent(
      "unknown, because there is no rate for: Transport in Japan",
    );
  });

  it("is unknown without a port, which can be chosen there", async () => {
    open({ destination: null, lines: [line("freight", [])] });
    expect((await shownLines()).slice(-2)).toEqual([
      "FreightunknownDepends on your port.",
      "Whole priceunknown",
    ]);
    const [select] = screen.getAllByLabelText("Port of destination");
    expect(select).toHaveDisplayValue("Choose your port");
  });

  it("says that the price of the car itself is unknown", async () => {
    open({ base: null });
    expect(
      await screen.findByText("The price of this car is not known yet."),
    ).toBeVisible();
  });

  it("counts from the typed amount, and from the start price on request", async () => {
    const { user } = open({}, 1_000_000);
    expect((await shownLines()).at(-1)).toBe(
      "Whole price at Vladivostok¥1 108 000",
    );
    await user.click(screen.getByRole("button", { name: "Start price" }));
    expect((await shownLines()).at(-1)).toBe(
      "Whole price at Vladivostok¥598 000",
    );
  });

  it("names the rate of each line", async () => {
    const { user } = open();
    await user.click(
      await screen.findByRole("button", { name: "Show the rates" }),
    );
    expect((await shownLines())[2]).toBe(
      "Our fee¥40 000¥30 000 · 2 % of the hammer price · since 1 Apr",
    );
  });

  it("keeps the port if the server refuses another one", async () => {
    const { user, calls } = open();
    await screen.findByRole("option", { name: "Refused" });
    const select = screen.getByLabelText("Port of destination");
    await user.selectOptions(select, "Refused");
    expect(calls).toContain("PUT /api/user/update-setting");
    await screen.findByText("Whole price at Vladivostok");
    await expect
      .poll(() => (select as HTMLSelectElement).value)
      .toBe("Vladivostok");
  });

  it("is for the port that another device has chosen, and says so", async () => {
    open({ elsewhere: "Mombasa" });
    expect((await shownLines()).at(-1)).toMatch(/^Whole price at Mombasa/);
    expect(screen.getByText(/^At Mombasa, from/)).toBeVisible();
    await expect
      .poll(() => screen.getByLabelText("Port of destination"))
      .toHaveValue("Mombasa");
  });

  it("blames the port only for the freight", async () => {
    open({
      destination: null,
      lines: [line("agentFee", []), line("freight", [])],
    });
    expect((await shownLines()).slice(1, 3)).toEqual([
      "Our feeunknownThere is no rate for this car yet.",
      "FreightunknownDepends on your port.",
    ]);
  });

  it("is for the last of several quick choices", async () => {
    let save: () => void = () => undefined;
    const first = new Promise<void>((resolve) => {
      save = resolve;
    });
    const { user, saved } = open({ beforeSaving: () => first });
    await screen.findByRole("option", { name: "Mombasa, Kenya" });
    const select = screen.getByLabelText("Port of destination");
    for (const port of ["Mombasa", "Refused", "Dublin"])
      await user.selectOptions(select, port);
    expect(select).toHaveValue("Dublin");
    save();
    await screen.findByText("Whole price at Dublin");
    expect(saved.map(({ destination }) => destination)).toEqual([
      "Mombasa",
      "Dublin",
    ]);
    expect(select).toHaveValue("Dublin");
  });

  it("says that the ports cannot be read, and reads them again", async () => {
    const { user, calls } = open({ optionStatus: 500 });
    const [again] = await screen.findAllByRole("button", { name: "Try again" });
    if (again) await user.click(again);
    expect(
      calls.filter((call) => call === "GET /api/prices/destinations"),
    ).toHaveLength(2);
  });
});

describe("The limit of the whole price", () => {
  it("gives the highest bid in steps of 5,000, which the form takes", async () => {
    const { user, typed } = open();
    await user.type(await limitField(), "600000");
    expect(screen.getByText(/^So bid at most/).textContent).toMatch(/500\s000/);
    await user.click(screen.getByRole("button", { name: "Use this amount" }));
    expect(typed).toEqual([500_000]);
    const note = "The amount is in the bid form.";
    expect(screen.getByText(note)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Type 700,000" }));
    expect(screen.queryByText(note)).toBeNull();
  });

  it("stays when the port changes", async () => {
    const { user } = open();
    await user.type(await limitField(), "600000");
    await screen.findByRole("option", { name: "Mombasa, Kenya" });
    const select = screen.getByLabelText("Port of destination");
    await user.selectOptions(select, "Mombasa");
    await screen.findByText("Whole price at Mombasa");
    expect(await limitField()).toHaveDisplayValue(/^600.000$/);
    expect(screen.getByText(/^So bid at most/)).toBeVisible();
  });

  it("is not offered for sold cars and for cars with a fixed price", async () => {
    open({ base: { field: "soldPrice", amount: 500_000 } });
    await shownLines();
    expect(screen.queryByLabelText(/^My limit/)).toBeNull();
    cleanup();
    open({ list: { ...resource, row: "stock" } });
    await shownLines();
    expect(screen.queryByLabelText(/^My limit/)).toBeNull();
  });

  it("may be in the viewer's currency", async () => {
    const { user } = open({ currency: "RUB" });
    await user.type(await limitField(), "300000");
    await user.click(await screen.findByRole("button", { name: "RUB" }));
    expect(screen.getByText(/^So bid at most/).textContent).toMatch(/500\s000/);
  });

  it("says that the auction starts higher", async () => {
    const { user } = open();
    await user.type(await limitField(), "400000");
    expect(screen.getByText(/^The auction starts at/)).toBeVisible();
    expect(
      screen.queryByRole("button", { name: "Use this amount" }),
    ).toBeNull();
  });

  it("says that no bid fits", async () => {
    const { user } = open();
    await user.type(await limitField(), "1000");
    expect(screen.getByText(/^No bid fits/)).toBeVisible();
  });

  it("gives no bid while a rate is missing", async () => {
    const { user } = open({ lines: [line("freight", [])] });
    await user.type(await limitField(), "900000");
    expect(
      screen.getByText("Unknown, because a rate is missing."),
    ).toBeVisible();
  });

  it("asks for the port first", async () => {
    const { user } = open({ destination: null, lines: [line("freight", [])] });
    await user.type(await limitField(), "900000");
    expect(
      screen.getByText("Choose your port", { selector: "p" }),
    ).toBeVisible();
  });
});
