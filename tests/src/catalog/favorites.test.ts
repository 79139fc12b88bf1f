import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, it } from "vitest";
import {
  groupsOf,
  pendingGroups,
  setFavorite,
} from "../../../src/catalog/favorites/favorites";
import { sessionStore } from "../../../src/providers/session";
import { signInAs } from "../bidding/inApp";
import { profileReply } from "../identity/profiles";
import { fakeServer, refusal } from "../providers/fakeServer";

const key = ["lots", "getList", {}];

/** A loaded list of one lot in no group, and a function that adds the lot to a group. */
function loadedList() {
  const queryClient = new QueryClient();
  const data = [{ id: "41", row: { wishList: [] } }];
  queryClient.setQueryData(key, { data });
  const lot = { id: "41", type: "auction" } as const;
  const groups = () => {
    const page = queryClient.getQueryData<{ data: typeof data }>(key);
    return groupsOf(page?.data[0]?.row.wishList);
  };
  const add = (group: "A" | "B") => {
    const shown = pendingGroups.get().get("41")?.groups ?? groups();
    return setFavorite(queryClient, lot, { group, isIn: true, groups: shown });
  };
  return { add, groups };
}

beforeEach(() => {
  signInAs(profileReply());
});

it("leaves a lot out of a group whose call failed after another call", async () => {
  fakeServer(({ body }) =>
    (body as { group: string }).group === "B"
      ? refusal(503, "unavailable")
      : {},
  );
  const { add, groups } = loadedList();
  const calls = await Promise.allSettled([add("A"), add("B")]);
  expect(calls.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  expect(groups()).toEqual(["A"]);
  expect(pendingGroups.get().size).toBe(0);
});

it("sends no waiting call after the session of its user has ended", async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const calls = fakeServer(async () => {
    await answered;
    return {};
  });
  const { add } = loadedList();
  const added = Promise.allSettled([add("A"), add("B")]);
  await expect.poll(() => calls).toHaveLength(1);
  sessionStore.set({ status: "anonymous" });
  answer();
  await added;
  expect(calls).toHaveLength(1);
});

it("marks a list as changed in place, not as read again", async () => {
  fakeServer(() => ({}));
  const queryClient = new QueryClient();
  const queryKey = ["cars", "getList", {}];
  queryClient.setQueryData(queryKey, {
    data: [{ id: "7", row: { wishList: [] } }],
    meta: { reply: {} },
  });
  await setFavorite(
    queryClient,
    { id: "7", type: "auction" },
    { group: "A", isIn: true, groups: [] },
  );
  expect(queryClient.getQueryData(queryKey)).toEqual({
    data: [{ id: "7", row: { wishList: [{ group: "A", value: true }] } }],
    meta: { reply: {}, isInPlace: true },
  });
});
