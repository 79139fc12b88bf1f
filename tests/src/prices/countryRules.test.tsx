import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { DeclaredResource } from "../../../domain/resource";
import { CountryRules } from "../../../src/prices/CountryRules";
import { withDefaultCalls } from "../../../domain/listing/defaultCalls";
import countryRules from "../../../resources/country-rules.json";
import { onDay } from "../../support/onDay";
import { renderInApp } from "../bidding/inApp";
import { profileReply } from "../identity/profiles";
import { fakeServer } from "../providers/fakeServer";

onDay("2026-11-28");

const rules = [
  {
    id: "1",
    kind: "inspection",
    textEn: "A certificate travels with the car.",
    source: "https://www.rules.example/inspection",
    checkedOn: "2026-11-01",
    validFrom: "2024-01-01",
  },
  {
    id: "2",
    kind: "oldestAge",
    months: 96,
    textEn: "At most eight years old.",
    source: "https://www.rules.example/age",
    checkedOn: "2026-11-01",
    validFrom: "2024-01-01",
    validUntil: "2026-12-31",
  },
  {
    id: "3",
    kind: "other",
    textEn: "Ended before today.",
    source: "javascript:alert(1)",
    validFrom: "2020-01-01",
    validUntil: "2026-11-27",
  },
];

function open(rows: unknown[], year: number | null, isListed = true) {
  const calls = fakeServer(({ path }) => {
    if (path.startsWith("/api/lists/country-rules"))
      return {
        body: {
          success: true,
          rows,
          pageInfo: {
            page: 1,
            pageSize: 20,
            totalSearchResults: rows.length,
            totalResults: rows.length,
          },
        },
      };
    if (path === "/api/prices/destinations")
      return {
        body: {
          success: true,
          options: [{ value: "Mombasa", label: "Mombasa", country: "Kenya" }],
        },
      };
    return { body: profileReply() };
  });
  renderInApp(<CountryRules destination="Mombasa" year={year} />, {
    otherLists: isListed
      ? [withDefaultCalls(countryRules as DeclaredResource)]
      : [],
  });
  return calls;
}

const region = () =>
  screen.findByRole("region", { name: "Import rules of Kenya" });

it("warns first of the rule that the year of the car conflicts with", async () => {
  open(rules, 2015);
  const [first, second, ...others] = within(await region()).getAllByRole(
    "listitem",
  );
  expect(first).toHaveTextContent(
    "A car of 2015 may not be admittedAt most eight years old.rules.example · checked on 1 Nov",
  );
  expect(second).toHaveTextContent(/^A certificate travels with the car\./);
  expect(others).toEqual([]);
});

it("asks to check a rule that the year does not decide, and links to the source", async () => {
  open(rules, 2018);
  const [first] = within(await region()).getAllByRole("listitem");
  expect(first).toHaveTextContent(/^Check this for the car/);
  expect(
    screen.getAllByRole("link", { name: "rules.example" })[0],
  ).toHaveAttribute("href", "https://www.rules.example/age");
});

it("says that no rules are known, and gives no verdict", async () => {
  open([], 2018);
  expect(await region()).toHaveTextContent("We have no rules of this country.");
});

it("is not there for people without the list", async () => {
  const calls = open(rules, 2015, false);
  await expect.poll(() => calls.length).toBe(1);
  expect(screen.queryByRole("region")).toBeNull();
});
