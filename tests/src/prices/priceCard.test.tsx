import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
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
};

/** Opens the card beside a form with a typed amount, over a server with these rates. */
function open(setting: Setting = {}, amount: number | null = null) {
  const { destination = "Vladivostok", currency = null } = setting;
  const { base = { field: "startPrice", amount: 500_000 } } = setting;
  const typed: number[] = [];
  const calls = fakeServer(({ path, body }) => {
    if (path === "/api/sums")
      return {
        body: {
          success: true,
          reader: { destination },
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
          options: [{ value: "Mombasa", label: "Mombasa, Kenya" }],
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
    if (path === "/api/user/update-setting")
      return (body as Setting).destination === "Mombasa"
        ? refusal(422, "invalid_choice")
        : {};
    return { body: profileReply({ destination, currency }) };
  });
  renderInApp(
    <>
      <AmountPrice
        resource={resource}
        id="41"
        amount={amount}
        onAmount={(next) => {
          typed.push(next);
        }}
      />
      <PriceCard resource={resource} id="41" />
    </>,
    { profile: profileReply({ destination, currency }) },
  );
  return { user: userEvent.setup(), typed, calls };
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
      "unknown, because there is no rate for: transport in japan",
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
    await screen.findByRole("option", { name: "Mombasa, Kenya" });
    const select = screen.getByLabelText("Port of destination");
    await user.selectOptions(select, "Mombasa");
    expect(calls).toContain("PUT /api/user/update-setting");
    await screen.findByText("Whole price at Vladivostok");
    await expect
      .poll(() => (select as HTMLSelectElement).value)
      .toBe("Vladivostok");
  });
});

describe("The limit of the whole price", () => {
  it("gives the highest bid in steps of 5,000, which the form takes", async () => {
    const { user, typed } = open();
    await user.type(await limitField(), "600000");
    expect(screen.getByText(/^So bid at most/).textContent).toMatch(/500\s000/);
    await user.click(screen.getByRole("button", { name: "Use this amount" }));
    expect(typed).toEqual([500_000]);
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
});
