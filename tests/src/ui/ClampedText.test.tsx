import { screen, render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ClampedText } from "../../../src/ui/ClampedText";
import { renderInApp } from "../bidding/inApp";
import { FactList } from "../../../src/ui/FactList";
import { CallError } from "../../../src/providers/CallError";
import { QueryFailure } from "../../../src/ui/QueryFailure";
import { InEnglish } from "../providers/inEnglish";

/** Pixels of a closed text and of a text of this many lines. */
const closed = 72;
const line = 18;

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(
    closed,
  );
  vi.spyOn(HTMLElement.prototype, "scrollHeight", "get").mockImplementation(
    function (this: HTMLElement) {
      return Math.max(closed, line * this.textContent.split("\n").length);
    },
  );
});

afterEach(() => {
  vi.restoreAllMocks();
});

const text = (lines: number) =>
  Array.from({ length: lines }, (_, index) => `Line ${index}`).join("\n");

describe("A text that is cut after four lines", () => {
  it("has no button if four lines are enough", () => {
    renderInApp(<ClampedText text={text(4)} />);
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("shows all lines by keyboard, and the first four again", async () => {
    renderInApp(<ClampedText text={text(5)} />);
    const button = screen.getByRole("button", { name: "Show more" });
    await userEvent.tab();
    expect(button).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    expect(button).toHaveAccessibleName("Show less");
    expect(button).toHaveAttribute("aria-expanded", "true");
    await userEvent.keyboard("{Enter}");
    expect(button).toHaveAccessibleName("Show more");
  });

  it("begins closed again after an edit", async () => {
    const { rerenderPart } = renderInApp(<ClampedText text={text(5)} />);
    await userEvent.click(screen.getByRole("button", { name: "Show more" }));
    rerenderPart(<ClampedText text={text(6)} />);
    expect(screen.getByRole("button", { name: "Show more" })).toBeVisible();
    rerenderPart(<ClampedText text={text(2)} />);
    expect(screen.queryByRole("button")).toBeNull();
  });
});

it("keeps two facts with the same label apart", () => {
  const complaints = vi.spyOn(console, "error").mockImplementation(() => {});
  const facts = ["1", "2"].map((value) => ({ label: "Price", value }));
  render(<FactList layout="rows" facts={facts} />);
  // React reports elements of the same key.
  expect(complaints).not.toHaveBeenCalled();
  complaints.mockRestore();
});

it.each([
  [401, true],
  [503, false],
])(
  "the failure of a query takes no room for an expired session: %i",
  (status, isEmpty) => {
    const error = new CallError({ status, code: "refused" });
    const query = { data: {}, error, isFetching: false, refetch: () => null };
    const { container } = render(
      <InEnglish>
        <QueryFailure {...query} />
      </InEnglish>,
    );
    expect(container.childElementCount === 0).toBe(isEmpty);
  },
);
