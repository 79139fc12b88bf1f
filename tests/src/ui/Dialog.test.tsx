import {
  act,
  fireEvent,
  render,
  screen,
  waitFor,
  within,
} from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { CoreAdminContext, useNotify } from "ra-core";
import { useState } from "react";
import { beforeAll, describe, expect, it, vi } from "vitest";
import MenuItem from "@mui/material/MenuItem";
import Select from "@mui/material/Select";
import { Toasts } from "../../../src/layout/Toasts";
import { Dialog } from "../../../src/ui/Dialog";
import { MuiTheme } from "../../../src/ui/MuiTheme";
import { InEnglish } from "../providers/inEnglish";
import { installDialogs } from "./nativeDialog";

const colors =
  "accent accent-strong on-accent red orange green ink ink-2 ink-3 paper surface line line-strong sunken accent-tint";

beforeAll(() => {
  installDialogs();
  for (const name of colors.split(" "))
    document.documentElement.style.setProperty(`--${name}`, "#334455");
});

/** Chrome closes a dialog by itself on the second Escape in a row. */
function closeNatively(dialog: HTMLElement) {
  (dialog as HTMLDialogElement).open = false;
  fireEvent(dialog, new Event("close"));
}

describe("a dialog", () => {
  it("closes on Escape and passes the key to no outer dialog", async () => {
    const [closeInner, closeOuter] = [vi.fn(), vi.fn()];
    render(
      <Dialog title="Outer" onClose={closeOuter}>
        <Dialog title="Inner" onClose={closeInner}>
          <input aria-label="Name" />
        </Dialog>
      </Dialog>,
      { wrapper: InEnglish },
    );
    screen.getByLabelText("Name").focus();
    await userEvent.keyboard("{Escape}");
    expect(closeInner).toHaveBeenCalledOnce();
    expect(closeOuter).not.toHaveBeenCalled();
  });

  it("opens again when the browser closed it but the page still shows it", async () => {
    vi.useFakeTimers();
    const onClose = vi.fn();
    render(
      <Dialog title="Session expired" onClose={onClose}>
        Password
      </Dialog>,
      { wrapper: InEnglish },
    );
    const dialog = screen.getByRole("dialog");
    closeNatively(dialog);
    expect(onClose).toHaveBeenCalledOnce();
    await vi.runAllTimersAsync();
    vi.useRealTimers();
    expect(dialog).toHaveProperty("open", true);
  });

  it("closes by a press beside it, but not by the double click that opened it", () => {
    const onClose = vi.fn();
    render(
      <Dialog title="Delete" onClose={onClose}>
        Text
      </Dialog>,
      { wrapper: InEnglish },
    );
    const dialog = screen.getByRole("dialog");
    fireEvent.mouseDown(dialog, { detail: 2 });
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.mouseDown(dialog, { detail: 1 });
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("keeps a typed text when somebody presses beside it", () => {
    const onClose = vi.fn();
    render(
      <InEnglish>
        <Dialog title="Publish" onClose={onClose}>
          <textarea aria-label="Reason" />
        </Dialog>
      </InEnglish>,
    );
    const reason = screen.getByLabelText("Reason");
    fireEvent.input(reason, { target: { value: "New fields" } });
    fireEvent.mouseDown(screen.getByRole("dialog"), { detail: 1 });
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.input(reason, { target: { value: "" } });
    fireEvent.mouseDown(screen.getByRole("dialog"), { detail: 1 });
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("stays closed when closing it natively removes it", () => {
    function Page() {
      const [isOpen, setOpen] = useState(true);
      return isOpen ? (
        <Dialog
          title="Details"
          onClose={() => {
            setOpen(false);
          }}
        >
          Text
        </Dialog>
      ) : null;
    }
    render(<Page />, { wrapper: InEnglish });
    closeNatively(screen.getByRole("dialog"));
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("shows MUI menus inside it, and Escape closes only the menu", async () => {
    const onClose = vi.fn();
    render(
      <MuiTheme>
        <Dialog title="Edit" onClose={onClose}>
          <p role="status">Saved</p>
          <Select value="1" inputProps={{ "aria-label": "Group" }}>
            <MenuItem value="1">A</MenuItem>
            <MenuItem value="2">B</MenuItem>
          </Select>
        </Dialog>
      </MuiTheme>,
      { wrapper: InEnglish },
    );
    const dialog = screen.getByRole("dialog");
    const user = userEvent.setup();
    await user.click(screen.getByRole("combobox"));
    expect(within(dialog).getByRole("option", { name: "B" })).toBeVisible();
    // Messages beside the menu are still read.
    expect(within(dialog).getByRole("status")).toBeVisible();
    await user.keyboard("{Escape}");
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe("the back button of a phone", () => {
  /** Shows no dialog, one, or two nested dialogs. */
  function Page() {
    const [open, setOpen] = useState(0);
    const show = (count: number) => () => {
      setOpen(count);
    };
    return (
      <>
        <button onClick={show(1)}>Open</button>
        {open > 0 && (
          <Dialog title="Outer" onClose={show(0)}>
            <button onClick={show(2)}>More</button>
            {open > 1 && (
              <Dialog title="Inner" onClose={show(1)}>
                Text
              </Dialog>
            )}
          </Dialog>
        )}
      </>
    );
  }

  const titles = () =>
    screen.queryAllByRole("heading").map(({ textContent }) => textContent);

  it("closes the topmost dialog, and leaves no entry of a dialog that is closed", async () => {
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
    // Another test file may have left its address.
    const { pathname } = location;
    history.pushState({ idx: 7 }, "", "/lots");
    render(<Page />, { wrapper: InEnglish });
    const user = userEvent.setup();
    await user.click(screen.getByText("Open"));
    await user.click(screen.getByText("More"));
    await waitFor(() => {
      expect(history.state).toEqual({ idx: 7, layers: 2 });
    });
    history.back();
    await waitFor(() => {
      expect(titles()).toEqual(["Outer"]);
    });
    expect(history.state).toEqual({ idx: 7, layers: 1 });
    await user.click(screen.getByRole("button", { name: "Close" }));
    await waitFor(() => {
      expect(history.state).toEqual({ idx: 7 });
    });
    history.back();
    await waitFor(() => {
      expect(location.pathname).toBe(pathname);
    });
    vi.unstubAllGlobals();
  });
});

it("shows toasts inside the open dialog, which makes the page inert", () => {
  let notify: (text: string) => void = () => undefined;
  function Page() {
    notify = useNotify();
    const [isOpen, setOpen] = useState(true);
    return (
      <>
        {isOpen && (
          <Dialog
            title="Sort"
            onClose={() => {
              setOpen(false);
            }}
          >
            Text
          </Dialog>
        )}
        <Toasts />
      </>
    );
  }
  render(
    <CoreAdminContext>
      <InEnglish>
        <Page />
      </InEnglish>
    </CoreAdminContext>,
  );
  const dialog = screen.getByRole("dialog");
  act(() => {
    notify("The export failed");
  });
  expect(within(dialog).getByRole("status")).toHaveTextContent(
    "The export failed",
  );
  fireEvent.keyDown(dialog, { key: "Escape" });
  expect(screen.getByRole("status")).toHaveTextContent("The export failed");
});
