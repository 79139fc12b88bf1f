import { describe, expect, it } from "vitest";
import type { Access } from "../../../domain/access";
import type { Resource, RowSchema } from "../../../domain/resource";
import {
  fieldChanges,
  listChanges,
} from "../../../server/workspace/checks/accessChanges";
import { runAtOnce } from "../../../server/platform/steps";

const cars: Resource = {
  name: "cars",
  route: "/cars",
  row: "car",
  key: "id",
  table: "simple",
  views: ["default"],
  sorts: [],
  filters: [],
  calls: { list: { path: "/lists/cars", rows: "rows", total: "total" } },
  columns: [{ id: "name", fields: ["name"] }],
};
const car = (access?: Access): RowSchema => ({
  $id: "car",
  properties: { id: {}, name: {}, price: access ? { "x-access": access } : {} },
});

const price = { id: "price", fields: ["price"] };
const managers: Access = { userTypes: ["manager"] };

/** Returns the widened parts of each role that has any. */
const widened = (
  before: Partial<Resource>,
  after: Partial<Resource>,
  [oldRow, newRow]: [RowSchema, RowSchema] = [car(), car()],
) =>
  Object.fromEntries(
    runAtOnce(
      listChanges(
        { resource: { ...cars, ...before }, row: oldRow },
        { resource: { ...cars, ...after }, row: newRow },
      ),
    )
      .filter((change) => change.widened.length > 0)
      .map((change) => [change.role, change.widened]),
  );

describe("widened access", () => {
  it("is found if the rule of a list is removed", () => {
    const parts = widened({ access: managers }, {});
    expect(Object.keys(parts)).toEqual(["client", "dealer", "unknown"]);
    expect(parts.client).toContain("/columns/name");
    expect(widened({}, { access: managers })).toEqual({});
  });

  it("is found if a fixed condition limits fewer viewers", () => {
    const mine = { field: "name", in: ["@role"] };
    const before = { where: { any: [mine, { viewer: managers }] } };
    expect(widened(before, {})).toEqual({
      client: ["/where"],
      dealer: ["/where"],
      unknown: ["/where"],
    });
    expect(widened({ where: mine }, before)).toEqual({
      manager: ["/where"],
      admin: ["/where"],
    });
    expect(widened(before, { where: [mine] })).toEqual({});
  });

  it("is found if a rule names one flag fewer", () => {
    const before: Access = { flags: ["bikeView", "shareCar"] };
    const after: Access = { flags: ["bikeView"] };
    expect(widened({ access: before }, { access: after })).toHaveProperty(
      "client",
    );
    expect(widened({ access: after }, { access: before })).toEqual({});
  });

  it("is found if a rule allows one user level more", () => {
    const before: Access = { userLevels: ["vip"] };
    const after: Access = { userLevels: ["vip", "guest"] };
    expect(widened({ access: before }, { access: after })).toHaveProperty(
      "client",
    );
    expect(widened({ access: after }, { access: before })).toEqual({});
  });

  it("follows a column that moved", () => {
    const before = {
      columns: [{ ...price, access: managers }, ...cars.columns],
    };
    const after = { columns: [...cars.columns, price] };
    expect(widened(before, after).client).toEqual([
      "/columns/price",
      "/fields/price",
    ]);
  });

  it("is found if a hidden field is shown by a column with another name", () => {
    const before = {
      columns: [...cars.columns, { ...price, access: managers }],
    };
    const after = { columns: [...cars.columns, { ...price, id: "cost" }] };
    expect(widened(before, after).client).toEqual(["/fields/price"]);
  });

  it("does not include new parts", () => {
    expect(widened({}, { columns: [...cars.columns, price] })).toEqual({});
  });

  it("is found in a field of a row that no list shows", () => {
    const changes = runAtOnce(fieldChanges(car(managers), car()));
    expect(changes.map(({ role, widened }) => [role, widened])).toEqual([
      ["client", ["/properties/price"]],
      ["dealer", ["/properties/price"]],
      ["manager", []],
      ["admin", []],
      ["unknown", ["/properties/price"]],
    ]);
    expect(
      runAtOnce(fieldChanges(car(), car(managers))).flatMap(
        ({ widened }) => widened,
      ),
    ).toEqual([]);
  });
});
