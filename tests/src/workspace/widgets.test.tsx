import { CoreAdminContext } from "ra-core";
import { useState } from "react";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { Field } from "../../../domain/resource";
import {
  widgetFor,
  type WidgetValue,
} from "../../../src/workspace/registry/widgets";
import "../../../src/workspace/standard";
import { InEnglish } from "../providers/inEnglish";

/** The widget for a field in a form; what it has been changed to. */
function fill(field: Field, first: WidgetValue = null) {
  const changes: WidgetValue[] = [];
  const Widget = widgetFor(field);
  const Form = () => {
    const [value, setValue] = useState(first);
    return (
      <Widget
        field={field}
        label="The field"
        value={value}
        onChange={(next) => {
          changes.push(next);
          setValue(next);
        }}
      />
    );
  };
  render(
    <CoreAdminContext>
      <InEnglish>
        <Form />
      </InEnglish>
    </CoreAdminContext>,
  );
  return { changes, user: userEvent.setup() };
}

const field = () => screen.getByLabelText("The field");

describe("a number in a form", () => {
  it("is whole where its field is, with thousands apart from its unit on", async () => {
    const { changes, user } = fill({ type: "integer", "x-unit": "km" });
    await user.type(field(), "12x500.");
    expect(field()).toHaveValue("12\u202f500");
    expect(changes.at(-1)).toBe(12_500);
    await user.clear(field());
    expect(changes.at(-1)).toBeNull();
  });

  it("may have a fraction, typed by a point or a comma", async () => {
    const { changes, user } = fill({ type: ["number", "null"], minimum: 0 });
    await user.type(field(), "-2,55");
    expect(field()).toHaveValue("2.55");
    expect(changes.at(-1)).toBe(2.55);
  });

  it("may be below zero where the field does not forbid it", async () => {
    const { changes, user } = fill({ type: "number" });
    await user.type(field(), "-0.5");
    expect(changes.at(-1)).toBe(-0.5);
  });
});

describe("a time in a form", () => {
  it("is a day for a date", async () => {
    const { changes, user } = fill({ type: "string", format: "date" });
    await user.type(field(), "2026-11-20");
    expect(changes.at(-1)).toBe("2026-11-20");
  });

  it("is entered in Japan's time, and says so", async () => {
    const moment = { type: "string", format: "date-time" };
    const { changes, user } = fill(moment, "2026-11-20T01:44:00Z");
    expect(field()).toHaveValue("2026-11-20T10:44");
    expect(field()).toHaveAccessibleDescription("Japan time");
    await user.clear(field());
    expect(changes.at(-1)).toBeNull();
    await user.type(field(), "2026-11-21T09:05");
    expect(changes.at(-1)).toBe("2026-11-21T09:05:00+09:00");
  });
});

describe("a list in a form", () => {
  const list: Field = { type: "array", items: { type: "string" }, maxItems: 2 };

  it("takes entries by the button and by Enter, each once, up to its most", async () => {
    const { changes, user } = fill(list);
    const entry = screen.getByLabelText("The field: another entry");
    const add = screen.getByRole("button", { name: "Add" });
    await user.type(entry, " Sunroof ");
    await user.click(add);
    await user.type(entry, "Sunroof");
    expect(add).toBeDisabled();
    await user.clear(entry);
    await user.type(entry, "Radio{Enter}");
    expect(changes).toEqual([["Sunroof"], ["Sunroof", "Radio"]]);
    expect(entry).toBeDisabled();
  });

  it("gives entries back one by one, and is empty without any", async () => {
    const { changes, user } = fill(list, ["Sunroof", "Radio"]);
    await user.click(screen.getByRole("button", { name: "Remove: Sunroof" }));
    await user.click(screen.getByRole("button", { name: "Remove: Radio" }));
    expect(changes).toEqual([["Radio"], null]);
  });

  it("is checked off where its schema knows every entry, in its order", async () => {
    const items = { type: "string", enum: ["sunRoof", "radio"] };
    const { changes, user } = fill({ type: "array", items });
    await user.click(screen.getByRole("checkbox", { name: "Radio" }));
    await user.click(screen.getByRole("checkbox", { name: "Sun roof" }));
    await user.click(screen.getByRole("checkbox", { name: "Radio" }));
    expect(changes).toEqual([["radio"], ["sunRoof", "radio"], ["sunRoof"]]);
  });
});

describe("a choice in a form", () => {
  it("has the type that the schema gives it", async () => {
    const seats = { type: ["integer", "null"], enum: [2, 5, null] };
    const { changes, user } = fill(seats);
    await user.selectOptions(field(), "5");
    expect(changes).toEqual([5]);
  });
});
