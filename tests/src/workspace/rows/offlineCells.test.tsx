import { screen, waitFor, within } from "@testing-library/react";
import type userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  changeFirst,
  connectionIs,
  pencil,
  renderBerths,
  server,
  stale,
  useBerths,
} from "./berths";

useBerths();

describe("a cell without a connection", () => {
  afterEach(() => {
    connectionIs(true);
    vi.restoreAllMocks();
  });

  it("keeps a value that is not sent, and says so", async () => {
    const user = renderBerths();
    await user.click(await pencil());
    connectionIs(false);
    await user.keyboard("21{Enter}");
    await screen.findByText("You are offline. Nothing was changed.");
    expect(screen.getByRole("textbox")).toHaveValue("21");
    connectionIs(true);
    expect(server.sent).toEqual([]);
    await user.keyboard("{Enter}");
    await waitFor(() => {
      expect(server.sent).toMatchObject([{ body: { version: 1, depth: 21 } }]);
    });
  });

  it("sends the value of a record when the connection is back, with the version it was opened with", async () => {
    server.isRecord = true;
    const user = renderBerths();
    await user.click(await pencil());
    connectionIs(false);
    await user.keyboard("21{Enter}");
    expect(
      await screen.findByText("Waiting for the connection"),
    ).toBeInTheDocument();
    expect(screen.getByText(/^21/)).toBeInTheDocument();
    const closing = new Event("beforeunload", { cancelable: true });
    dispatchEvent(closing);
    expect(closing.defaultPrevented).toBe(true);
    server.rows = server.rows.map((row) => ({ ...row, version: 2 }));
    server.answer = () => stale({ depth: 40, version: 2 });
    connectionIs(true);
    await screen.findByText(/Set to 40 .*by somebody else.*Yours is 21/);
    expect(server.sent).toMatchObject([{ body: { version: 1, depth: 21 } }]);
  });

  const notSent = /^Not sent: /;
  const bar = () => screen.findByRole("region", { name: notSent });
  const chooseRussia = async (user: ReturnType<typeof userEvent.setup>) => {
    await user.click(
      await screen.findByRole("button", { name: /^Change .+ of Kobe/ }),
    );
    const menu = await screen.findByRole("dialog");
    await user.click(
      await within(menu).findByRole("button", { name: "Russia" }),
    );
  };

  it("turns a switch back, and sends its value when the person says so", async () => {
    const user = renderBerths();
    const turn = await screen.findByRole("switch", { name: "Open for Kobe" });
    connectionIs(false);
    await user.click(turn);
    expect(await bar()).toHaveTextContent("Not sent: Is open “Yes”, Kobe");
    expect(turn).not.toBeChecked();
    expect(server.sent).toEqual([]);
    connectionIs(true);
    await user.click(within(await bar()).getByRole("button", { name: "Send" }));
    await waitFor(() => {
      expect(server.sent).toMatchObject([
        { body: { version: 1, isOpen: true } },
      ]);
    });
    expect(screen.queryByRole("region", { name: notSent })).toBeNull();
  });

  it("keeps a choice as a draft, with the version that was seen", async () => {
    const user = renderBerths();
    await screen.findByText("Kobe");
    connectionIs(false);
    await chooseRussia(user);
    await screen.findByText("Chosen, but not sent");
    const send = within(await bar()).getByRole("button", { name: "Send" });
    expect(send).toBeDisabled();
    await user.click(screen.getByRole("link", { name: "Elsewhere" }));
    await user.click(
      await screen.findByRole("button", { name: "Keep editing" }),
    );
    connectionIs(true);
    await changeFirst({ version: 2 });
    expect(server.sent).toEqual([]);
    await user.click(send);
    await waitFor(() => {
      expect(server.sent).toMatchObject([
        { body: { version: 1, country: "russia" } },
      ]);
    });
  });

  it("forgets a choice that the person discards", async () => {
    const user = renderBerths();
    await screen.findByText("Kobe");
    connectionIs(false);
    await chooseRussia(user);
    await user.click(
      within(await bar()).getByRole("button", { name: "Discard" }),
    );
    expect(screen.queryByText("Chosen, but not sent")).toBeNull();
  });

  it("sends the choice of a record when the connection is back", async () => {
    server.isRecord = true;
    const user = renderBerths();
    await screen.findByText("Kobe");
    connectionIs(false);
    await chooseRussia(user);
    await screen.findByText("Waiting for the connection");
    expect(server.sent).toEqual([]);
    connectionIs(true);
    await waitFor(() => {
      expect(server.sent).toMatchObject([
        { body: { version: 1, country: "russia" } },
      ]);
    });
  });
});
