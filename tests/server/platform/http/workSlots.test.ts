import { describe, expect, it } from "vitest";
import { createWorkSlots } from "../../../../server/platform/http/workSlots";

describe("the slots of heavy work", () => {
  it("let others work while two accounts hold all they can", () => {
    const slots = createWorkSlots({ most: 8, mostOfHolder: 2 });
    for (const userId of ["1", "2"]) {
      slots.take(userId);
      slots.take(userId);
      expect(() => slots.take(userId)).toThrow("unavailable");
    }
    for (const userId of ["3", "4", "5", "6"]) {
      slots.take(userId);
      expect(() => slots.take(userId)).toThrow("unavailable");
    }
    expect(() => slots.take("7")).toThrow("unavailable");
  });

  it("give a slot back once, however often it is returned", () => {
    const slots = createWorkSlots({ most: 8, mostOfHolder: 2 });
    const release = slots.take("1");
    slots.take("1");
    release();
    release();
    slots.take("1");
    expect(() => slots.take("1")).toThrow("unavailable");
  });
});
