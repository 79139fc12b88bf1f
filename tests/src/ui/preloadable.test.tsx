import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense, type ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DialogFailure } from "../../../src/ui/DialogFailure";
import { InlineFailure } from "../../../src/ui/InlineFailure";
import { PartFailure } from "../../../src/ui/PartBoundary";
import { reloading } from "../../../src/providers/reloadPage";
import { InEnglish } from "../providers/inEnglish";
import { installDialogs } from "./nativeDialog";
import { preloadable } from "../../../src/ui/preloadable";

const loadPage = () => Promise.resolve({ default: () => <p>The page</p> });

it("renders without a fallback once it is preloaded", async () => {
  const [Page, preload] = preloadable(loadPage);
  await preload();
  const Fallback = vi.fn(() => null);
  render(
    <Suspense fallback={<Fallback />}>
      <Page />
    </Suspense>,
  );
  expect(screen.getByText("The page")).toBeVisible();
  expect(Fallback).not.toHaveBeenCalled();
});

it("loads itself when it was not preloaded", async () => {
  const [Page] = preloadable(loadPage);
  render(
    <Suspense fallback={<p>Loading</p>}>
      <Page />
    </Suspense>,
  );
  expect(screen.getByText("Loading")).toBeVisible();
  expect(await screen.findByText("The page")).toBeVisible();
});

/** A part whose script does not arrive until it is `released`. */
function lostPart() {
  const state = { isReleased: false, loads: 0 };
  const load = () => {
    state.loads += 1;
    return state.isReleased
      ? Promise.resolve({
          default: ({ onClose }: { onClose?: () => void }) => (
            <button onClick={onClose}>The part</button>
          ),
        })
      : Promise.reject(
          new TypeError("Failed to fetch dynamically imported module: /a.js"),
        );
  };
  return { state, load };
}

const page = (part: ReactNode) => (
  <InEnglish>
    <input aria-label="Amount" />
    <Suspense fallback={<p>Loading</p>}>
      <p>The list</p>
      {part}
    </Suspense>
  </InEnglish>
);

const retry = () => screen.findByRole("button", { name: /^Try again/ });

installDialogs();

// React logs every error that a boundary catches.
vi.spyOn(console, "error").mockImplementation(() => undefined);

it("keeps the page and what was typed when a part does not load, and loads it again", async () => {
  const user = userEvent.setup();
  const { state, load } = lostPart();
  const [Part, preload] = preloadable(load);
  await expect(preload()).resolves.toBeUndefined();
  render(page(<Part />));
  await user.type(screen.getByLabelText("Amount"), "95000");
  await user.click(await retry());
  await waitFor(() => {
    expect(state.loads).toBe(3);
  });
  expect(screen.getByText("The list")).toBeVisible();
  state.isReleased = true;
  await user.click(await retry());
  expect(await screen.findByText("The part")).toBeVisible();
  expect(screen.getByLabelText("Amount")).toHaveValue("95000");
  expect(state.loads).toBe(4);
});

it("keeps the focus on the button when another try fails", async () => {
  const user = userEvent.setup();
  for (const Failure of [PartFailure, DialogFailure, InlineFailure]) {
    const { state, load } = lostPart();
    const [Part] = preloadable(load, Failure);
    const { unmount } = render(page(<Part />));
    await user.click(await retry());
    await waitFor(() => {
      expect(state.loads).toBe(2);
    });
    await waitFor(() => {
      const button = screen.getByRole("button", { name: /^Try again/ });
      expect(button).not.toHaveAttribute("aria-disabled", "true");
      expect(button).toHaveFocus();
    });
    unmount();
  }
});

it("loads a part again when the browser is online, everywhere it has failed", async () => {
  const { state, load } = lostPart();
  const [Part] = preloadable(load);
  render(
    page(
      <>
        <Part />
        <Part />
      </>,
    ),
  );
  expect(
    await screen.findAllByRole("button", { name: /^Try again/ }),
  ).toHaveLength(2);
  state.isReleased = true;
  // The listeners are added after the paint.
  await act(() => Promise.resolve());
  dispatchEvent(new Event("online"));
  await waitFor(() => {
    expect(screen.getAllByText("The part")).toHaveLength(2);
  });
});

it("closes a part above the page that has not loaded", async () => {
  const user = userEvent.setup();
  const onClose = vi.fn();
  const [Part] = preloadable(lostPart().load, DialogFailure);
  render(page(<Part onClose={onClose} />));
  await retry();
  await user.click(screen.getByRole("button", { name: "Close" }));
  expect(onClose).toHaveBeenCalled();
});

it("shows nothing in place of a part that the page can do without", async () => {
  const { state, load } = lostPart();
  const [Part] = preloadable(load, null);
  render(page(<Part />));
  expect(await screen.findByText("The list")).toBeVisible();
  expect(state.loads).toBe(1);
  expect(screen.queryByRole("alert")).toBeNull();
});

describe("a part whose script hangs", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Draws the part and lets 20 seconds pass, after which it is given up. */
  const giveUp = async (Failure?: typeof PartFailure) => {
    const arrivals: (() => void)[] = [];
    const [Part] = preloadable(
      () =>
        new Promise<Awaited<ReturnType<typeof loadPage>>>((resolve) => {
          arrivals.push(() => {
            void loadPage().then(resolve);
          });
        }),
      Failure,
    );
    render(page(<Part />));
    await act(() => vi.advanceTimersByTimeAsync(19_999));
    expect(screen.getByText("Loading")).toBeVisible();
    await act(() => vi.advanceTimersByTimeAsync(1));
    return arrivals;
  };

  it.each([PartFailure, InlineFailure])(
    "is given up after 20 seconds, and the page can be reloaded, with %o",
    async (Failure) => {
      const onReload = vi.fn();
      const unsubscribe = reloading.subscribe(onReload);
      const arrivals = await giveUp(Failure);
      screen.getByRole("button", { name: /^Reload the page/ }).click();
      unsubscribe();
      // The page then counts as staying.
      await vi.advanceTimersByTimeAsync(5_000);
      expect(onReload).toHaveBeenCalledOnce();
      // Another attempt would wait for the same download.
      expect(arrivals).toHaveLength(1);
    },
  );

  it("appears by itself if the script arrives later", async () => {
    const arrivals = await giveUp();
    await act(async () => {
      arrivals[0]?.();
      await vi.advanceTimersByTimeAsync(0);
    });
    expect(screen.getByText("The page")).toBeVisible();
  });
});
