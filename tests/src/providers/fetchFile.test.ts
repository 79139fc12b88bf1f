import { describe, expect, it, vi } from "vitest";
import { openFileLink } from "../../../src/providers/fetchFile";
import { addTokens } from "../workspace/renderList";
import { fakeServer } from "./fakeServer";

describe("the link of a file", () => {
  const answers = (link: string | null) => {
    const clicked = vi
      .spyOn(HTMLAnchorElement.prototype, "click")
      .mockClear()
      .mockImplementation(() => undefined);
    addTokens();
    const calls = fakeServer(() => ({ body: { success: true, link } }));
    return { clicked, calls };
  };

  it("opens in a new tab that cannot reach the page", async () => {
    const { clicked, calls } = answers("/api/archive?token=1");
    expect(await openFileLink("/ports/archive", { id: "7" })).toBe(true);
    expect(calls).toEqual(["GET /api/ports/archive?id=7"]);
    expect(clicked.mock.contexts).toMatchObject([
      { target: "_blank", rel: "noopener" },
    ]);
    clicked.mockRestore();
  });

  it("is missing if the server has no address", async () => {
    const { clicked } = answers(null);
    expect(await openFileLink("/ports/archive", { id: "7" })).toBe(false);
    expect(clicked).not.toHaveBeenCalled();
    clicked.mockRestore();
  });
});
