import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import panels from "../../../domain/sheet/words/panels.json";
import { carPanels } from "../../../src/catalog/sheet/CarMap";
import LotSheet from "../../../src/catalog/sheet/LotSheet";
import {} from "../../../src/providers/createWorkspace";
import { renderInApp } from "../bidding/inApp";
import { profileReply } from "../identity/profiles";
import { fakeServer, refusal } from "../providers/fakeServer";
import { installDialogs } from "../ui/nativeDialog";

beforeAll(installDialogs);

const sheet = {
  style: "uss",
  grades: { overall: "4", exterior: null, interior: "B" },
  rows: [
    {
      id: "mileage",
      printed: "走行距離",
      name: "Mileage",
      text: "$21,700km",
      warning: "The meter was replaced",
    },
    {
      id: "inspectorNotes",
      printed: "検査員記入",
      name: "Inspector's notes",
      text: "内装スレ 謎機能",
    },
  ],
  marks: [
    {
      code: "A2",
      panel: "front-bumper",
      panelName: "Front bumper",
      meaning: "Scratch, up to 10 cm",
      isSerious: false,
    },
    {
      code: "XX",
      panel: "roof",
      panelName: "Roof",
      meaning: "Replaced",
      isSerious: true,
    },
  ],
  unreadMarks: ["Q7 somewhere"],
};

const translation = {
  success: true,
  rows: [
    { id: "mileage", segments: [{ text: "21 700 km", from: "$21,700km" }] },
    {
      id: "inspectorNotes",
      segments: [
        { text: "interior wear", from: "内装スレ" },
        { text: "謎機能", isUnknown: true },
      ],
    },
  ],
};

const serve = (reply: object) =>
  fakeServer(({ path }) => {
    if (path === "/api/car-auction/sheet")
      return { body: { success: true, ...reply } };
    return "sheet" in reply && reply.sheet
      ? { body: translation }
      : refusal(422, "no_translator", { message: "No translator is set up" });
  });

const open = ({
  canTranslate = true,
  picture = null as string | null,
  isOwnServer = true,
} = {}) => {
  const profile = profileReply();
  return renderInApp(<LotSheet lotId="41" picture={picture} height={1000} />, {
    isOwnServer,
    profile: {
      ...profile,
      permission: {
        ...profile.permission,
        auctionTranslationUse: canTranslate,
      },
    },
  });
};

describe("The drawn auction sheet", () => {
  it("shows the original and its translation, with unknown words marked", async () => {
    const calls = serve({ image: null, sheet });
    open();
    expect(await screen.findByText("interior wear")).toBeInTheDocument();
    expect(screen.getByText("謎機能")).toHaveAttribute("lang", "ja");
    expect(screen.getByText("The meter was replaced")).toBeVisible();
    expect(screen.getByText("内装スレ 謎機能")).toBeInTheDocument();
    expect(screen.getByText(/are not in the dictionary/)).toBeInTheDocument();
    const translated = screen.getByRole("region", { name: "Translation" });
    expect(translated).toHaveTextContent(
      "Grade4Exterior grade--Interior gradeB",
    );
    const side = screen.getByRole("group", { name: "Show" });
    await userEvent.click(within(side).getByText("Original"));
    await userEvent.click(within(side).getByText("Translation"));
    const fetched = calls.filter((call) => call.includes("image-translate"));
    expect(fetched).toEqual(["GET /api/car-auction/image-translate?id=41"]);
  });

  it("stays when loading it again fails", async () => {
    let isDown = false;
    fakeServer(({ path }) => {
      if (isDown) return refusal(503, "unavailable");
      return path === "/api/car-auction/sheet"
        ? { body: { success: true, image: null, sheet } }
        : { body: translation };
    });
    const { queryClient } = open();
    await screen.findByText("interior wear");
    isDown = true;
    await queryClient.invalidateQueries();
    expect(screen.getByText("interior wear")).toBeVisible();
    expect(screen.getByText("検査員記入")).toBeVisible();
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });

  it("explains a code on focus and hover until Escape, and lists all marks in words", async () => {
    serve({ image: null, sheet });
    open();
    const map = await screen.findByRole("group", {
      name: "Car seen from above: 2 damage marks",
    });
    const code = within(map).getByRole("button", {
      name: "A2. Front bumper: Scratch, up to 10 cm",
    });
    const explained = () =>
      within(map).queryByText(/Front bumper: Scratch, up to 10 cm/);
    code.focus();
    expect(await within(map).findByText("A2", { selector: "b" })).toBeVisible();
    await userEvent.keyboard("{Escape}");
    expect(explained()).toBeNull();
    await userEvent.hover(code);
    expect(explained()).not.toBeNull();
    const list = screen.getByRole("region", { name: "Damage marks" });
    expect(
      within(list).getByText("Front bumper: scratch, up to 10 cm"),
    ).toBeVisible();
    expect(within(list).getByText("Roof: replaced")).toBeVisible();
    expect(within(list).getByText("Q7 somewhere")).toBeVisible();
  });

  it("keeps the codes of a damaged car apart, so that each can be hit", async () => {
    const [mark] = sheet.marks;
    const panels = ["bonnet", "windscreen", "roof", "right-front-fender"];
    const marks = panels.flatMap((panel) =>
      [1, 2, 3].map((size) => ({ ...mark, panel, code: `A${size}` })),
    );
    serve({ sheet: { ...sheet, marks } });
    open();
    const map = await screen.findByRole("group", { name: /12/ });
    const places = within(map)
      .getAllByRole("button")
      .map(({ style }) => ({
        x: (Number.parseFloat(style.left) / 100) * 400,
        y: (Number.parseFloat(style.top) / 100) * 240,
      }));
    expect(places).toHaveLength(12);
    for (const [index, one] of places.entries())
      for (const other of places.slice(index + 1))
        expect(
          Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y)),
        ).toBeGreaterThan(31.9);
  });

  it("asks for no translation without the permission", async () => {
    const calls = serve({ image: null, sheet });
    open({ canTranslate: false });
    expect(await screen.findByText("検査員記入")).toBeVisible();
    expect(screen.queryByRole("group", { name: "Show" })).toBeNull();
    expect(calls).toEqual(["GET /api/car-auction/sheet?id=41"]);
  });
});

describe("The picture of an auction sheet", () => {
  const picture = "https://house.test/sheet.jpg";
  const servePicture = (translations: (object | null)[]) =>
    fakeServer(({ path }) => {
      if (path === "/api/car-auction/sheet")
        return {
          body: {
            success: true,
            image: picture,
            hasTranslator: translations.length > 0,
            sheet: null,
          },
        };
      const next = translations.shift();
      return next
        ? { body: { success: true, rows: [], ...next } }
        : refusal(502, "translator_failed", { message: "Not translated" });
    });

  it("opens full screen, and has no translation without a translator", async () => {
    servePicture([]);
    open();
    const shown = await screen.findByAltText("Picture of the auction sheet");
    expect(shown).toHaveAttribute("src", picture);
    expect(screen.queryByRole("button", { name: "Translate" })).toBeNull();
    await userEvent.click(
      screen.getByRole("button", {
        name: "View the auction sheet full screen",
      }),
    );
    expect(await screen.findByRole("dialog")).toBeVisible();
  });

  it("is translated once after a failure that is explained, and then switched in place", async () => {
    const calls = servePicture([null, { image: "/api/translated" }]);
    open();
    await userEvent.click(
      await screen.findByRole("button", { name: "Translate" }),
    );
    expect(await screen.findByText("Not translated")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    const translated = await screen.findByAltText(
      "Translated picture of the auction sheet",
    );
    expect(translated).toHaveAttribute("src", "/api/translated");
    const side = screen.getByRole("group", { name: "Show" });
    await userEvent.click(within(side).getByText("Original"));
    expect(screen.getByAltText("Picture of the auction sheet")).toHaveAttribute(
      "src",
      picture,
    );
    await userEvent.click(within(side).getByText("Translation"));
    expect(
      calls.filter((call) => call.includes("image-translate")),
    ).toHaveLength(2);
  });

  it("is translated by other servers in one call, whose answer without a picture is a failure", async () => {
    const calls = servePicture([{ image: null }, { image: "/api/translated" }]);
    open({ picture, isOwnServer: false });
    await userEvent.click(
      await screen.findByRole("button", { name: "Translate" }),
    );
    expect(
      await screen.findByText(/The sheet could not be translated/),
    ).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(
      await screen.findByAltText("Translated picture of the auction sheet"),
    ).toBeVisible();
    const call = "GET /api/car-auction/image-translate?id=41";
    expect(calls).toEqual([call, call]);
  });
});

it("draws every panel that has a name, and no other", () => {
  expect(Object.keys(carPanels).toSorted()).toEqual(
    panels.map(({ id }) => id).toSorted(),
  );
});
