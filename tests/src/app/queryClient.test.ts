import {
  MutationObserver,
  onlineManager,
  QueryObserver,
} from "@tanstack/react-query";
import { afterEach, expect, it } from "vitest";
import { createQueryClient } from "../../../src/app/queryClient";
import { eventually } from "../../support/eventually";

afterEach(() => {
  onlineManager.setOnline(true);
});

it("fails queries and changes without a connection, and repeats no change later", async () => {
  onlineManager.setOnline(false);
  const client = createQueryClient();
  client.mount();
  let changes = 0;
  const change = new MutationObserver(client, {
    mutationFn: () => {
      changes += 1;
      return Promise.reject(new Error("offline"));
    },
  });
  await expect(change.mutate()).rejects.toThrow("offline");
  const query = new QueryObserver(client, {
    queryKey: ["lot", "cars", "1"],
    queryFn: () => Promise.reject(new Error("offline")),
  });
  const close = query.subscribe(() => undefined);
  await eventually(() => {
    expect(query.getCurrentResult().status).toBe("error");
  });
  onlineManager.setOnline(true);
  expect(changes).toBe(1);
  close();
  client.unmount();
});

it("reads rows again when the connection returns, but no list, whose rows would move", async () => {
  const client = createQueryClient();
  client.mount();
  const reads: string[] = [];
  const close = [
    ["lot", "cars"],
    ["cars", "getList"],
  ].map((queryKey) =>
    new QueryObserver(client, {
      queryKey,
      queryFn: () => reads.push(String(queryKey[1])),
      staleTime: 0,
    }).subscribe(() => undefined),
  );
  await eventually(() => {
    expect(reads).toEqual(["cars", "getList"]);
  });
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  await eventually(() => {
    expect(reads).toEqual(["cars", "getList", "cars"]);
  });
  for (const unsubscribe of close) unsubscribe();
  client.unmount();
});
