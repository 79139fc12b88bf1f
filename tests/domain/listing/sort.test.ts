import { describe, expect, it } from "vitest";
import { nextSort, readSort } from "../../../domain/listing/state";
import { resource } from "../support/declared";

describe("the sort of a list", () => {
  it("goes from ascending to descending to none", () => {
    const first = nextSort(null, "year");
    expect(first).toEqual({ id: "year", order: "ASC" });
    const second = nextSort(first, "year");
    expect(second).toEqual({ id: "year", order: "DESC" });
    expect(nextSort(second, "year")).toBeNull();
  });

  it("begins ascending when another is chosen", () => {
    const current = { id: "year", order: "DESC" } as const;
    expect(nextSort(current, "mileage")).toEqual({
      id: "mileage",
      order: "ASC",
    });
  });

  it("takes any case of an order, and only declared sorts", () => {
    expect(readSort(resource, "year", "desc")?.order).toBe("DESC");
    expect(readSort(resource, "year", null)?.order).toBe("ASC");
    expect(readSort(resource, "year", "up")).toBeNull();
    expect(readSort(resource, "id", "ASC")).toBeNull();
    expect(readSort(resource, null, "ASC")).toBeNull();
  });
});
