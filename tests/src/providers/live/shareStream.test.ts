import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { LiveEvent } from "../../../../domain/liveEvent";
import { noteChangeOf } from "../../../../src/providers/changeNumber";
import { shareStream } from "../../../../src/providers/live/shareStream";
import { liveServer, tabIs, written } from "./liveServer";
import { eventually } from "../../../support/eventually";

const ready: LiveEvent = { name: "ready", data: { declarationsHash: "1" } };
const counters: LiveEvent = { name: "counters", data: {} };
const leaving = new Set<AbortController>();

/** A tab of this browser; what it hears. */
function openTab(userId = "1") {
  const leave = new AbortController();
  leaving.add(leave);
  const heard: string[] = [];
  shareStream({
    userId,
    signal: leave.signal,
    onEvents: (events) => heard.push(...events.map(({ name }) => name)),
  });
  return heard;
}

beforeEach(() => {
  tabIs("visible");
  vi.spyOn(Math, "random").mockReturnValue(0);
});

afterEach(() => {
  for (const leave of leaving) leave.abort();
  leaving.clear();
  vi.useRealTimers();
});

it("opens one stream for all tabs and sends every event to each", async () => {
  const { connections } = liveServer();
  const [first, second] = [openTab(), openTab()];
  await eventually(() => {
    expect(connections).toHaveLength(1);
  });
  connections[0]?.send(written(7, ready));
  connections[0]?.send(written(9, counters));
  await eventually(() => {
    expect(first).toEqual(["ready", "counters"]);
    expect(second).toEqual(["ready", "counters"]);
  });
  expect(connections).toHaveLength(1);
});

it("resumes a broken stream after the last complete batch", async () => {
  const { connections } = liveServer();
  const heard = openTab("2");
  await eventually(() => {
    expect(connections).toHaveLength(1);
  });
  connections[0]?.send(written(7, ready));
  connections[0]?.send("event: counters\ndata: {}\n\n");
  await eventually(() => {
    expect(heard).toEqual(["ready"]);
  });
  connections[0]?.cut();
  await eventually(() => {
    expect(connections).toHaveLength(2);
  });
  expect(connections[1]?.after).toBe("7");
});

it("closes the stream while the tab is hidden and resumes it when shown", async () => {
  const { connections } = liveServer();
  const heard = openTab("3");
  await eventually(() => {
    expect(connections).toHaveLength(1);
  });
  connections[0]?.send(written(12, ready));
  await eventually(() => {
    expect(heard).toEqual(["ready"]);
  });
  tabIs("hidden");
  expect(() => connections[0]?.send(written(13, counters))).toThrow();
  tabIs("visible");
  await eventually(() => {
    expect(connections).toHaveLength(2);
  });
  expect(connections[1]?.after).toBe("12");
});

it("sends a reset to a tab that missed events", async () => {
  const { connections } = liveServer();
  const heard = openTab("4");
  await eventually(() => {
    expect(connections).toHaveLength(1);
  });
  connections[0]?.send(written(5, ready));
  await eventually(() => {
    expect(heard).toEqual(["ready"]);
  });
  const other = new BroadcastChannel("seriba.live.4");
  other.postMessage({ after: "20", id: "21", events: [counters] });
  await eventually(() => {
    expect(heard).toEqual(["ready", "reset"]);
  });
  other.close();
});

it("begins with the changes since the oldest reply of the page", async () => {
  const { connections } = liveServer();
  for (const number of ["102", "100", "101"])
    noteChangeOf(new Headers({ "change-number": number }));
  const heard = openTab("6");
  await eventually(() => {
    expect(connections).toHaveLength(1);
  });
  expect(connections[0]?.after).toBe("100");
  connections[0]?.send(written(103, ready, counters));
  await eventually(() => {
    expect(heard).toEqual(["ready", "counters"]);
  });
});

it("sends a reset to a new tab whose list is behind the shared stream", async () => {
  const { connections } = liveServer();
  openTab("7");
  await eventually(() => {
    expect(connections).toHaveLength(1);
  });
  connections[0]?.send(written(100, ready));
  const current = openTab("7");
  await eventually(() => {
    expect(current).toEqual(["ready"]);
  });
  connections[0]?.send(written(104, counters));
  await eventually(() => {
    expect(current).toEqual(["ready", "counters"]);
  });
  const behind = openTab("7");
  await eventually(() => {
    expect(behind).toEqual(["reset"]);
  });
  expect(current).toEqual(["ready", "counters"]);
});

const htmlPage = (status: number) =>
  new Response("<h1>Welcome</h1>", {
    status,
    headers: { "content-type": "text/html" },
  });

it.each([200, 404, 502])(
  "looks for the stream with growing delays while a proxy answers with a page and %i",
  async (status) => {
    vi.useFakeTimers();
    let hasStream = false;
    const times: number[] = [];
    const began = Date.now();
    const { connections } = liveServer({
      hasStream: () => hasStream,
      refuse: () => {
        times.push((Date.now() - began) / 1000);
        return htmlPage(status);
      },
    });
    openTab(`proxy ${status}`);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(times).toEqual([0, 1, 3, 7, 15, 30, 45, 60]);
    hasStream = true;
    await vi.advanceTimersByTimeAsync(15_000);
    expect(connections).toHaveLength(1);
  },
);

it("looks for the stream at once when the browser is online again", async () => {
  vi.useFakeTimers();
  let hasStream = false;
  const { connections, calls } = liveServer({ hasStream: () => hasStream });
  openTab("5");
  await vi.advanceTimersByTimeAsync(40_000);
  const before = calls.length;
  hasStream = true;
  dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(0);
  expect(calls).toHaveLength(before + 1);
  expect(connections).toHaveLength(1);
});

it("looks again for a stream that it has had before", async () => {
  let hasStream = true;
  const { connections, calls } = liveServer({ hasStream: () => hasStream });
  openTab("8");
  await eventually(() => {
    expect(connections).toHaveLength(1);
  });
  connections[0]?.send(written(7, ready));
  hasStream = false;
  connections[0]?.cut();
  await eventually(() => {
    expect(calls).toHaveLength(2);
  });
  hasStream = true;
  await eventually(() => {
    expect(connections).toHaveLength(2);
  });
});

it("sends one reset if a reply from before the stream arrives later", async () => {
  const { connections } = liveServer();
  noteChangeOf(new Headers({ "change-number": "90" }));
  const heard = openTab("9");
  await eventually(() => {
    expect(connections).toHaveLength(1);
  });
  connections[0]?.send(written(95, ready));
  await eventually(() => {
    expect(heard).toEqual(["ready"]);
  });
  noteChangeOf(new Headers({ "change-number": "89" }));
  connections[0]?.send(written(96, counters));
  await eventually(() => {
    expect(heard).toEqual(["ready", "reset"]);
  });
  connections[0]?.send(written(97, counters));
  await eventually(() => {
    expect(heard).toEqual(["ready", "reset", "counters"]);
  });
});
