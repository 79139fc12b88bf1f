import { describe, expect, it } from "vitest";
import { chatSideOf, longestMessage, refuseMessage } from "../../domain/chat";
import { client, manager } from "./support/declared";

describe("the side of a reader in the chat about a bid", () => {
  it("is the client's for the owner, also if the owner is a dealer", () => {
    expect(chatSideOf({ ...client, userId: "7" }, "7")).toBe("client");
    const dealer = { ...client, roleId: 1092, userId: "7" };
    expect(chatSideOf(dealer, "7")).toBe("client");
    expect(chatSideOf(dealer, "8")).toBe("dealer");
  });

  it("is the agent's for every manager and administrator", () => {
    expect(chatSideOf(manager, manager.userId)).toBe("agent");
    expect(chatSideOf({ ...manager, userLevel: 991 }, "8")).toBe("agent");
  });
});

describe("a message", () => {
  it("needs a text, and may have 2,000 characters", () => {
    expect(refuseMessage("")).toBe("required_field");
    expect(refuseMessage("Yes")).toBeNull();
    expect(refuseMessage("я".repeat(longestMessage))).toBeNull();
    expect(refuseMessage("я".repeat(longestMessage + 1))).toBe(
      "message_too_long",
    );
  });

  it("counts a character outside the basic plane once", () => {
    expect(refuseMessage("🚗".repeat(2_000))).toBeNull();
    expect(refuseMessage("🚗".repeat(2_001))).toBe("message_too_long");
  });
});
