import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { fakeServer, refusal } from "../providers/fakeServer";
import { facets, lots, renderList, screenIs } from "./renderList";

it("saves a search without lots with alerts at once, and again after a failure", async () => {
  screenIs("desk");
  const sent: unknown[] = [];
  fakeServer(({ path, method, body }) => {
    if (path.endsWith("/my-search"))
      return { body: { success: true, items: [], counter: 0 } };
    if (path.endsWith("/filters")) return { body: facets(0) };
    if (method === "GET") return { body: lots(1, 0) };
    sent.push(body);
    return sent.length === 1 ? refusal(503, "unavailable") : {};
  });
  renderList({ name: "car-auction", search: "?maker=1" });
  const notify = await screen.findByRole("button", { name: /^Notify me/ });
  await userEvent.click(notify);
  expect(await screen.findByRole("alert")).toBeVisible();
  await userEvent.click(notify);
  await waitFor(() => {
    expect(notify).not.toBeInTheDocument();
  });
  expect(sent[1]).toEqual({
    title: "Toyota",
    params: "maker=1",
    type: "auction",
    notify: "now",
  });
});
