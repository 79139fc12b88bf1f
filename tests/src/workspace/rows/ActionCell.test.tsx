import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { debounce } from "../../../../domain/limits";
import { refusal } from "../../providers/fakeServer";
import {
  changeFirst,
  pencil,
  renderBerths,
  server,
  stale,
  useBerths,
} from "./berths";

useBerths();

describe("a number in a cell", () => {
  it("is edited by its pencil and saved by Enter", async () => {
    const user = renderBerths();
    await user.click(await pencil());
    expect(screen.getByLabelText("Edit Depth of Kobe")).toHaveFocus();
    await user.keyboard("21{Enter}");
    expect(await pencil()).toHaveFocus();
    expect(await screen.findByText(/^21/)).toBeInTheDocument();
    await waitFor(() => {
      expect(server.sent).toEqual([
        {
          path: "/api/ports/depth",
          body: { portId: "7", version: 1, depth: 21 },
        },
      ]);
    });
  });

  it("keeps its value on Escape, and asks before a link leaves it", async () => {
    const user = renderBerths();
    await user.click(await pencil());
    await user.keyboard("21");
    await user.click(screen.getByRole("link", { name: "Elsewhere" }));
    await user.click(await screen.findByText("Keep editing"));
    await user.type(screen.getByDisplayValue("21"), "{Escape}");
    expect(await pencil()).toHaveFocus();
    expect(screen.getByText(/^18/)).toBeInTheDocument();
    expect(server.sent).toEqual([]);
  });

  it("that is invalid or refused stays in the input with the reason", async () => {
    server.answer = () =>
      refusal(422, "invalid_fields", { errors: { depth: ["Rock"] } });
    const user = renderBerths();
    await user.click(await pencil());
    await user.keyboard("100{Enter}");
    expect(await screen.findByText("Invalid field")).toBeInTheDocument();
    expect(server.sent).toEqual([]);
    const input = screen.getByRole("textbox");
    await user.clear(input);
    await user.type(input, "30{Enter}");
    expect(await screen.findByText("Rock")).toBeInTheDocument();
    expect(screen.getByRole("textbox")).toHaveValue("30");
  });

  it("shows the message of a refusal that names another field", async () => {
    server.answer = () =>
      refusal(422, "declined", { message: "Fog", errors: { tide: ["Low"] } });
    const user = renderBerths();
    await user.click(await pencil());
    await user.keyboard("30{Enter}");
    expect(await screen.findByText("Fog")).toBeInTheDocument();
  });

  it("asks with both values after a conflict, and saves its own by another Enter", async () => {
    server.answer = () => stale({ depth: 40, version: 5 });
    const user = renderBerths();
    await user.click(await pencil());
    await user.keyboard("30{Enter}");
    expect(
      await screen.findByText(/Set to 40 .*by somebody else.*Yours is 30/),
    ).toBeInTheDocument();
    server.answer = () => ({ body: { success: true } });
    await user.keyboard("{Enter}");
    await waitFor(() => {
      expect(server.sent[1]?.body).toEqual({
        portId: "7",
        version: 5,
        depth: 30,
      });
    });
  });

  it("names who set the other value, and when in Japan", async () => {
    const at = "2025-11-20T10:42:00+09:00";
    server.answer = () =>
      stale({ depth: 40, version: 5 }, { at, by: "manager", name: "Ivan" });
    const user = renderBerths();
    await user.click(await pencil());
    await user.keyboard("30{Enter}");
    await screen.findByText(
      /Set to 40 .*by Ivan \(20 Nov 2025, 10:42 Japan time\)/,
    );
  });

  it("is not saved over a value that arrived while it was typed, without a question", async () => {
    const user = renderBerths();
    await user.click(await pencil());
    await user.keyboard("30");
    await changeFirst({ depth: 40, version: 2 });
    await screen.findByText(/Set to 40 .*by somebody else.*Yours is 30/);
    await user.keyboard("{Enter}");
    await screen.findByText(/Press Enter again to save 30/);
    expect(server.sent).toEqual([]);
    await user.keyboard("{Enter}");
    await waitFor(() => {
      expect(server.sent[0]?.body).toEqual({
        portId: "7",
        version: 2,
        depth: 30,
      });
    });
  });

  it("gives way to the value of somebody else on request", async () => {
    const user = renderBerths();
    await user.click(await pencil());
    await user.keyboard("30");
    await changeFirst({ depth: 40, version: 2 });
    await user.click(
      await screen.findByRole("button", { name: /^Keep 40/, hidden: true }),
    );
    expect(screen.getByText(/^40/)).toBeInTheDocument();
    expect(await pencil()).toHaveFocus();
    expect(server.sent).toEqual([]);
  });

  it("keeps the version that it was opened with when another field has changed", async () => {
    server.answer = () => stale({ depth: 18, isOpen: true, version: 2 });
    const user = renderBerths();
    await user.click(await pencil());
    await user.keyboard("30");
    await changeFirst({ version: 2 });
    expect(screen.queryByText(/somebody else/)).not.toBeInTheDocument();
    await user.keyboard("{Enter}");
    await screen.findByText(/Another value of this row was changed/);
    expect(server.sent[0]?.body).toMatchObject({ version: 1 });
    expect(screen.queryByText(/^Set to/)).not.toBeInTheDocument();
  });

  it("leaves the focus to another input when it comes back refused", async () => {
    let refuse = () => {};
    server.answer = () =>
      new Promise((resolve) => {
        refuse = () => {
          resolve(refusal(422, "declined", { message: "Rock" }));
        };
      });
    const user = renderBerths();
    await user.click(await pencil());
    await user.keyboard("30{Enter}");
    await user.click(
      await screen.findByRole("button", { name: "Edit Depth of Yokohama" }),
    );
    await user.keyboard("1");
    refuse();
    expect(await screen.findByText("Rock")).toBeInTheDocument();
    await user.keyboard("2");
    const [first, other] = screen.getAllByRole("textbox");
    expect(first).toHaveValue("30");
    expect(other).toHaveValue("12");
    expect(other).toHaveFocus();
  });
});

describe("a switch in a cell", () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    return () => {
      vi.useRealTimers();
    };
  });

  it("turns at once and is sent after a wait, unless it is turned back", async () => {
    const user = renderBerths();
    const turn = await screen.findByRole("switch", { name: "Open for Kobe" });
    await user.click(turn);
    expect(turn).toBeChecked();
    await user.click(turn);
    expect(turn).not.toBeChecked();
    vi.advanceTimersByTime(debounce.toggle + 1);
    expect(server.sent).toEqual([]);
    await user.click(turn);
    vi.advanceTimersByTime(debounce.toggle + 1);
    await waitFor(() => {
      expect(server.sent).toEqual([
        {
          path: "/api/ports/isOpen",
          body: { portId: "7", version: 1, isOpen: true },
        },
      ]);
    });
    expect(turn).toBeChecked();
  });

  it("turns back with a message when the change is refused", async () => {
    server.answer = () =>
      refusal(422, "bid_not_editable", { message: "Too late" });
    const user = renderBerths();
    const turn = await screen.findByRole("switch", { name: "Open for Kobe" });
    await user.click(turn);
    vi.advanceTimersByTime(debounce.toggle + 1);
    expect(await screen.findByText(/Too late/)).toBeInTheDocument();
    expect(turn).not.toBeChecked();
  });
});

describe("the questions of two cells", () => {
  it("are asked one after the other, each with the name of its row", async () => {
    server.isAsking = true;
    const user = renderBerths();
    for (const port of ["Kobe", "Yokohama"])
      await user.click(
        await screen.findByRole("switch", { name: `Open for ${port}` }),
      );
    for (const [port, count] of [
      ["Kobe", 1],
      ["Yokohama", 2],
    ] as const) {
      const question = await screen.findByRole("dialog");
      await within(question).findByText(port);
      await user.click(
        within(question).getByRole("button", { name: "Continue" }),
      );
      await waitFor(() => {
        expect(server.sent).toHaveLength(count);
      });
    }
  });
});

describe("a choice in a cell", () => {
  it("that is refused says who has changed the row, from what to what", async () => {
    const at = "2025-11-20T10:42:00+09:00";
    server.answer = () =>
      stale({ country: "russia", version: 5 }, { at, by: "manager" });
    const user = renderBerths();
    const change = { name: /^Change .+ of Kobe/ };
    await user.click(await screen.findByRole("button", change));
    const menu = await screen.findByRole("dialog");
    await user.click(within(menu).getByRole("button", { name: "Russia" }));
    await screen.findByText(
      /by your manager \(20 Nov 2025, 10:42 Japan time\): Country: Japan → Russia/,
    );
  });

  it("opens the choices of its action, where the row allows it", async () => {
    const user = renderBerths();
    await user.click(
      await screen.findByRole("button", { name: /^Change .+ of Kobe/ }),
    );
    const menu = await screen.findByRole("dialog");
    await user.click(within(menu).getByRole("button", { name: "Russia" }));
    await waitFor(() => {
      expect(server.sent).toMatchObject([{ body: { country: "russia" } }]);
    });
    expect(
      screen.queryByRole("button", { name: /^Change .+ of Otaru/ }),
    ).not.toBeInTheDocument();
  });
});
