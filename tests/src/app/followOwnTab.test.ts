import { localStorageStore } from "ra-core";
import { afterEach, expect, it } from "vitest";
import { followOwnTab } from "../../../src/app/preferences";

afterEach(() => {
  localStorage.clear();
});

it("keeps page size, view and grid of another tab from a list that is open here", () => {
  const store = followOwnTab(localStorageStore("1", "Tab/"));
  store.setup();
  const heard: unknown[] = [];
  for (const key of ["cars.pageSize", "cars.visited"])
    store.subscribe(key, (value: unknown) => {
      heard.push([key, value]);
    });
  const otherTabStores = (key: string, newValue: string) => {
    localStorage.setItem(`RaStoreTab/.${key}`, newValue);
    const entry = `RaStoreTab/.${key}`;
    dispatchEvent(new StorageEvent("storage", { key: entry, newValue }));
  };
  otherTabStores("cars.pageSize", "70");
  otherTabStores("cars.visited", "[1]");
  expect(heard).toEqual([["cars.visited", [1]]]);
  expect(store.getItem("cars.pageSize")).toBe(70);
  store.setItem("cars.pageSize", 40);
  expect(heard.at(-1)).toEqual(["cars.pageSize", 40]);
  store.teardown();
});
