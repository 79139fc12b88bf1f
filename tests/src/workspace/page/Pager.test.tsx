import { screen } from "@testing-library/react";
import { describe, expect, it, beforeEach } from "vitest";
import { fakeServer } from "../../providers/fakeServer";
import ListingPage from "../../../../src/workspace/page/ListingPage";
import { ports, workspaceOf } from "../ports";
import { renderInWorkspace, screenIs } from "../renderList";

beforeEach(() => {
  screenIs("desk");
});

/** The texts between the arrows of the pager. */
async function pagerOf(page: number, pageCount: number) {
  fakeServer(({ path }) => ({
    body: path.endsWith("/filters")
      ? { success: true }
      : {
          success: true,
          rows: [{ id: "1", name: "Yokohama" }],
          pageInfo: { totalSearchResults: pageCount * 20 },
        },
  }));
  renderInWorkspace(<ListingPage resource={ports} />, {
    workspace: workspaceOf([ports]),
    address: `/ports?page=${page}`,
  });
  const pager = await screen.findByRole("navigation", { name: "Pages" });
  return pager.textContent;
}

describe("the pager", () => {
  it.each([
    [1, 3, "123"],
    [1, 65, "12…65"],
    [33, 65, "1…323334…65"],
    [65, 65, "1…6465"],
    [4, 6, "123456"],
  ])("on page %i of %i shows %s", async (page, count, text) => {
    expect(await pagerOf(page, count)).toBe(text);
  });
});
