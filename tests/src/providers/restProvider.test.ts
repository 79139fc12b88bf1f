import { expect, it } from "vitest";
import { workshopProvider } from "../../../src/providers/restProvider";
import { fakeServer } from "./fakeServer";

it("sends updates as PUT and deletions as DELETE", async () => {
  const bodies: unknown[] = [];
  const calls = fakeServer(({ body }) => {
    bodies.push(body);
    return { body: { id: "lot" } };
  });
  const previousData = { id: "lot" };
  await workshopProvider.update("drafts", {
    id: "lot",
    data: { title: "Lots" },
    previousData,
  });
  await workshopProvider.delete("drafts", { id: "lot", previousData });
  expect(calls).toEqual([
    "PUT /api/workspace/drafts/lot",
    "DELETE /api/workspace/drafts/lot",
  ]);
  expect(bodies[0]).toEqual({ title: "Lots" });
});
