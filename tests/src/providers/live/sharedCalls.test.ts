import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createDataProvider } from "../../../../src/providers/dataProvider";
import { createWorkspace } from "../../../../src/providers/createWorkspace";
import { startLive } from "../../../../src/providers/live/startLive";
import type { LiveEvent } from "../../../../domain/liveEvent";
import { liveServer, tabIs, written } from "./liveServer";

const workspace = createWorkspace({
  ...{ resources: [], schemas: {}, routes: [] },
  ...{ viewerVersion: "1", declarationsHash: "1", isOwnServer: true },
});
const dataProvider = createDataProvider(workspace);
const paths = ["/rates", "/ports"] as const;
let leaving: AbortController;

beforeEach(() => {
  tabIs("visible");
  leaving = new AbortController();
  vi.useFakeTimers();
});

afterEach(() => {
  leaving.abort();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Opens a page with two shared calls and the counters of the menu. */
async function openPage() {
  const { connections } = liveServer();
  const queryClient = new QueryClient();
  startLive({
    ...{ queryClient, userId: "1", signal: leaving.signal },
    current: () => ({ dataProvider, workspace }),
  });
  const reads = { "/rates": 0, "/ports": 0, counters: 0 };
  for (const path of paths)
    leaving.signal.addEventListener(
      "abort",
      new QueryObserver(queryClient, {
        queryKey: ["shared", path],
        queryFn: () => (reads[path] += 1),
        meta: { path },
      }).subscribe(() => undefined),
    );
  leaving.signal.addEventListener(
    "abort",
    new QueryObserver(queryClient, {
      queryKey: ["menu-counters"],
      queryFn: () => (reads.counters += 1),
    }).subscribe(() => undefined),
  );
  await vi.advanceTimersByTimeAsync(0);
  const send = (id: number, ...events: LiveEvent[]) =>
    connections[0]?.send(written(id, ...events));
  send(3, { name: "ready", data: { declarationsHash: "1" } });
  await vi.advanceTimersByTimeAsync(1_000);
  return { reads, send };
}

it("makes the shared calls again that answer something else", async () => {
  const { reads, send } = await openPage();
  send(4, { name: "calls", data: { paths: ["/rates"] } });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(reads).toMatchObject({ "/rates": 2, "/ports": 1 });
});

it("spreads the calls of all open pages over two seconds, and delays nothing else", async () => {
  const { reads, send } = await openPage();
  const random = vi.spyOn(Math, "random");
  random.mockReturnValue(0.99);
  send(
    4,
    { name: "calls", data: { paths: ["/rates"] } },
    { name: "counters", data: {} },
  );
  await vi.advanceTimersByTimeAsync(1_300);
  expect(reads).toMatchObject({ "/rates": 1, counters: 2 });
  await vi.advanceTimersByTimeAsync(700);
  expect(reads).toMatchObject({ "/rates": 2, counters: 2 });
  random.mockReturnValue(0);
  send(5, { name: "calls", data: { paths: ["/rates"] } });
  await vi.advanceTimersByTimeAsync(200);
  expect(reads).toMatchObject({ "/rates": 3 });
});
