import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, it } from "vitest";
import { fakeServer } from "../providers/fakeServer";
import { installDialogs } from "../ui/nativeDialog";
import { facets, lots, renderList, screenIs } from "./renderList";

beforeAll(async () => {
  installDialogs();
  await import("../../../src/workspace/saved/SavedDialog");
});

it("offers alerts about new lots of the search that was just saved", async () => {
  screenIs("desk");
  const saved: object[] = [];
  const updates: unknown[] = [];
  fakeServer(({ path, method, body }) => {
    if (path.endsWith("/my-search"))
      return { body: { success: true, items: saved, counter: saved.length } };
    if (path.endsWith("/filters")) return { body: facets(12) };
    if (method === "GET") return { body: lots(1, 12) };
    if (path.endsWith("/update-search")) updates.push(body);
    if (!path.endsWith("/save-search")) return {};
    const search = { ...(body as object), createdAt: "2026-11-20T10:42:00Z" };
    saved.push(
      { ...search, id: "2", notify: "none" },
      { ...search, id: "1", notify: "daily" },
    );
    return { body: { success: true, id: "2" } };
  });
  const user = userEvent.setup();
  renderList({ name: "car-auction", search: "?maker=1" });
  await user.click(
    await screen.findByRole("button", { name: /^Saved searches/ }),
  );
  const press = async (name: string) =>
    user.click(await screen.findByRole("button", { name }));
  await press("Save this search");
  await press("Save");
  const done = await screen.findByRole("dialog", { name: "Search saved" });
  const alerts = await within(done).findByLabelText(/^Tell me about new lots/);
  expect(alerts).toHaveValue("none");
  await user.selectOptions(alerts, "At once");
  await waitFor(() => {
    expect(updates).toMatchObject([{ id: "2", notify: "now" }]);
  });
});
