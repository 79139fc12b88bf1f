import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { RowSchema } from "../../../domain/resource";
import type { Declaration } from "../../../src/workshop/document/draft";
import { renderForm } from "./renderForm";

const files = import.meta.glob<Declaration>("../../../resources/*.json", {
  eager: true,
  import: "default",
});

const row = { properties: {} } as RowSchema;

// Closed parts are not drawn, because jsdom draws forms slowly.
it.each(Object.values(files).map((list) => [String(list.name), list] as const))(
  "changes one value of %s in the form and nothing else",
  (_name, published) => {
    const seen = renderForm({ published, row, open: [] });
    fireEvent.click(screen.getByLabelText("Mark opened rows"));
    const visited = published.visited !== true;
    expect(JSON.stringify(seen().declaration)).toBe(
      JSON.stringify({ ...published, visited }),
    );
  },
);
