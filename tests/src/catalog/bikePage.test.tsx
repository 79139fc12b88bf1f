import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Route, Routes } from "react-router";
import { beforeAll, expect, it } from "vitest";
import type { Resource } from "../../../domain/resource";
import type { BikeDetail } from "../../../generated/schemas";
import carAuction from "../../fixtures/resources/car-auction.json";
import LotPage from "../../../src/catalog/LotPage";
import { renderInApp } from "../bidding/inApp";
import { fakeServer, refusal } from "../providers/fakeServer";
import { installDialogs } from "../ui/nativeDialog";
import { lotDetail } from "./lotDetail";

beforeAll(installDialogs);

const bikes: Resource = {
  ...(carAuction as Resource),
  name: "bikes",
  route: "/bikes",
  detailRoute: "/bikes/:id",
  pageType: "bikes",
};

function openBike(inspection: BikeDetail["inspection"]) {
  const { lotInfo, lotImages, bidInfo, wishList } = lotDetail();
  const detail: BikeDetail = {
    bikeCommonDetail: {
      id: "41",
      lotNumber: "42",
      allowDownloadPhotos: true,
      info: null,
      comment: "Ask for the second key",
      commentEditable: false,
    },
    lotInfo,
    lotImages,
    bidInfo,
    wishList,
    bikeInfo: {
      maker: "HONDA",
      model: "CBR400R",
      year: 2014,
      serial: "NC47-1000398",
      mileage: 11_265,
      mileageNote: "7000M",
    },
    bikeSpecification: { grade: "ABS", color: "RED", engineCC: 400 },
    inspection,
  };
  fakeServer(({ path }) =>
    path === "/api/auction/detail"
      ? { body: { success: true, detail } }
      : refusal(404, path),
  );
  renderInApp(
    <Routes>
      <Route path="/bikes/:id" element={<LotPage resource={bikes} />} />
    </Routes>,
    { address: "/bikes/41" },
  );
}

it("shows a bike with its note, rated sections, lettered items and videos", async () => {
  openBike({
    videos: "https://video.example/r.mp4#https://video.example/l.mp4#soon",
    list: "A-<b>Engine noise</b>: OK#No letter",
    rate: [
      {
        txt: "Front:6#Tube outer-Rust Lv1,Front Tire-,Bell-Missing",
        img: "/a.jpg#/b.jpg",
      },
    ],
  });
  const heading = { level: 1, name: /Honda CBR400R ABS, 2014/i };
  expect(await screen.findByRole("heading", heading)).toBeVisible();
  expect(screen.getByText("7000M")).toBeVisible();
  expect(screen.getByText("Ask for the second key")).toBeVisible();

  const front = await screen.findByRole("region", { name: "Front" });
  expect(front).toHaveTextContent("6 / 10");
  expect(front).toHaveTextContent("Fork outer tubesRust, level 1");
  expect(front).toHaveTextContent("BellMissing");
  expect(front).toHaveTextContent("No findings: Front tyre");
  const photo = within(front).getByRole("button", { name: /Photo 2 of 2/ });
  await userEvent.click(photo);
  expect(await screen.findByRole("dialog")).toHaveAccessibleName(/Front/);

  const sheet = screen.getByRole("region", { name: "Inspection sheet" });
  expect(sheet).toHaveTextContent("A<b>Engine noise</b>: OKNo letter");
  const original = "A <b>Engine noise</b>: OK";
  expect(within(sheet).getByText(original)).not.toBeVisible();
  await userEvent.click(within(sheet).getByText("Original"));
  expect(within(sheet).getByText(original)).toBeVisible();
  expect(screen.getByText("soon")).toBeVisible();
});

it("opens videos in a new tab and hides videos that fail to load", async () => {
  openBike({ videos: "/r.mp4#/l.mp4" });
  const first = await screen.findByRole("link", { name: /Video 1 of 2/ });
  expect(first).toHaveAttribute("target", "_blank");
  expect(first).toHaveAttribute("rel", expect.stringContaining("noopener"));
  const video = first.querySelector("video");
  if (!video) throw new Error("There is no video.");
  fireEvent.error(video);
  expect(screen.getByRole("link", { name: /Video 1 of 1/ })).toHaveAttribute(
    "href",
    expect.stringContaining("/l.mp4"),
  );
});

it("says that a bike has no inspection", async () => {
  openBike(null);
  expect(
    await screen.findByText(/has not sent an inspection of this bike/),
  ).toBeVisible();
});
