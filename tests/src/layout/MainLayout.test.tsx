import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Link, Route, Routes, useNavigate } from "react-router";
import { MainLayout } from "../../../src/layout/MainLayout";
import Palette from "../../../src/workspace/palette/Palette";
import { useShortcuts } from "../../../src/workspace/actions/useShortcuts";
import { sessionStore } from "../../../src/providers/session";
import { renderInApp } from "../bidding/inApp";
import { fakeServer } from "../providers/fakeServer";
import { installDialogs } from "../ui/nativeDialog";

beforeEach(() => {
  installDialogs();
  vi.stubGlobal("scrollTo", () => undefined);
  // jsdom has no layout.
  Element.prototype.scrollIntoView = () => undefined;
  fakeServer(() => ({ body: { success: true, bid: 0, map: {} } }));
});

afterEach(() => {
  cleanup();
  Reflect.deleteProperty(Element.prototype, "scrollIntoView");
  sessionStore.set({ status: "anonymous" });
  vi.unstubAllGlobals();
});

/** A page that can be left by a link, and by a command without a link. */
function First() {
  const navigate = useNavigate();
  return (
    <>
      <h1>First</h1>
      <Link to="/second">Go on</Link>
      <a href="#part">Part</a>
      <input aria-label="Note" />
      <button
        onKeyDown={() => {
          void navigate("/second");
        }}
      >
        Command
      </button>
    </>
  );
}

function Second() {
  const navigate = useNavigate();
  const [isHelpOpen, setHelpOpen] = useState(false);
  useShortcuts({
    actions: [],
    targets: () => [],
    onStart: () => undefined,
    onUndo: () => undefined,
    onHelp: () => {
      setHelpOpen(true);
    },
    onPaste: () => false,
    onSelect: () => false,
    onEscape: () => false,
  });
  return (
    <>
      {isHelpOpen && <p>The keys of the second page</p>}
      <h1>Second</h1>
      <button
        onClick={() => {
          void navigate(-1);
        }}
      >
        Back
      </button>
    </>
  );
}

const show = () => {
  renderInApp(
    <Routes>
      <Route element={<MainLayout pages={[]} Palette={Palette} />}>
        <Route path="/" element={<First />} />
        <Route path="/second" element={<Second />} />
      </Route>
    </Routes>,
  );
  return screen.findByRole("heading", { name: "First" });
};

const goBack = async () => {
  await userEvent.click(await screen.findByRole("button", { name: "Back" }));
  return screen.findByRole("heading", { name: "First" });
};

it("shows the keys of every page by a question mark, but not while somebody types", async () => {
  await show();
  await userEvent.type(screen.getByLabelText("Note"), "?");
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  fireEvent.keyDown(document.body, { key: "?" });
  const help = await screen.findByRole("dialog", {
    name: "Keyboard shortcuts",
  });
  expect(help).toHaveTextContent("Search and commands");
});

it("leaves the question mark to the page that was opened by a link", async () => {
  await show();
  await userEvent.click(screen.getByRole("link", { name: "Go on" }));
  await screen.findByRole("heading", { name: "Second" });
  fireEvent.keyDown(document.body, { key: "?" });
  expect(await screen.findByText("The keys of the second page")).toBeVisible();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

it.each([{ ctrlKey: true }, { metaKey: true }])(
  "opens the palette by the key K with %o",
  async (modifier) => {
    await show();
    fireEvent.keyDown(document.body, { key: "k", code: "KeyK", ...modifier });
    expect(await screen.findByRole("combobox")).toBeVisible();
  },
);

it("moves the focus back to the link by which a page was left", async () => {
  await show();
  await userEvent.click(screen.getByRole("link", { name: "Go on" }));
  await goBack();
  await waitFor(() => {
    expect(screen.getByRole("link", { name: "Go on" })).toHaveFocus();
  });
});

it("moves the focus to the heading if a page was left without a link", async () => {
  await show();
  await userEvent.click(screen.getByRole("link", { name: "Part" }));
  screen.getByRole("button", { name: "Command" }).focus();
  await userEvent.keyboard("x");
  const heading = await goBack();
  await waitFor(() => {
    expect(heading).toHaveFocus();
  });
});
