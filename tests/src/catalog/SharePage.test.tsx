import { act, render, renderHook, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { publicPageAt } from "../../../src/app/publicPages";
import SharePage from "../../../src/catalog/share/SharePage";
import { messengerLinks } from "../../../src/catalog/share/ShareDialog";
import { useCopy } from "../../../src/ui/useCopy";
import { fakeServer, refusal } from "../providers/fakeServer";
import { InEnglish } from "../providers/inEnglish";

const lot = {
  success: true,
  title: "Toyota Prius, 2019",
  fields: {
    $id: "lot",
    properties: {
      mileage: { type: ["integer", "null"], "x-unit": "km" },
      town: { title: "Town", type: ["string", "null"] },
      fuel: { title: "Fuel", enum: ["petrol", null] },
      auctionDate: { title: "Date", type: "string", format: "date-time" },
    },
  },
  row: {
    mileage: 45_000,
    town: null,
    fuel: "petrol",
    auctionDate: "2026-11-20T10:00:00+09:00",
  },
  sheet: {
    style: "uss",
    grades: { overall: "4.5", exterior: null, interior: null },
    rows: [{ id: "seats", printed: "定員", name: "Seats", text: "5" }],
    marks: [
      {
        code: "A1",
        panel: "hood",
        panelName: "Bonnet",
        meaning: "Small scratch",
        isSerious: false,
      },
    ],
    unreadMarks: [],
  },
  translation: null,
};

const show = () => {
  render(<SharePage />, { wrapper: InEnglish });
  return userEvent.setup();
};

const input = () => screen.findByLabelText("Access code, 6 digits");

beforeEach(() => {
  sessionStorage.clear();
  history.replaceState(null, "", "/car-auction/share/some-link");
});

describe("the page of a shared lot", () => {
  it("is public at the address of every list", () => {
    for (const list of ["auction", "bike-auctions", "bike-statistics"])
      expect(publicPageAt(`/${list}/share/some-link`)?.guard).toBe("public");
    expect(publicPageAt("/car-auction/share")).toBeUndefined();
  });

  it("sends a pasted code once and shows the lot under its name", async () => {
    const bodies: unknown[] = [];
    const calls = fakeServer(({ body }) => {
      bodies.push(body);
      return { body: lot };
    });
    const user = show();
    await user.click(await input());
    await user.paste("Code: 123 456");
    expect(
      await screen.findByRole("heading", { level: 1, name: lot.title }),
    ).toBeVisible();
    expect(calls).toEqual(["POST /api/share"]);
    expect(bodies).toEqual([{ id: "some-link", code: "123456" }]);
    expect(screen.getByText(/^45\D000\Dkm$/)).toBeVisible();
    expect(screen.getByText("Petrol")).toBeVisible();
    expect(screen.queryByText("Town")).not.toBeInTheDocument();
    expect(screen.getByText(/20 Nov.*10:00, Japan time$/)).toBeVisible();
    expect(
      await screen.findByRole("group", { name: /damage|mark/i }),
    ).toBeVisible();
    expect(
      screen.getByRole("link", {
        name: "Log in to see all lots and place bids",
      }),
    ).toHaveAttribute("href", "/car-auction");
  });

  it("keeps the code over a reload of the tab", async () => {
    sessionStorage.setItem("seriba.share-code.some-link", "123456");
    fakeServer(() => ({ body: lot }));
    show();
    expect(
      await screen.findByRole("heading", { name: lot.title }),
    ).toBeVisible();
  });

  it("says that a code is wrong and selects it", async () => {
    fakeServer(() => refusal(422, "wrong_code"));
    const user = show();
    await user.type(await input(), "111111");
    expect(await screen.findByText("Wrong access code")).toBeVisible();
    expect(await input()).toHaveFocus();
    await user.keyboard("2");
    expect(await input()).toHaveValue("2");
  });

  it("does not send a code again that was just refused", async () => {
    const calls = fakeServer(() => refusal(422, "wrong_code"));
    const user = show();
    await user.type(await input(), "111111");
    await screen.findByText("Wrong access code");
    await user.click(screen.getByRole("button", { name: "Show the lot" }));
    expect(screen.getByText("Wrong access code")).toBeVisible();
    expect(await input()).toHaveFocus();
    expect(calls).toHaveLength(1);
    await user.keyboard("222222");
    expect(calls).toHaveLength(2);
  });

  it("says until when a locked link refuses codes", async () => {
    fakeServer(() => ({
      ...refusal(429, "too_many_requests"),
      headers: { "retry-after": "600" },
    }));
    const user = show();
    await user.type(await input(), "111111");
    expect(await screen.findByRole("alert")).toHaveTextContent(
      /Too many wrong codes. Try again after .+\d\d/,
    );
  });

  it("leads to the listing if the lot is gone", async () => {
    fakeServer(() => refusal(404, "not_found"));
    const user = show();
    await user.type(await input(), "111111");
    expect(
      await screen.findByRole("link", { name: "Go to the listing" }),
    ).toHaveAttribute("href", "/car-auction");
  });
});

describe("copying a link", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it("is confirmed for three seconds", async () => {
    vi.useFakeTimers();
    const writeText = vi.fn(() => Promise.resolve());
    vi.stubGlobal("navigator", { clipboard: { writeText } });
    const { result } = renderHook(() => useCopy());
    await act(() => result.current.copy("a link"));
    expect(writeText).toHaveBeenCalledWith("a link");
    act(() => void vi.advanceTimersByTime(2_999));
    expect(result.current.isCopied).toBe(true);
    act(() => void vi.advanceTimersByTime(1));
    expect(result.current.isCopied).toBe(false);
  });
});

describe("a message about a lot", () => {
  it("is a parameter of the messaging app's address", () => {
    const links = messengerLinks({
      title: "A & B",
      message: "A & B. Code: 123456",
      link: "https://seriba.test/x/share/y",
    });
    expect(links.map(({ href }) => href)).toEqual([
      "https://wa.me/?text=A%20%26%20B.%20Code%3A%20123456%0Ahttps%3A%2F%2Fseriba.test%2Fx%2Fshare%2Fy",
      "https://t.me/share/url?url=https%3A%2F%2Fseriba.test%2Fx%2Fshare%2Fy&text=A%20%26%20B.%20Code%3A%20123456",
      "viber://forward?text=A%20%26%20B.%20Code%3A%20123456%0Ahttps%3A%2F%2Fseriba.test%2Fx%2Fshare%2Fy",
      "mailto:?subject=A%20%26%20B&body=A%20%26%20B.%20Code%3A%20123456%0Ahttps%3A%2F%2Fseriba.test%2Fx%2Fshare%2Fy",
    ]);
  });
});
