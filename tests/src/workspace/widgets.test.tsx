import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { CoreAdminContext } from "ra-core";
import { useState } from "react";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Field } from "../../../domain/resource";
import type { WidgetValue } from "../../../src/workspace/registry/areaModule";
import { widgetFor } from "../../../src/workspace/widgets/widgetFor";
import { InEnglish } from "../providers/inEnglish";
import { addTokens, screenIs } from "./renderList";

beforeAll(() => import("../../../src/ui/DayCalendar"));
beforeEach(() => {
  screenIs("desk");
  addTokens();
});

/** Renders the widget of a field and collects its changes. */
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
  it("accepts only digits for an integer and groups thousands of a unit", async () => {
    const { changes, user } = fill({ type: "integer", "x-unit": "km" });
    await user.type(field(), "12x500.");
    expect(field()).toHaveValue("12\u202f500");
    expect(changes.at(-1)).toBe(12_500);
    await user.clear(field());
    expect(changes.at(-1)).toBeNull();
  });

  it("takes more digits than its field allows, so that the form can refuse them", async () => {
    const { changes, user } = fill({ type: "integer", maximum: 999_999_999 });
    await user.type(field(), "1234567890");
    expect(changes.at(-1)).toBe(1_234_567_890);
  });

  it("takes ten digits and more of an amount in yen", async () => {
    const { changes, user } = fill({ type: "integer", "x-unit": "yen" });
    await user.type(field(), "1234567890");
    expect(field()).toHaveValue("1\u202f234\u202f567\u202f890");
    expect(changes.at(-1)).toBe(1_234_567_890);
  });

  it("accepts a fraction with a point or a comma", async () => {
    const { changes, user } = fill({ type: ["number", "null"], minimum: 0 });
    await user.type(field(), "-2,55");
    expect(field()).toHaveValue("2.55");
    expect(changes.at(-1)).toBe(2.55);
  });

  it("accepts negative numbers unless the minimum forbids them", async () => {
    const { changes, user } = fill({ type: "number" });
    await user.type(field(), "-0.5");
    expect(changes.at(-1)).toBe(-0.5);
  });
});

describe("a time in a form", () => {
  it("is a day that is written for the reader, or an unfinished text", async () => {
    const { changes, user } = fill({ type: "string", format: "date" });
    await user.type(field(), "2011");
    expect(field()).toHaveValue("20/11");
    expect(changes.at(-1)).toBe("20/11");
    await user.type(field(), "2026");
    expect(changes.at(-1)).toBe("2026-11-20");
    await user.clear(field());
    expect(changes.at(-1)).toBeNull();
    await user.click(field());
    await user.paste("2026-11-21");
    expect(changes.at(-1)).toBe("2026-11-21");
    await user.tab();
    expect(field()).toHaveValue("21/11/2026");
  });

  it("is chosen in a calendar that begins on Monday", async () => {
    const day = { type: "string", format: "date" };
    const { changes, user } = fill(day, "2026-11-20");
    await user.type(field(), "{Alt>}{ArrowDown}{/Alt}");
    const calendar = await screen.findByRole("dialog", { name: "The field" });
    const [first] = within(calendar).getAllByRole("columnheader");
    expect(first).toHaveAccessibleName("Monday");
    await user.keyboard("{ArrowDown}{Enter}");
    expect(changes).toEqual(["2026-11-27"]);
    expect(calendar).not.toBeInTheDocument();
  });

  it("is entered in Japan time, with a hint", async () => {
    const moment = { type: "string", format: "date-time" };
    const { changes, user } = fill(moment, "2026-11-20T01:44:00Z");
    const time = screen.getByLabelText("The field: time");
    expect(field()).toHaveValue("20/11/2026");
    expect(time).toHaveValue("10:44");
    expect(field()).toHaveAccessibleDescription("Japan time");
    await user.clear(field());
    await user.clear(time);
    expect(changes.at(-1)).toBeNull();
    await user.type(field(), "21112026");
    expect(changes.at(-1)).toBe("2026-11-21T00:00:00+09:00");
    await user.clear(time);
    await user.type(time, "0905");
    expect(changes.at(-1)).toBe("2026-11-21T09:05:00+09:00");
  });
});

describe("a list in a form", () => {
  const list: Field = { type: "array", items: { type: "string" }, maxItems: 2 };

  it("adds each entry once, by button or Enter, up to the maximum", async () => {
    const { changes, user } = fill(list);
    const entry = screen.getByLabelText("The field: new entry");
    const add = screen.getByRole("button", { name: "Add" });
    await user.type(entry, " Sunroof ");
    await user.click(add);
    await user.type(entry, "Sunroof");
    expect(add).toBeDisabled();
    await user.clear(entry);
    await user.type(entry, "Radio{Enter}");
    expect(changes.at(-1)).toEqual(["Sunroof", "Radio"]);
    expect(entry).toBeDisabled();
  });

  it("has the typed text in its value before it is added", async () => {
    const { changes, user } = fill(list, ["Sunroof"]);
    const entry = screen.getByLabelText("The field: new entry");
    await user.type(entry, "Radio");
    expect(changes.at(-1)).toEqual(["Sunroof", "Radio"]);
    expect(screen.queryByText("Radio")).not.toBeInTheDocument();
    await user.clear(entry);
    await user.type(entry, "Sunroof");
    expect(changes.at(-1)).toEqual(["Sunroof"]);
    expect(screen.getByText("Sunroof")).toBeVisible();
  });

  it("removes entries, and is null without entries", async () => {
    const { changes, user } = fill(list, ["Sunroof", "Radio"]);
    await user.click(screen.getByRole("button", { name: "Remove: Sunroof" }));
    await user.click(screen.getByRole("button", { name: "Remove: Radio" }));
    expect(changes).toEqual([["Radio"], null]);
  });

  it("shows checkboxes in the order of the enum", async () => {
    const items = { type: "string", enum: ["sunRoof", "radio"] };
    const { changes, user } = fill({ type: "array", items });
    await user.click(screen.getByRole("checkbox", { name: "Radio" }));
    await user.click(screen.getByRole("checkbox", { name: "Sun roof" }));
    await user.click(screen.getByRole("checkbox", { name: "Radio" }));
    expect(changes).toEqual([["radio"], ["sunRoof", "radio"], ["sunRoof"]]);
  });
});

describe("a choice in a form", () => {
  it("returns a value of the type of the enum", async () => {
    const seats = { type: ["integer", "null"], enum: [2, 5, null] };
    const { changes, user } = fill(seats);
    await user.selectOptions(field(), "5");
    expect(changes).toEqual([5]);
  });
});
