import { screen, within, fireEvent } from "@testing-library/react";
import { expect, it, beforeAll } from "vitest";
import userEvent from "@testing-library/user-event";
import { Link } from "react-router";
import ProfilePage from "../../../src/identity/ProfilePage";
import { renderInApp } from "../bidding/inApp";
import { yenText } from "../bidding/panel";
import { AlertSettings } from "../../../src/identity/AlertSettings";
import { fakeServer, refusal } from "../providers/fakeServer";
import { installDialogs } from "../ui/nativeDialog";
import { profileReply } from "./profiles";

it("offers no money for bids without a positive balance, like the form of a bid", () => {
  const profile = profileReply();
  renderInApp(<ProfilePage />, {
    profile: {
      ...profile,
      balanceInfo: { ...profile.balanceInfo, balance: 0, bidAllow: 500_000 },
    },
  });
  const [label] = screen.getAllByText("Available for bids");
  const fact = label?.parentElement ?? document.body;
  expect(within(fact).getByText(yenText(0))).toBeVisible();
});

it("names the destination and the currency of prices, yen by default", () => {
  const show = (destination: string, currency: string | null) =>
    renderInApp(<ProfilePage />, {
      profile: profileReply({ destination, currency }),
    });
  const roubles = show("DAR-ES-SALAAM", "RUB");
  expect(screen.getByText("Dar es Salaam")).toBeVisible();
  expect(screen.getByText("RUB, Russian Ruble")).toBeVisible();
  roubles.unmount();
  show("Nowhere", null);
  expect(screen.getByText("Nowhere")).toBeVisible();
  expect(screen.getByText("JPY, Japanese Yen")).toBeVisible();
});

it("shows no destination if the profile has no such field", () => {
  renderInApp(<ProfilePage />);
  expect(screen.queryByText("Port of destination")).toBeNull();
});

beforeAll(installDialogs);

const saved = {
  mails: true,
  dayBefore: true,
  hourBefore: true,
  results: true,
  quiet: null,
};

it("keeps the chosen alerts and quiet hours over a failure and then saves them", async () => {
  const sent: unknown[] = [];
  let isDown = true;
  fakeServer(({ path, body }) => {
    if (path !== "/api/user/update-setting") return { body: profileReply() };
    sent.push(body);
    return isDown ? refusal(503, "unavailable", { message: "Busy" }) : {};
  });
  renderInApp(<AlertSettings saved={saved} />);
  await userEvent.click(screen.getByLabelText(/one day before/));
  await userEvent.click(screen.getByLabelText(/Quiet hours/));
  const save = screen.getByRole("button", { name: "Save" });
  fireEvent.click(save);
  fireEvent.click(save);
  expect(await screen.findByText("Busy")).toBeVisible();
  expect(screen.getByLabelText(/one day before/)).not.toBeChecked();
  isDown = false;
  await userEvent.click(save);
  expect(await screen.findByText("Saved")).toBeVisible();
  expect(sent).toHaveLength(2);
  expect(sent[1]).toMatchObject({
    alerts: {
      dayBefore: false,
      hourBefore: true,
      quiet: { from: "22:00", to: "07:00" },
    },
  });
});

it("asks before unsaved alerts are lost, and not after they are saved", async () => {
  fakeServer(() => ({ body: profileReply() }));
  renderInApp(
    <>
      <AlertSettings saved={saved} />
      <Link to="/elsewhere">Elsewhere</Link>
    </>,
  );
  const leave = () => userEvent.click(screen.getByText("Elsewhere"));
  await userEvent.click(screen.getByLabelText(/Quiet hours/));
  await leave();
  await userEvent.click(await screen.findByText("Keep editing"));
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Saved");
  await leave();
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("shows alerts that were changed elsewhere, except over unsaved changes", async () => {
  const { rerenderPart } = renderInApp(<AlertSettings saved={saved} />);
  rerenderPart(<AlertSettings saved={{ ...saved, results: false }} />);
  expect(screen.getByLabelText(/sold or not sold/)).not.toBeChecked();
  await userEvent.click(screen.getByLabelText(/one day before/));
  rerenderPart(<AlertSettings saved={saved} />);
  expect(screen.getByLabelText(/sold or not sold/)).not.toBeChecked();
  expect(screen.getByLabelText(/one day before/)).not.toBeChecked();
});
