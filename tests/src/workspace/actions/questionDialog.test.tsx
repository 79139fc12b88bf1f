import { fireEvent, screen } from "@testing-library/react";
import { beforeAll, expect, it } from "vitest";
import { QuestionDialog } from "../../../../src/workspace/actions/ActionDialogs";
import { renderInApp } from "../../bidding/inApp";
import { installDialogs } from "../../ui/nativeDialog";

beforeAll(installDialogs);

it("a key that is held down does not accept a question", () => {
  const question = { title: "Won?", text: "Sure?", accept: "Mark as won" };
  renderInApp(
    <QuestionDialog
      open={{ question, rowCount: 1, answer: () => undefined }}
    />,
  );
  const accept = screen.getByRole("button", { name: "Mark as won" });
  expect(accept).toHaveFocus();
  // A prevented key press makes no click in a browser.
  expect(fireEvent.keyDown(accept, { key: "Enter" })).toBe(true);
  expect(fireEvent.keyDown(accept, { key: "Enter", repeat: true })).toBe(false);
});
