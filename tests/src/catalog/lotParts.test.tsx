import { QueryClient } from "@tanstack/react-query";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  pendingGroups,
  setFavorite,
} from "../../../src/catalog/favorites/favorites";
import { Toasts } from "../../../src/layout/Toasts";
import { FavoriteToggle } from "../../../src/catalog/favorites/FavoriteToggle";
import { DownloadPhotos } from "../../../src/catalog/LotView";
import { ExtraImages } from "../../../src/catalog/gallery/PhotoButtons";
import ProductionMonth from "../../../src/catalog/ProductionMonth";
import { renderInApp } from "../bidding/inApp";
import { profileReply } from "../identity/profiles";
import { fakeServer, refusal } from "../providers/fakeServer";
import { addTokens, screenIs } from "../workspace/renderList";
import { installDialogs } from "../ui/nativeDialog";
import { lotDetail } from "./lotDetail";

beforeEach(() => {
  installDialogs();
  screenIs("desk");
  addTokens();
});

describe("The extra photos of a USS lot", () => {
  const open = (known: { state: "none" | "done"; left: number }) =>
    renderInApp(<ExtraImages lotId="41" title="Mirage" known={known} />);
  const serve = (state: "waiting" | "done", images: string[] = []) =>
    fakeServer(() => ({ body: { success: true, state, images, left: 4 } }));

  it("are requested once, and the rest of the daily limit is shown", async () => {
    const calls = serve("waiting");
    open({ state: "none", left: 5 });
    expect(screen.getByText("5 requests left today")).toBeVisible();
    expect(calls).toEqual([]);
    await userEvent.dblClick(
      screen.getByRole("button", { name: "Request extra photos" }),
    );
    expect(await screen.findByText("4 requests left today")).toBeVisible();
    expect(screen.getByRole("button")).toBeDisabled();
    expect(calls).toEqual(["GET /api/car-auction/uss-images?id=41"]);
  });

  it("cannot be requested above the daily limit", () => {
    open({ state: "none", left: 0 });
    expect(screen.getByRole("button")).toBeDisabled();
  });

  it("open full screen, and a photo that fails is hidden", async () => {
    serve("done", ["/1.jpg", "/2.jpg"]);
    open({ state: "done", left: 4 });
    const first = await screen.findByRole("button", {
      name: "Mirage. Photo 1 of 2",
    });
    const image = first.querySelector("img");
    if (!image) throw new Error("The button has a photo.");
    fireEvent.error(image);
    await userEvent.click(
      screen.getByRole("button", { name: "Mirage. Photo 1 of 1" }),
    );
    expect(await screen.findByRole("dialog", { name: /Mirage/ })).toBeVisible();
  });

  it("show a text if the auction house has no photos", async () => {
    serve("done");
    open({ state: "done", left: 4 });
    expect(await screen.findByText(/no extra photos/i)).toBeVisible();
  });
});

describe("The month of production", () => {
  const open = () =>
    renderInApp(<ProductionMonth lot={lotDetail()} pageType="auction" />);

  it("is found by the chassis number and shown with its codes", async () => {
    const carInfo = { year: 2019, month: 3, modelName: "PRIUS", code: "" };
    const calls = fakeServer(() => ({ body: { success: true, carInfo } }));
    open();
    expect(await screen.findByText("03/2019")).toBeVisible();
    expect(screen.getByText("PRIUS")).toBeVisible();
    const query = new URL(`http://x${calls[0]?.split(" ")[1]}`).searchParams;
    expect(query.get("chassis")).toBe("ZVW51-8031456");
  });

  it("is not known for a failed call as well as for an unknown number", async () => {
    fakeServer(() => refusal(404, "not_found"));
    open();
    expect(await screen.findByText(/is not known/)).toBeVisible();
  });
});

describe("The download of photos", () => {
  const open = () =>
    renderInApp(<DownloadPhotos path="/car-auction/download-images" id="41" />);
  const button = () => screen.getByRole("button", { name: "Download photos" });

  it("opens the link of the archive in a new tab", async () => {
    const clicked = vi
      .spyOn(HTMLAnchorElement.prototype, "click")
      .mockImplementation(() => undefined);
    fakeServer(() => ({ body: { success: true, link: "/photos.zip" } }));
    open();
    await userEvent.click(button());
    await waitFor(() => {
      expect(clicked.mock.contexts).toMatchObject([
        { target: "_blank", rel: "noopener" },
      ]);
    });
    clicked.mockRestore();
  });

  it("says that the server gave no link", async () => {
    fakeServer(() => ({ body: { success: true, link: null } }));
    open();
    await userEvent.click(button());
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "Didn't find download link",
    );
  });
});

describe("The heart of a lot", () => {
  const lot = { id: "41", type: "auction" } as const;
  const open = ({ isUss = false, downloadPhotos = true } = {}) => {
    const profile = profileReply();
    renderInApp(
      <>
        <FavoriteToggle lot={lot} wishList={[]} isUss={isUss} title="Mirage" />
        <Toasts />
      </>,
      {
        profile: {
          ...profile,
          permission: { ...profile.permission, downloadPhotos },
        },
      },
    );
  };

  it("adds the lot to a group at once, and takes it back if the call fails", async () => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    fakeServer(async () => {
      await answered;
      return refusal(503, "unavailable");
    });
    open();
    const heart = screen.getByRole("button", { name: /Mirage/ });
    await userEvent.click(heart);
    const groups = await screen.findByRole("group", {
      name: "Favourite groups",
    });
    expect(
      screen.getByRole("heading", { name: "Favourite groups" }),
    ).toBeVisible();
    await userEvent.click(
      within(groups).getByRole("button", { name: "Add to group B" }),
    );
    expect(heart).toHaveAttribute("data-groups", "B");
    answer();
    await waitFor(() => {
      expect(heart).not.toHaveAttribute("data-groups");
    });
  });

  it("keeps a later change if an earlier one fails", async () => {
    fakeServer(({ body }) =>
      JSON.stringify(body).includes('"A"')
        ? refusal(503, "unavailable")
        : { body: { success: true } },
    );
    const seen: string[] = [];
    const stop = pendingGroups.subscribe(() => {
      const groups = pendingGroups.get().get("41")?.groups.join("") ?? "-";
      if (seen.at(-1) !== groups) seen.push(groups);
    });
    const queries = new QueryClient();
    const page = ["detail", "car-auction", "41"];
    queries.setQueryData(page, lotDetail());
    const failed = setFavorite(queries, lot, {
      group: "A",
      isIn: true,
      groups: [],
    });
    const added = setFavorite(queries, lot, {
      group: "B",
      isIn: true,
      groups: ["A"],
    });
    await expect(failed).rejects.toThrow();
    await added;
    stop();
    expect(seen).toEqual(["A", "AB", "B", "-"]);
    expect(queries.getQueryData(page)).toMatchObject({
      wishList: [{ group: "B", value: true }],
    });
  });

  it("is disabled for lots of USS, and says why when it is pressed", async () => {
    const calls = fakeServer(() => ({ body: { success: true } }));
    open({ isUss: true });
    const heart = screen.getByRole("button", {
      name: "USS does not allow its lots in favourites",
    });
    expect(heart).toHaveAttribute("aria-disabled", "true");
    await userEvent.click(heart);
    expect(
      await screen.findByText("USS does not allow its lots in favourites"),
    ).toBeVisible();
    expect(calls).toEqual([]);
  });

  it("is not drawn without the permission", () => {
    open({ downloadPhotos: false });
    open({ isUss: true, downloadPhotos: false });
    expect(screen.queryByRole("button")).toBeNull();
  });
});
