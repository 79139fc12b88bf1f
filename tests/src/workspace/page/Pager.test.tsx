import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, beforeEach } from "vitest";
import { fakeServer } from "../../providers/fakeServer";
import ListingPage from "../../../../src/workspace/page/ListingPage";
import { ports, workspaceOf } from "../ports";
import {
  facets,
  lots,
  renderInWorkspace,
  renderList,
  screenIs,
} from "../renderList";

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

describe("a list that the server had no time to count", () => {
  it("shows the rows without pages and totals, and offers to count again", async () => {
    let isBusy = true;
    fakeServer(({ path }) => ({
      body: path.endsWith("/filters")
        ? isBusy
          ? { success: true, totalSearchResults: -1, totalResults: -1 }
          : facets(3398)
        : lots(1, isBusy ? -1 : 3398),
    }));
    renderList({ name: "car-auction" });
    expect(await screen.findAllByRole("row")).not.toHaveLength(0);
    const retry = await screen.findByRole("button", { name: "Try again" });
    expect(screen.queryByRole("navigation", { name: "Pages" })).toBeNull();
    expect(document.body.textContent).not.toContain("-1");
    isBusy = false;
    await userEvent.click(retry);
    await waitFor(() => {
      expect(retry).not.toBeInTheDocument();
    });
  });

  it("keeps the labels of choices that were counted before", async () => {
    const maker = [{ value: "12", label: "Toyota", counter: 3398 }];
    let isBusy = false;
    fakeServer(({ path }) => ({
      body: !path.endsWith("/filters")
        ? lots(1, 3398)
        : isBusy
          ? { success: true, totalSearchResults: -1, totalResults: -1 }
          : { ...facets(3398), maker },
    }));
    renderList({ name: "car-auction" });
    await userEvent.click(
      await screen.findByRole("button", { name: /^Maker/ }),
    );
    const toyota = await screen.findByRole("menuitemradio", { name: /Toyota/ });
    isBusy = true;
    await userEvent.click(toyota);
    expect(
      await screen.findByRole("button", { name: "Try again" }),
    ).toBeVisible();
    expect(screen.getByRole("button", { name: /^Maker/ })).toHaveTextContent(
      "Toyota",
    );
  });

  it("leads to the next page after a full one, and back from its end", async () => {
    fakeServer(({ path, query }) => ({
      body: path.endsWith("/filters")
        ? { success: true, totalSearchResults: -1, totalResults: -1 }
        : {
            ...lots(Number(query.get("page")), 40),
            pageInfo: { totalSearchResults: -1 },
          },
    }));
    renderList({ name: "car-auction" });
    const press = async (name: string) => {
      await userEvent.click(await screen.findByRole("button", { name }));
    };
    await press("Next page");
    await waitFor(() => {
      expect(screen.getByText("L21")).toBeVisible();
    });
    await press("Next page");
    await press("Go to the last page");
    expect(await screen.findByText("L21")).toBeVisible();
    await press("Previous page");
    expect(await screen.findByText("L1")).toBeVisible();
    expect(
      screen.getByRole("button", { name: "Previous page" }),
    ).toBeDisabled();
  });
});
