import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { refusal } from "../providers/fakeServer";
import {
  dialog,
  open,
  press,
  search,
  server,
  useSavedSearches,
} from "./savedSearchServer";

useSavedSearches();

describe("the alerts of a search", () => {
  const name = "Tell me about new lots of “Search 1”";

  it("are chosen from never, once a day and at once", async () => {
    server.saved = [search(1, { notify: "none" })];
    const { user } = await open();
    const choice = await screen.findByRole("combobox", { name });
    expect(choice).toHaveDisplayValue("Never");
    server.saved = [search(1, { notify: "now" })];
    await user.selectOptions(choice, "At once");
    // A disabled choice would lose the focus.
    expect(choice).toBeEnabled();
    await waitFor(() => {
      expect(choice).toHaveDisplayValue("At once");
      expect(choice).toHaveAttribute("aria-disabled", "false");
    });
    expect(server.sent).toEqual([
      {
        call: "update-search",
        body: { id: "1", title: "Search 1", notify: "now" },
      },
    ]);
  });

  it("stay as they were, with the reason, when the call fails", async () => {
    server.saved = [search(1, { notify: "daily" })];
    server.refused = refusal(503, "unavailable", { message: "Busy" });
    const { user } = await open();
    const choice = await screen.findByRole("combobox", { name });
    await user.selectOptions(choice, "Never");
    expect(await screen.findByText("Busy")).toBeInTheDocument();
    expect(choice).toHaveDisplayValue("Once a day");
  });

  it("can be chosen when the search was just saved", async () => {
    const { user } = await open("?maker=1");
    await press(user, "Save this search");
    const form = await dialog("Save this search");
    server.saved = [
      search(2, { notify: "none" }),
      search(1, { notify: "daily" }),
    ];
    server.reply = { success: true, id: "2" };
    await user.click(within(form).getByRole("button", { name: "Save" }));
    const done = await dialog("Search saved");
    const alerts = within(done).getByLabelText(/^Tell me about new lots/);
    expect(alerts).toHaveValue("none");
    await user.selectOptions(alerts, "At once");
    await waitFor(() => {
      expect(server.sent.at(-1)).toEqual({
        call: "update-search",
        body: { id: "2", title: "Search 2", notify: "now" },
      });
    });
  });
});
