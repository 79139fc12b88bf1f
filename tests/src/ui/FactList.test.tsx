import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { FactList } from "../../../src/ui/FactList";

it("keeps two facts with the same label apart", () => {
  const facts = (values: readonly string[]) =>
    values.map((value) => ({ label: "Price", value }));
  const view = render(
    <FactList layout="rows" facts={facts(["1", "2", "3"])} />,
  );
  view.rerender(<FactList layout="rows" facts={facts(["2", "3"])} />);
  const shown = screen.getAllByRole("definition");
  expect(shown.map(({ textContent }) => textContent)).toEqual(["2", "3"]);
});
