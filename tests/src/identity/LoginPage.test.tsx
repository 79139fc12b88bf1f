import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import LoginPage from "../../../src/identity/LoginPage";
import { sessionStore } from "../../../src/providers/session";
import { fakeServer, refusal } from "../providers/fakeServer";
import { InEnglish } from "../providers/inEnglish";
import { profileReply } from "./profiles";

const show = () => {
  render(<LoginPage />, { wrapper: InEnglish });
  return {
    user: userEvent.setup(),
    email: screen.getByLabelText("E-mail"),
    password: screen.getByLabelText("Password"),
    submit: screen.getByRole("button", { name: "Log in" }),
  };
};

beforeEach(() => {
  localStorage.clear();
  sessionStore.set({ status: "anonymous" });
});

describe("the login page", () => {
  it("requires both fields and focuses the first invalid one", async () => {
    const calls = fakeServer(() => ({}));
    const { user, email, submit } = show();
    await user.click(submit);
    expect(screen.getAllByText("Required field")).toHaveLength(2);
    expect(email).toHaveFocus();
    expect(email).toBeInvalid();
    expect(calls).toEqual([]);
  });

  it("validates a field on blur and again while it is corrected", async () => {
    fakeServer(() => ({}));
    const { user, email, password } = show();
    await user.type(email, "anna@");
    await user.click(password);
    expect(screen.getByText("Invalid email address")).toBeInTheDocument();
    await user.type(password, "12345");
    await user.type(email, "example.com");
    expect(screen.queryByText("Invalid email address")).toBeNull();
    expect(
      screen.getByText("Must contain more than 5 characters"),
    ).toBeInTheDocument();
  });

  it("signs in and loads the session", async () => {
    const calls = fakeServer(({ path }) =>
      path.endsWith("view-profile") ? { body: profileReply() } : {},
    );
    const { user, email, password } = show();
    await user.type(email, "anna@example.com");
    await user.type(password, "seriba-demo{Enter}");
    await waitFor(() => {
      expect(sessionStore.get()).toMatchObject({
        status: "authenticated",
        role: "client",
      });
    });
    // The signed-in program, which another test file may have loaded, calls more.
    expect(calls.slice(0, 2)).toEqual([
      "POST /api/auth",
      "GET /api/user/view-profile",
    ]);
  });

  it("shows the server's error and keeps the text", async () => {
    fakeServer(() =>
      refusal(401, "invalid_credentials", {
        message: "Incorrect username or password",
      }),
    );
    const { user, email, password, submit } = show();
    await user.type(email, "anna@example.com");
    await user.type(password, "wrong-one");
    await user.click(submit);
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "Incorrect username or password",
    );
    expect(email).toHaveValue("anna@example.com");
    expect(password).toHaveValue("wrong-one");
    expect(submit).toBeEnabled();
  });

  it("says when to try again after too many attempts", async () => {
    fakeServer(() => ({
      ...refusal(429, "too_many_requests"),
      headers: { "retry-after": "90" },
    }));
    const { user, email, password } = show();
    await user.type(email, "anna@example.com");
    await user.type(password, "wrong-one{Enter}");
    expect(await screen.findByRole("alert")).toHaveTextContent(
      /^Too many attempts\. Please try again after \d+:\d\d:\d\d/,
    );
  });

  it("can show the password", async () => {
    const { user, password } = show();
    await user.type(password, "seriba-demo");
    await user.click(screen.getByRole("button", { name: "Show the password" }));
    expect(password).toHaveAttribute("type", "text");
    expect(password).toHaveValue("seriba-demo");
  });
});
