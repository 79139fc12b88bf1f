import { QueryClient } from "@tanstack/react-query";
import { afterAll, afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Resource } from "../../../../domain/resource";
import { unreachedStore } from "../../../../src/providers/events";
import {
  isKept,
  keepQueries,
} from "../../../../src/providers/offline/keepQueries";
import { readKept } from "../../../../src/providers/offline/keptAnswers";
import { endSession, refreshSession } from "../../../../src/providers/session";
import type { Workspace } from "../../../../src/providers/workspace";
import { profileReply } from "../../identity/profiles";
import { fakeServer } from "../fakeServer";
import { fakeDatabase } from "./fakeDatabase";

const resources = [
  { name: "ports", offline: true },
  { name: "people" },
] as Resource[];
const workspace = () => ({ resources }) as Workspace;
const readAt = Date.now() - 60_000;
let leave = new AbortController();
let userId = "";

beforeEach(async () => {
  fakeDatabase();
  fakeServer(() => ({ body: profileReply() }));
  userId = (await refreshSession()).detail.userId;
  leave = new AbortController();
});
afterEach(() => {
  leave.abort();
  unreachedStore.set(false);
  endSession();
});
afterAll(() => {
  vi.unstubAllGlobals();
});

const follow = (queryClient: QueryClient) => {
  const { signal } = leave;
  keepQueries({ queryClient, workspace, userId, signal });
};
const kept = () => readKept(userId, Date.now());

it("keeps lists that are declared readable offline, and gives them back when calls fail", async () => {
  const first = new QueryClient();
  first.setQueryData(["ports", "getList", { page: 1 }], ["Kobe"], {
    updatedAt: readAt,
  });
  first.setQueryData(["people", "getList", { page: 1 }], ["Anna"]);
  follow(first);
  first.setQueryData(["detail", "ports", "7"], { name: "Kobe" });
  await vi.waitFor(async () => expect(await kept()).toHaveLength(2), 5_000);
  expect(JSON.stringify(await kept())).not.toContain("Anna");
  leave.abort();

  leave = new AbortController();
  const next = new QueryClient();
  follow(next);
  const list = () => next.getQueryState(["ports", "getList", { page: 1 }]);
  expect(list()).toBeUndefined();
  unreachedStore.set(true);
  await vi.waitFor(() => expect(list()?.data).toEqual(["Kobe"]));
  expect(list()?.dataUpdatedAt).toBe(readAt);
});

it("keeps nothing for a user who has signed out", async () => {
  const client = new QueryClient();
  client.setQueryData(["ports", "getList", {}], ["Kobe"]);
  vi.useFakeTimers();
  follow(client);
  endSession();
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  expect(await kept()).toEqual([]);
});

it.each<[boolean, unknown[]]>([
  [true, ["ports", "getInfiniteList", {}]],
  [true, ["ports", "facets", {}]],
  [true, ["row", "ports", "7"]],
  [false, ["row", "ports", "7", "history"]],
  [false, ["row", "people", "7"]],
  [false, ["ports", "suggestions", "x"]],
  [false, ["own-security"]],
])("keeps %s for the query %j", (expected, queryKey) => {
  expect(isKept({ queryKey }, { resources })).toBe(expected);
});
