import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Resource } from "../../../../domain/resource";
import { fakeServer } from "../../providers/fakeServer";
import { ports } from "../ports";
import { kobe, portsReply, renderPorts } from "../renderPorts";

const list: Resource = {
  ...ports,
  summary: ["depth"],
  calls: { list: { ...ports.calls.list, totals: "sums" } },
};

it.each(["desk", "phone"] as const)(
  "shows the totals of the reply above the rows, with units: %s",
  async (size) => {
    fakeServer(() => ({
      body: portsReply([kobe], { sums: { depth: 12_345 } }),
    }));
    renderPorts(list, { size });
    await screen.findByText(/^12.345 m$/);
    const strip = screen.getByLabelText("Totals");
    expect(within(strip).getByText("Depth")).toBeInTheDocument();
  },
);

it("is left out if the reply has no totals", async () => {
  fakeServer(() => ({ body: portsReply([kobe]) }));
  renderPorts(list);
  await screen.findByText("Kobe");
  expect(screen.queryByLabelText("Totals")).not.toBeInTheDocument();
});
