import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { storedDraft } from "../../../src/workshop/document/storedDraft";
import type { EditableResource } from "../../../src/workshop/document/types";
import { useDraft } from "../../../src/workshop/document/useDraft";

const key = "seriba.workshop.1.cars";
const published: EditableResource = {
  id: "cars",
  document: { declaration: { name: "cars" }, labels: { en: {}, ru: {} } },
  version: "1",
  row: {},
  fieldLabels: { en: {}, ru: {} },
  structural: [],
};

/** Opens the draft as a tab does, and edits its text. */
function openTab() {
  const { result } = renderHook(() => useDraft(published, "1"));
  return {
    text: () => result.current.draft.present.text,
    edit: (text: string) => act(() => result.current.editText(text)),
    undo: () => act(() => result.current.undo()),
  };
}

/** Tells this page that another tab has changed the stored draft. */
const announce = () =>
  act(() => {
    dispatchEvent(new StorageEvent("storage", { key }));
  });

it("shows the edits of another tab, which can be undone here", () => {
  const tab = openTab();
  tab.edit('{"name":"mine"}');
  const stored = localStorage.getItem(key) ?? "";
  localStorage.setItem(key, stored.replace("mine", "theirs"));
  announce();
  expect(tab.text()).toBe('{"name":"theirs"}');
  expect(storedDraft("1", "cars")?.present.text).toBe('{"name":"theirs"}');
  tab.undo();
  expect(tab.text()).toBe('{"name":"mine"}');
});

it("ends with the draft that another tab has published or discarded", () => {
  const tab = openTab();
  tab.edit('{"name":"mine"}');
  localStorage.removeItem(key);
  announce();
  expect(JSON.parse(tab.text())).toEqual({ name: "cars" });
  expect(storedDraft("1", "cars")).toBeNull();
});

it("follows the published version without a change of its own, also if only a label is new", () => {
  const { result, rerender } = renderHook(
    (resource: EditableResource) => useDraft(resource, "1"),
    { initialProps: published },
  );
  const labels = { en: { title: "Cars for sale" }, ru: {} };
  rerender({
    ...published,
    document: { ...published.document, labels },
    version: "2",
  });
  expect(result.current.isChanged).toBe(false);
  expect(result.current.draft.present.labels).toEqual(labels);
  expect(result.current.draft.base.version).toBe("2");
  expect(storedDraft("1", "cars")).toBeNull();
});
