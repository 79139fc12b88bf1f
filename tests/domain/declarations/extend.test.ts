import { describe, expect, it } from "vitest";
import {
  withInherited,
  withoutInherited,
} from "../../../domain/declarations/extend";

const base = {
  name: "bids",
  route: "/bids",
  access: { roles: ["manager"] },
  row: "bid",
  sorts: [{ id: "price", field: "price" }],
};
const extending = { name: "mine", extends: "bids", route: "/mine" };
const find = (name: string) => (name === "bids" ? base : undefined);

describe("a declaration that extends another one", () => {
  it("takes over what is shown, and neither addresses nor access", () => {
    expect(withInherited(extending, find)).toEqual({
      ...extending,
      row: "bid",
      sorts: base.sorts,
    });
  });

  it("replaces a key as a whole", () => {
    const own = { ...extending, sorts: [] };
    expect(withInherited(own, find)).toMatchObject({ sorts: [] });
  });

  it("is written again as it was", () => {
    const own = { ...extending, sorts: [] };
    for (const written of [extending, own])
      expect(withoutInherited(withInherited(written, find), find)).toEqual(
        written,
      );
  });

  it("is left alone if the other one extends a third, or does not exist", () => {
    const chain = { ...extending, extends: "mine" };
    expect(withInherited(chain, () => extending)).toEqual(chain);
    expect(withInherited(chain, () => undefined)).toEqual(chain);
  });
});
