import { beforeAll, describe, expect, it } from "vitest";
import type { RowSchema } from "../../../domain/resource";
import { signIn } from "../../support/app";
import { declaredCopy } from "../../support/declaredCopy";
import {
  carLot,
  catalogApp,
  rowsOf,
  valuesOf,
  type CatalogApp,
} from "./support/catalogApp";

describe("a field that exists in schema and declaration only", () => {
  const copy = declaredCopy();
  let test: CatalogApp;

  const reload = () => test.context.declarations.reload();

  /** Edits the lot schema of the running program. */
  function editSchema(properties: RowSchema["properties"]): void {
    copy.editRow("lot", (row) => {
      Object.assign(row.properties, properties);
    });
  }

  /** Adds these fields to the columns, filters and sorts of the car list. */
  function declare(fields: string[]): void {
    copy.editResource("car-auction", ({ columns, filters, sorts }) => {
      columns.push({ id: "extra", fields });
      filters.push(...fields.map((field) => ({ field })));
      sorts.push(...fields.map((field) => ({ id: field, field })));
    });
  }

  beforeAll(async () => {
    const lots = [
      carLot("1", { owners: 1, tyres: "summer", marks: ["A1", "U2"] }),
      carLot("2", { owners: 3, tyres: "winter", marks: ["A1"] }),
      carLot("3"),
    ];
    test = await catalogApp(lots, copy);
    editSchema({
      owners: { type: ["integer", "null"] },
      tyres: { type: ["string", "null"], enum: ["summer", "winter", null] },
      marks: { type: ["array", "null"], items: { type: "string" } },
    });
    declare(["owners", "tyres", "marks"]);
    await reload();
  });

  it("is returned in its type and is null for lots without it", async () => {
    const answer = await test.get("/auction/listing");
    expect(
      rowsOf(answer).map(({ owners, tyres, marks }) => [owners, tyres, marks]),
    ).toEqual([
      [1, "summer", ["A1", "U2"]],
      [3, "winter", ["A1"]],
      [null, null, null],
    ]);
  });

  it("has facets by its type: choices, entries of a list, bounds", async () => {
    const { body } = await test.get("/auction/filters");
    expect(body.owners).toEqual({ min: 1, max: 3, step: 1 });
    expect(body.tyres).toEqual([
      { value: "summer", label: "summer", counter: 1 },
      { value: "winter", label: "winter", counter: 1 },
    ]);
    expect(body.marks).toEqual([
      { value: "A1", label: "A1", counter: 2 },
      { value: "U2", label: "U2", counter: 1 },
    ]);
  });

  it("can be filtered and sorted by", async () => {
    const winter = await test.get("/auction/listing?tyres=winter&owners=2,");
    expect(valuesOf(winter, "lotNo")).toEqual(["12"]);
    const sorted = await test.get("/auction/listing?sort=owners&order=DESC");
    expect(valuesOf(sorted, "owners")).toEqual([3, 1, null]);
  });

  it("is missing in every reply for a viewer without its permission", async () => {
    editSchema({
      owners: { type: "integer", "x-access": { roles: ["manager"] } },
    });
    await reload();
    const answer = await test.get("/auction/listing");
    expect(rowsOf(answer)[0]).not.toHaveProperty("owners");
    const { body } = await test.get("/auction/filters");
    expect(body).not.toHaveProperty("owners");
    for (const query of ["owners=1,", "sort=owners"])
      expect((await test.get(`/auction/listing?${query}`)).status).toBe(400);
  });

  it("gives no access to a list that the viewer may not see", async () => {
    await test.context.database.kysely
      .updateTable("users")
      .set({ permissions: JSON.stringify({ biddingAllowed: true }) })
      .where("email_key", "=", "restricted@seriba.test")
      .execute();
    const { cookies } = await signIn(test, "restricted");
    const id = await test.idOf("1");
    for (const call of ["listing", "filters", "maker", `detail?id=${id}`]) {
      const url = `/api/auction/${call}`;
      const { statusCode } = await test.call({ url, cookies });
      expect({ url, statusCode }).toEqual({ url, statusCode: 403 });
    }
  });
});
