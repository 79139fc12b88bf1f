import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import type { Resource } from "../../../domain/resource";
import { LotNote } from "../../../src/catalog/LotNote";
import carAuction from "../../fixtures/resources/car-auction.json";
import { renderInApp } from "../bidding/inApp";
import { fakeServer, refusal } from "../providers/fakeServer";
import { lotDetail } from "./lotDetail";

const open = (carCommonDetail: {
  comment: string | null;
  commentEditable: boolean;
}) =>
  renderInApp(
    <LotNote
      resource={carAuction as Resource}
      lot={lotDetail({ carCommonDetail })}
    />,
  );

beforeEach(() => {
  sessionStorage.clear();
});

describe("The note about a lot", () => {
  it("is text for clients, and hidden when empty", () => {
    open({ comment: "<b>Good</b> car", commentEditable: false });
    expect(screen.getByText("<b>Good</b> car")).toBeVisible();
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("is hidden from clients when empty", () => {
    open({ comment: null, commentEditable: false });
    expect(screen.queryByRole("region")).toBeNull();
  });

  it("keeps a text that is too long and says so", async () => {
    fakeServer(() => ({ body: { success: true, comment: "" } }));
    open({ comment: null, commentEditable: true });
    await userEvent.click(screen.getByRole("button", { name: "Add note" }));
    await userEvent.paste("字".repeat(2_001));
    expect(screen.getByText(/it has 2001 characters/)).toBeVisible();
    expect(screen.getByRole("button", { name: "Save note" })).toBeDisabled();
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  });

  it("keeps the typed text over a failure and then saves it", async () => {
    let isDown = true;
    const sent: unknown[] = [];
    fakeServer(({ body }) => {
      sent.push(body);
      if (isDown) return refusal(503, "unavailable", { message: "Busy" });
      return { body: { success: true, comment: "Fresh tyres" } };
    });
    open({ comment: null, commentEditable: true });
    await userEvent.click(screen.getByRole("button", { name: "Add note" }));
    const box = screen.getByLabelText("Text of the note");
    await userEvent.type(box, "Fresh tyres");
    const save = screen.getByRole("button", { name: "Save note" });
    await userEvent.click(save);
    expect(await screen.findByText("Busy")).toBeVisible();
    expect(box).toHaveValue("Fresh tyres");
    isDown = false;
    await userEvent.click(save);
    expect(
      await screen.findByRole("button", { name: "Add note" }),
    ).toHaveFocus();
    expect(sent.at(-1)).toEqual({
      carId: "41",
      comment: "Fresh tyres",
      before: null,
    });
  });

  it("shows the text of another manager beside the typed one, and saves the chosen one", async () => {
    const sent: unknown[] = [];
    const changed = {
      at: "2026-11-20T10:42:00+09:00",
      by: "manager",
      name: "Ivan",
    };
    fakeServer(({ body }) => {
      sent.push(body);
      if (sent.length > 1) return { body: { success: true, comment: "Mine" } };
      return {
        status: 409,
        body: {
          success: false,
          messageCode: "stale_row",
          current: { comment: "Theirs" },
          changed,
        },
      };
    });
    open({ comment: "Before", commentEditable: true });
    await userEvent.click(screen.getByRole("button", { name: "Edit note" }));
    const box = screen.getByLabelText("Text of the note");
    await userEvent.clear(box);
    await userEvent.type(box, "Mine");
    await userEvent.click(screen.getByRole("button", { name: "Save note" }));
    const conflict = await screen.findByRole("alert");
    expect(conflict).toHaveTextContent(
      /by Ivan \(.*10:42 Japan time\).*Theirs/,
    );
    expect(box).toHaveValue("Mine");
    await userEvent.click(screen.getByRole("button", { name: "Save my text" }));
    expect(
      await screen.findByRole("button", { name: "Edit note" }),
    ).toBeVisible();
    expect(sent).toMatchObject([{ before: "Before" }, { before: "Theirs" }]);
  });

  it("keeps what is typed while the note is being saved", async () => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const sent: unknown[] = [];
    fakeServer(async ({ body }) => {
      sent.push(body);
      await answered;
      return { body: { success: true, comment: "Fresh" } };
    });
    open({ comment: null, commentEditable: true });
    await userEvent.click(screen.getByRole("button", { name: "Add note" }));
    const box = screen.getByLabelText("Text of the note");
    await userEvent.type(box, "Fresh");
    const save = screen.getByRole("button", { name: "Save note" });
    await userEvent.dblClick(save);
    await userEvent.type(box, " tyres");
    answer();
    await waitFor(() => {
      expect(save).not.toHaveAttribute("aria-busy");
    });
    expect(box).toHaveValue("Fresh tyres");
    expect(sent).toHaveLength(1);
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  });
});
