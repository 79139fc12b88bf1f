import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { BrowserRouter, Link, useLocation } from "react-router";
import { afterEach, beforeEach, expect, it } from "vitest";
import { useUnsavedGuard } from "../../../src/workspace/useUnsavedGuard";

function Editor({ name }: { name: string }) {
  const [text, setText] = useState("");
  const { question } = useUnsavedGuard(text !== "");
  return (
    <>
      <input
        aria-label={name}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
        }}
      />
      {question && (
        <>
          <button onClick={question.stay}>Stay</button>
          <button onClick={question.leave}>Leave</button>
        </>
      )}
    </>
  );
}

function Page() {
  const { pathname } = useLocation();
  return (
    <>
      <output>{pathname}</output>
      <Link to="/second">Second</Link>
      {pathname === "/second" && (
        <>
          <Editor name="Price" />
          <Editor name="Comment" />
        </>
      )}
    </>
  );
}

const start = location.pathname + location.search;
beforeEach(() => {
  history.pushState(null, "", "/first");
});
afterEach(() => {
  history.pushState(null, "", start);
});

async function typeIntoBoth() {
  render(
    <BrowserRouter>
      <Page />
    </BrowserRouter>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole("link"));
  await user.type(screen.getByLabelText("Price"), "1");
  await user.type(screen.getByLabelText("Comment"), "Later");
  return user;
}

it("still asks on the back button after one of two editors is closed", async () => {
  const user = await typeIntoBoth();
  await user.clear(screen.getByLabelText("Comment"));
  history.back();
  await user.click(await screen.findByRole("button", { name: "Stay" }));
  expect(screen.getByRole("status")).toHaveTextContent("/second");
  expect(screen.getByLabelText("Price")).toHaveValue("1");
});

it("asks once for both editors, and then leaves", async () => {
  const user = await typeIntoBoth();
  history.back();
  await user.click(await screen.findByRole("button", { name: "Leave" }));
  await waitFor(() => {
    expect(screen.getByRole("status")).toHaveTextContent("/first");
  });
});
