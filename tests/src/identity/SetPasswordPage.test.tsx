import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import StopMailsPage from "../../../src/catalog/StopMailsPage";
import SetPasswordPage from "../../../src/identity/SetPasswordPage";
import { fakeServer, refusal } from "../providers/fakeServer";
import { InEnglish } from "../providers/inEnglish";

const expired = refusal(403, "link_expired");

beforeEach(() => {
  history.replaceState(null, "", "/auth/change-password?token=secret");
});

describe("the page to set a password", () => {
  const show = () => {
    render(<SetPasswordPage />, { wrapper: InEnglish });
    return userEvent.setup();
  };
  const fill = async (
    user: ReturnType<typeof userEvent.setup>,
    password: string,
    again = password,
  ) => {
    await user.type(await screen.findByLabelText("New password"), password);
    await user.type(
      screen.getByLabelText("Repeat the password"),
      `${again}{Enter}`,
    );
  };

  it("removes the token from the address and keeps it over a reload", async () => {
    const calls = fakeServer(() => ({}));
    show();
    expect(location.search).toBe("");
    expect(await screen.findByLabelText("New password")).toBeInTheDocument();
    expect(calls).toEqual([
      "GET /api/auth/reset-password-token-verify?token=secret",
    ]);
    expect(history.state).toEqual({ linkToken: "secret" });
  });

  it("sets the password and says that it is set", async () => {
    fakeServer(() => ({}));
    const user = show();
    await fill(user, "amber lantern 42");
    expect(
      await screen.findByRole("heading", { name: "Password set" }),
    ).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Go to login" })).toHaveAttribute(
      "href",
      "/auth/login",
    );
  });

  it.each([
    ["12345", "12345", "Must contain more than 5 characters", "New password"],
    ["amber lantern", "amber", "Passwords do not match", "Repeat the password"],
  ])("shows what is wrong: %s", async (password, again, text, label) => {
    const calls = fakeServer(() => ({}));
    const user = show();
    await fill(user, password, again);
    expect(screen.getByText(text)).toBeInTheDocument();
    expect(screen.getByLabelText(label)).toHaveFocus();
    expect(calls).toHaveLength(1);
  });

  it("shows the server's error beside the field and keeps the text", async () => {
    fakeServer(({ method }) =>
      method === "GET"
        ? {}
        : refusal(422, "weak_password", {
            errors: { newPassword: ["This password is too easy to guess"] },
          }),
    );
    const user = show();
    await fill(user, "password");
    expect(
      await screen.findByText("This password is too easy to guess"),
    ).toBeInTheDocument();
    expect(screen.getByLabelText("New password")).toHaveValue("password");
  });

  it("says that a link is used or expired", async () => {
    fakeServer(() => expired);
    show();
    expect(
      await screen.findByRole("heading", {
        name: "This link has already been used, or has expired",
      }),
    ).toBeInTheDocument();
  });

  it("says the same without a token", () => {
    history.replaceState(null, "", "/auth/change-password");
    const calls = fakeServer(() => ({}));
    show();
    expect(screen.getByRole("heading")).toHaveTextContent("has expired");
    expect(calls).toEqual([]);
  });

  it("offers a retry when the server cannot be reached", async () => {
    let isDown = true;
    fakeServer(() => (isDown ? refusal(503, "unavailable") : {}));
    const user = show();
    const retry = await screen.findByRole("button", { name: "Try again" });
    isDown = false;
    await user.click(retry);
    expect(await screen.findByLabelText("New password")).toBeInTheDocument();
  });
});

describe("the page to stop mails", () => {
  it("acts only when its button is pressed", async () => {
    history.replaceState(null, "", "/mails/stop?token=secret");
    const calls = fakeServer(() => ({}));
    render(<StopMailsPage />, { wrapper: InEnglish });
    expect(calls).toEqual([]);
    expect(location.search).toBe("");
    await userEvent.click(screen.getByRole("button", { name: "Stop e-mails" }));
    expect(
      await screen.findByRole("heading", { name: "E-mails stopped" }),
    ).toBeInTheDocument();
    expect(calls).toEqual(["POST /api/mails/stop?token=secret"]);
  });

  it("says that a link has expired", async () => {
    history.replaceState(null, "", "/mails/stop?token=secret");
    fakeServer(() => expired);
    render(<StopMailsPage />, { wrapper: InEnglish });
    await userEvent.click(screen.getByRole("button", { name: "Stop e-mails" }));
    expect(
      await screen.findByRole("heading", { name: /has expired/ }),
    ).toBeInTheDocument();
  });
});
