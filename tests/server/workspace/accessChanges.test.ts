import { describe, expect, it } from "vitest";
import type { Access } from "../../../domain/access";
import type { Resource, RowSchema } from "../../../domain/resource";
import { widenedAccess } from "../../../server/workspace/checks/accessChanges";

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
  columns: [{ id: "price", fields: ["price"] }],
};
const car = (access?: Access): RowSchema => ({
  $id: "car",
  properties: { price: access ? { "x-access": access } : {} },
});

const widened = (
  before: Partial<Resource>,
  after: Partial<Resource>,
  rows: [RowSchema, RowSchema] = [car(), car()],
) =>
  widenedAccess(
    { resources: [{ ...cars, ...before }], rows: [rows[0]] },
    { resources: [{ ...cars, ...after }], rows: [rows[1]] },
  ).map(({ file, pointer, roles }) => `${file} ${pointer}: ${roles.join()}`);

const managers: Access = { userTypes: ["manager"] };

describe("widened access", () => {
  it("is found if the rule of a list is removed", () => {
    const [change = ""] = widened({ access: managers }, {});
    expect(change).toMatch(/^resources\/cars\.json : .*client/);
    expect(widened({}, { access: managers })).toEqual([]);
  });

  it("is found if a rule names one flag fewer", () => {
    const before: Access = { flags: ["bikeView", "shareCar"] };
    const after: Access = { flags: ["bikeView"] };
    expect(widened({ access: before }, { access: after })).toHaveLength(1);
    expect(widened({ access: after }, { access: before })).toEqual([]);
  });

  it("follows a column that moved", () => {
    const id = "price";
    const other = { id: "name", fields: ["name"] };
    const before = { columns: [{ id, fields: [id], access: managers }, other] };
    const after = { columns: [other, { id, fields: [id] }] };
    expect(widened(before, after)).toEqual([
      expect.stringMatching(/^resources\/cars\.json \/columns\/1: /),
    ]);
  });

  it("is found in a field of a row", () => {
    expect(widened({}, {}, [car(managers), car()])).toEqual([
      expect.stringMatching(
        /^schemas\/car\.json \/properties\/price: .*client/,
      ),
    ]);
  });

  it("does not include new parts", () => {
    const columns = [...cars.columns, { id: "new", fields: ["price"] }];
    expect(widened({}, { columns })).toEqual([]);
  });
});
