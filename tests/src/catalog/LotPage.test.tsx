import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Route, Routes } from "react-router";
import { beforeAll, describe, expect, it } from "vitest";
import type { Resource } from "../../../domain/resource";
import carAuction from "../../fixtures/resources/car-auction.json";
import { readOpened, storeOpened } from "../../../src/workspace/openedFrom";
import LotPage from "../../../src/catalog/LotPage";
import { renderInApp } from "../bidding/inApp";
import { fakeServer, refusal } from "../providers/fakeServer";
import { installDialogs } from "../ui/nativeDialog";
import { lotDetail } from "./lotDetail";

beforeAll(installDialogs);

const pastCars: Resource = {
  ...(carAuction as Resource),
  name: "past-cars",
  route: "/past-cars",
  detailRoute: "/past-cars/:id",
  pageType: "stats",
};

const openLot = () =>
  renderInApp(
    <Routes>
      <Route
        path="/car-auction/:id"
        element={<LotPage resource={carAuction as Resource} />}
      />
      <Route path="/past-cars/41" element={<p>Statistics of lot 41</p>} />
    </Routes>,
    { address: "/car-auction/41", otherLists: [pastCars] },
  );

const serveLot = (detail: () => ReturnType<typeof lotDetail> = lotDetail) =>
  fakeServer(({ path, query }) =>
    path === "/api/auction/detail"
      ? { body: { success: true, detail: detail() } }
      : refusal(404, query.toString()),
  );

describe("A lot's page", () => {
  it("loads the lot by the declared call and names it", async () => {
    const calls = serveLot();
    openLot();
    expect(
      await screen.findByRole("heading", {
        level: 1,
        name: "Toyota Land Cruiser A Premium, 2019",
      }),
    ).toBeVisible();
    expect(calls).toContain("GET /api/auction/detail?id=41");
    expect(document.title).toContain("Toyota Land Cruiser A Premium, 2019");
    expect(screen.getByText("Upcoming")).toBeVisible();
  });

  it("keeps the lot when a proxy answers instead of the server", async () => {
    let answer: { status?: number; body?: unknown } = {
      body: { success: true, detail: lotDetail() },
    };
    fakeServer(({ path }) =>
      path === "/api/auction/detail" ? answer : refusal(404, "not_found"),
    );
    const { queryClient } = openLot();
    const name = "Toyota Land Cruiser A Premium, 2019";
    await screen.findByRole("heading", { level: 1, name });
    answer = { status: 404, body: "Not found" };
    await queryClient.invalidateQueries();
    expect(screen.getByRole("heading", { level: 1, name })).toBeVisible();
    expect(
      await screen.findByRole("button", { name: "Try again" }),
    ).toBeEnabled();
    answer = refusal(404, "not_found");
    await queryClient.invalidateQueries();
    await waitFor(() => {
      expect(screen.queryByRole("heading", { level: 1, name })).toBeNull();
    });
  });

  it("names a lot without its heart, and draws the heart by the lot's own field", async () => {
    let allowDownloadPhotos = true;
    serveLot(() =>
      lotDetail({ carCommonDetail: { isUss: false, allowDownloadPhotos } }),
    );
    const { queryClient } = openLot();
    const heart = () => screen.queryByRole("button", { name: /favourites/ });
    expect(
      await screen.findByRole("heading", {
        level: 1,
        name: "Toyota Land Cruiser A Premium, 2019",
      }),
    ).toBeVisible();
    expect(heart()).toBeVisible();
    allowDownloadPhotos = false;
    await queryClient.invalidateQueries();
    await waitFor(() => {
      expect(heart()).not.toBeInTheDocument();
    });
  });

  it("says why a USS lot has no heart and no download", async () => {
    serveLot();
    openLot();
    expect(await screen.findByText(/USS does not allow/)).toBeVisible();
  });

  it("shows the fields that an administrator has added to lots", async () => {
    serveLot(() => ({ ...lotDetail(), added: { town: "Odawara" } }));
    openLot();
    expect(await screen.findByText("Odawara")).toBeVisible();
    expect(screen.getByRole("region", { name: "Details" })).toBeVisible();
  });

  it("says that the lot does not exist and links to the list", async () => {
    fakeServer(() => refusal(404, "not_found"));
    openLot();
    expect(
      await screen.findByRole("heading", { name: "Lot not found" }),
    ).toBeVisible();
    expect(
      screen.getByRole("link", { name: "Go to the list of lots" }),
    ).toHaveAttribute("href", "/car-auction");
  });

  it("leads to the list that a moved lot is in now", async () => {
    const { status, body } = refusal(404, "lot_moved");
    const current = { id: "41", lotType: "stats" };
    fakeServer(() => ({ status, body: { ...(body as object), current } }));
    openLot();
    expect(await screen.findByText("Statistics of lot 41")).toBeVisible();
  });

  it("follows a lot that moves or ends while its page is open", async () => {
    let code: string | null = null;
    fakeServer(({ path }) => {
      if (path !== "/api/auction/detail") return refusal(404, "not_found");
      if (code === null)
        return { body: { success: true, detail: lotDetail() } };
      const { body } = refusal(404, code);
      const current = { id: "41", lotType: "stats" };
      return { status: 404, body: { ...(body as object), current } };
    });
    const place = (id: string) => ({ id, href: `/car-auction/${id}` });
    storeOpened(
      {
        resource: "car-auction",
        state: { filters: {}, search: null, sort: null, page: 1, pageSize: 3 },
        before: 0,
        total: 2,
        places: [place("41"), place("42")],
      },
      "41",
    );
    const { queryClient } = openLot();
    await screen.findByRole("heading", { name: /Land Cruiser/ });
    code = "not_found";
    await queryClient.invalidateQueries();
    expect(
      await screen.findByRole("heading", { name: "Lot not found" }),
    ).toBeVisible();
    expect(screen.getByRole("link", { name: "Next lot" })).toHaveAttribute(
      "href",
      "/car-auction/42",
    );
    code = "lot_moved";
    await queryClient.invalidateQueries();
    expect(await screen.findByText("Statistics of lot 41")).toBeVisible();
    expect(readOpened("/past-cars/41")?.total).toBe(2);
  });

  it("offers a retry after a failure", async () => {
    let isDown = true;
    serveLot(() => {
      if (isDown) throw new TypeError("Failed to fetch");
      return lotDetail();
    });
    openLot();
    const retry = await screen.findByRole("button", { name: "Try again" });
    isDown = false;
    await userEvent.click(retry);
    expect(await screen.findByRole("heading", { level: 1 })).toBeVisible();
  });
});

describe("The gallery", () => {
  const large = () =>
    screen.getByAltText<HTMLImageElement>(
      "Toyota Land Cruiser A Premium, 2019",
    );

  it("moves by arrows and keys and wraps around", async () => {
    serveLot();
    openLot();
    await userEvent.click(
      await screen.findByRole("button", { name: "Next photo" }),
    );
    expect(large()).toHaveAttribute("src", "/2.jpg");
    await userEvent.keyboard("{ArrowLeft}{ArrowLeft}");
    expect(large()).toHaveAttribute("src", "/3.jpg");
    expect(screen.getByText("3 / 3")).toBeVisible();
  });

  it("moves by a swipe", async () => {
    serveLot();
    openLot();
    await screen.findByRole("heading", { level: 1 });
    const at = (clientX: number) => ({ clientX, clientY: 100 });
    fireEvent.touchStart(large(), { touches: [at(200)] });
    fireEvent.touchEnd(large(), { changedTouches: [at(120)] });
    expect(large()).toHaveAttribute("src", "/2.jpg");
  });

  it("keeps its photo when the strip of thumbnails is scrolled", async () => {
    serveLot();
    openLot();
    const thumbnail = await screen.findByRole("button", {
      name: "Photo 2 of 3",
    });
    const at = (clientX: number) => ({ clientX, clientY: 100 });
    fireEvent.touchStart(thumbnail, { touches: [at(200)] });
    fireEvent.touchEnd(thumbnail, { changedTouches: [at(120)] });
    expect(large()).toHaveAttribute("src", "/1.jpg");
  });

  it("hides photos that cannot be loaded", async () => {
    serveLot();
    openLot();
    await screen.findByRole("heading", { level: 1 });
    fireEvent.error(large());
    expect(large()).toHaveAttribute("src", "/2.jpg");
    expect(screen.getByText("1 / 2")).toBeVisible();
    fireEvent.error(large());
    fireEvent.error(large());
    expect(screen.getByText(/could not be loaded/)).toBeVisible();
  });

  it("opens full screen and closes on Escape", async () => {
    serveLot();
    openLot();
    await userEvent.click(
      await screen.findByRole("button", { name: /full screen/ }),
    );
    const dialog = await screen.findByRole("dialog", { name: /Land Cruiser/ });
    fireEvent(dialog, new Event("cancel", { cancelable: true }));
    await waitFor(() => {
      expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    });
  });
});
