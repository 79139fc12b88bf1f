import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { WorkspaceReply } from "../../../generated/schemas";
import { createWorkspace } from "../../../src/providers/createWorkspace";
import { followWorkspace } from "../../../src/providers/followWorkspace";
import { liveEvents, workspaceOutdated } from "../../../src/providers/events";
import { fakeServer, refusal } from "./fakeServer";

const first = createWorkspace({
  resources: [],
  schemas: {},
  routes: [],
  viewerVersion: "mine-1",
  declarationsHash: "all-1",
  isOwnServer: true,
});

let stop: () => void;
const versions: string[] = [];
const texts: unknown[] = [];

function follow() {
  stop = followWorkspace({
    workspace: first,
    language: "en",
    onWorkspace: ({ viewerVersion }) => versions.push(viewerVersion),
    onMessages: (messages) => texts.push(messages),
  });
}

/** The server has this now, for this viewer and as a whole. */
function serve(
  ...answers: (
    | readonly [viewerVersion: string, declarationsHash: string]
    | null
  )[]
) {
  return fakeServer(({ path }) => {
    if (path.startsWith("/locales/")) return { body: { hello: "Hello" } };
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (!answer) return refusal(503, "unavailable");
    const [viewerVersion, declarationsHash] = answer;
    return {
      body: {
        success: true,
        viewerVersion,
        declarationsHash,
        resources: [],
        schemas: {},
        routes: [],
        validators: {},
      } satisfies WorkspaceReply,
    };
  });
}

const tell = (name: "ready" | "workspace", declarationsHash: string) => {
  liveEvents.emit({ name, data: { declarationsHash } });
};
const settle = () => vi.advanceTimersByTimeAsync(30_000);
const countCalls = (calls: string[]) =>
  calls.filter((call) => call === "GET /api/workspace").length;

beforeEach(() => {
  vi.useFakeTimers();
  versions.length = 0;
  texts.length = 0;
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

describe("the declarations of an open page", () => {
  it("are loaded with the texts when the server has new ones", async () => {
    serve(["mine-2", "all-2"]);
    follow();
    tell("workspace", "all-2");
    await settle();
    expect(versions).toEqual(["mine-2"]);
    expect(texts).toEqual([{ hello: "Hello" }]);
  });

  it("are not loaded when the page has them already", async () => {
    const calls = serve(["mine-1", "all-1"]);
    follow();
    tell("ready", "all-1");
    await settle();
    expect(calls).toEqual([]);
  });

  it("stay the same objects when this viewer's part has not changed", async () => {
    const calls = serve(["mine-1", "all-2"]);
    follow();
    tell("workspace", "all-2");
    await settle();
    expect(countCalls(calls)).toBe(1);
    expect(versions).toEqual([]);
  });

  it("are loaded again after refusals", async () => {
    serve(null, null, ["mine-2", "all-2"]);
    follow();
    tell("workspace", "all-2");
    await settle();
    expect(versions).toEqual(["mine-2"]);
  });

  it("are loaded once more when a server is behind", async () => {
    const calls = serve(["mine-1", "all-1"]);
    follow();
    tell("workspace", "all-2");
    await settle();
    expect(countCalls(calls)).toBe(2);
  });

  it("are loaded once for many edits", async () => {
    const calls = serve(["mine-9", "all-9"]);
    follow();
    for (const edit of [2, 3, 4, 5, 9]) tell("workspace", `all-${edit}`);
    await settle();
    expect(countCalls(calls)).toBe(1);
  });

  it("are loaded at once after an edit during a delay", async () => {
    serve(["mine-1", "all-1"], ["mine-3", "all-3"]);
    follow();
    tell("workspace", "all-2");
    await vi.advanceTimersByTimeAsync(600);
    tell("workspace", "all-3");
    await vi.advanceTimersByTimeAsync(600);
    expect(versions).toEqual(["mine-3"]);
  });

  it("are loaded again after an edit during a load", async () => {
    let isFirst = true;
    serve(["mine-2", "all-2"], ["mine-3", "all-3"]);
    stop = followWorkspace({
      workspace: first,
      language: "en",
      onWorkspace: ({ viewerVersion }) => versions.push(viewerVersion),
      onMessages: () => {
        if (isFirst) tell("workspace", "all-3");
        isFirst = false;
      },
    });
    tell("workspace", "all-2");
    await vi.advanceTimersByTimeAsync(1_200);
    expect(versions).toEqual(["mine-2", "mine-3"]);
  });

  it("are loaded twice at most for each publication on a page without a live stream", async () => {
    let calls = serve(["mine-2", "all-2"]);
    follow();
    workspaceOutdated.emit();
    await settle();
    expect(countCalls(calls)).toBe(2);
    calls = serve(["mine-3", "all-3"]);
    workspaceOutdated.emit();
    await settle();
    await settle();
    expect(countCalls(calls)).toBe(2);
    expect(versions).toEqual(["mine-2", "mine-3"]);
  });

  it("are loaded again after a failure on a page without a live stream", async () => {
    serve(null, null, ["mine-2", "all-2"]);
    follow();
    workspaceOutdated.emit();
    await settle();
    expect(versions).toEqual(["mine-2"]);
  });

  it("are not followed after the page is left", async () => {
    const calls = serve(["mine-2", "all-2"]);
    follow();
    tell("workspace", "all-2");
    stop();
    await settle();
    expect(calls).toEqual([]);
  });
});
