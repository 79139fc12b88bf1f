import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { fakeServer } from "../providers/fakeServer";
import { facets, lots, renderList, screenIs } from "./renderList";

it("keeps the buttons of a card off its photo", async () => {
  screenIs("phone");
  fakeServer(({ path }) => ({
    body: path.endsWith("/filters") ? facets(1) : lots(1, 1),
  }));
  renderList({
    name: "car-auction",
    edit: (resource) => ({ ...resource, compare: true }),
  });
  const card = await screen.findByRole("listitem");
  const compare = within(card).getByRole("button", { name: /^Compare/ });
  const photo = card.firstElementChild;
  expect(photo?.className).toMatch(/photo/);
  expect(photo).not.toContainElement(compare);
});
