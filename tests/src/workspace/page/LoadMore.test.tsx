import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import ListingPage from "../../../../src/workspace/page/ListingPage";
import { fakeServer, refusal } from "../../providers/fakeServer";
import { ports, workspaceOf } from "../ports";
import { renderInWorkspace, screenIs } from "../renderList";

type Listener = (entries: { isIntersecting: boolean }[]) => void;

let isEndInView: boolean;
/** The listeners of the observers that are not disconnected. */
let observers: Set<Listener>;
/** Resolves the pending calls of the list. */
let reply: (() => void)[];
let isHeld: boolean;
let isFailing: boolean;
let hasTotal: boolean;
let calls: string[];

const pages = () =>
  calls.flatMap((call) => /lists\/ports\?page=(\d)/.exec(call)?.[1] ?? []);

beforeEach(() => {
  screenIs("phone");
  isEndInView = false;
  observers = new Set();
  isHeld = false;
  isFailing = false;
  hasTotal = true;
  reply = [];
  // Like a browser's, it reports as soon as it observes something.
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(private listener: Listener) {}
      observe = () => {
        observers.add(this.listener);
        this.listener([{ isIntersecting: isEndInView }]);
      };
      disconnect = () => {
        observers.delete(this.listener);
      };
    },
  );
  calls = fakeServer(async ({ path, query }) => {
    if (path.endsWith("/filters")) return { body: { success: true } };
    const page = Number(query.get("page"));
    if (isFailing) return refusal(503, "unavailable");
    if (isHeld) await new Promise<void>((resolve) => reply.push(resolve));
    return {
      body: {
        success: true,
        rows: Array.from({ length: 20 }, (_, index) => {
          const id = String((page - 1) * 20 + index + 1);
          return { id, name: `Port ${id}` };
        }),
        ...(hasTotal && { pageInfo: { totalSearchResults: 60 } }),
      },
    };
  });
});

const scrollToEnd = () => {
  isEndInView = true;
  act(() => {
    for (const listener of observers) listener([{ isIntersecting: true }]);
  });
};

async function renderPorts(end = "20 of 60") {
  const view = renderInWorkspace(<ListingPage resource={ports} />, {
    workspace: workspaceOf([ports]),
    address: "/ports",
  });
  await screen.findByText(end);
  return view;
}

describe("a list that loads more rows on scrolling", () => {
  it("loads further pages while its end is in view", async () => {
    await renderPorts();
    scrollToEnd();
    expect(await screen.findByText("60 of 60")).toBeInTheDocument();
    expect(pages()).toEqual(["1", "2", "3"]);
  });

  it("counts the loaded rows if the server sends no total", async () => {
    hasTotal = false;
    await renderPorts("20 loaded");
    expect(screen.getByText("20 loaded")).toBeVisible();
    expect(screen.queryByText(/of -?\d/)).toBeNull();
  });

  it("loads the next page after a background refresh has ended", async () => {
    const { queryClient } = await renderPorts();
    isHeld = true;
    act(() => {
      void queryClient.invalidateQueries({ queryKey: ["ports"] });
    });
    await waitFor(() => {
      expect(reply).toHaveLength(1);
    });
    scrollToEnd();
    isHeld = false;
    act(() => {
      reply[0]?.();
    });
    expect(await screen.findByText("60 of 60")).toBeInTheDocument();
    expect(observers.size).toBe(0);
  });

  it("shows why the next page failed at its end, and loads it on request", async () => {
    await renderPorts();
    isFailing = true;
    scrollToEnd();
    const alert = await screen.findByRole("alert");
    const end = screen.getByText("20 of 60");
    expect(alert.parentElement).toContainElement(end);
    expect(screen.getByText("Port 20")).toBeInTheDocument();
    expect(pages()).toEqual(["1", "2"]);
    isFailing = false;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("60 of 60")).toBeInTheDocument();
    expect(screen.queryByRole("alert")).toBeNull();
  });
});
