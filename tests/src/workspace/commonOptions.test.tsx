import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { fakeServer } from "../providers/fakeServer";
import { facets, lots, renderList, screenIs } from "./renderList";

beforeAll(() => import("../../../src/workspace/controls/SelectPopup"));

/** Makers in the order of the reply, with their numbers of lots. */
const makers = Object.entries({
  Abarth: 2,
  Audi: 40,
  BMW: 90,
  Daihatsu: 300,
  Honda: 800,
  Jaguar: 5,
  Mazda: 200,
  Nissan: 900,
  Subaru: 100,
  Suzuki: 400,
  Toyota: 1500,
}).map(([label, counter], index) => ({ value: `${index}`, label, counter }));

beforeEach(() => {
  screenIs("desk");
  fakeServer(({ path }) => ({
    body: path.endsWith("/filters")
      ? { ...facets(3398), maker: makers }
      : lots(1, 3398),
  }));
});

async function openMakers(search = "", commonFirst?: number) {
  const user = userEvent.setup();
  renderList({
    name: "car-auction",
    search,
    edit: (resource) => ({
      ...resource,
      filters: resource.filters.map((filter) =>
        filter.field === "maker" ? { ...filter, commonFirst } : filter,
      ),
    }),
  });
  await user.click(await screen.findByRole("button", { name: /^Maker/ }));
  await screen.findByRole("menuitemradio", { name: /Abarth/ });
  return user;
}

const shown = () =>
  screen
    .getAllByRole("menuitemradio")
    .map(({ textContent }) => textContent.replace(/[\d\s,]/g, ""));

it("lists the most common options first, then the others in their order", async () => {
  await openMakers("", 3);
  expect(shown()).toEqual([
    ...["Toyota", "Nissan", "Honda"],
    ...["Abarth", "Audi", "BMW", "Daihatsu", "Jaguar", "Mazda"],
    ...["Subaru", "Suzuki"],
  ]);
  expect(screen.getAllByRole("separator")).toHaveLength(1);
});

it("lists the chosen option before the most common options", async () => {
  await openMakers("?maker=5", 2);
  expect(shown().slice(0, 4)).toEqual(["Jaguar", "Toyota", "Nissan", "Abarth"]);
});

it("lists search results in their usual order", async () => {
  const user = await openMakers("", 3);
  await user.type(
    screen.getByRole("textbox", { name: "Search in Maker" }),
    "a",
  );
  expect(shown()).toEqual(
    makers.map(({ label }) => label).filter((label) => /a/i.test(label)),
  );
  expect(screen.queryByRole("separator")).not.toBeInTheDocument();
});

it("keeps the order of the reply if the filter does not ask for common options", async () => {
  await openMakers();
  expect(shown()).toEqual(makers.map(({ label }) => label));
});
