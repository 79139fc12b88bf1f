import { render } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { FactList } from "../../../src/ui/FactList";

it("keeps two facts with the same label apart", () => {
  const complaints = vi.spyOn(console, "error").mockImplementation(() => {});
  const facts = ["1", "2"].map((value) => ({ label: "Price", value }));
  render(<FactList layout="rows" facts={facts} />);
  // React reports elements of the same key.
  expect(complaints).not.toHaveBeenCalled();
  complaints.mockRestore();
});
