import { render, screen } from "@testing-library/react";
import { useLayoutEffect } from "react";
import { describe, expect, it } from "vitest";
import { useShortcuts } from "../../../../src/workspace/actions/useShortcuts";
import {
  listKey,
  useListKey,
} from "../../../../src/workspace/listing/useListKey";

/** Presses a key in the moment in which the rows are drawn, before anything else runs. */
function PressNow({ value }: { value: string }) {
  useLayoutEffect(() => {
    const event = { key: value, bubbles: true, cancelable: true };
    document.body.dispatchEvent(new KeyboardEvent("keydown", event));
  }, [value]);
  return null;
}

function Row() {
  useListKey();
  return (
    <main>
      <a href="/ports/1" data-row-link>
        Riga
      </a>
    </main>
  );
}

function Shortcuts({ onHelp }: { onHelp: () => void }) {
  useShortcuts({
    actions: [],
    targets: () => [],
    onStart: () => undefined,
    onUndo: () => undefined,
    onHelp,
    onPaste: () => false,
    onSelect: () => false,
    onEscape: () => false,
  });
  return null;
}

describe("the keys of a list", () => {
  it("move to its rows from the moment in which the rows are drawn", () => {
    render(
      <>
        <Row />
        <PressNow value={listKey} />
      </>,
    );
    expect(screen.getByRole("link", { name: "Riga" })).toHaveFocus();
  });

  it("start actions from the moment in which the rows are drawn", () => {
    let shown = "";
    const list = (text: string) => (
      <>
        <Shortcuts
          onHelp={() => {
            shown = text;
          }}
        />
        <PressNow key={text} value="?" />
      </>
    );
    const { rerender } = render(list("first"));
    expect(shown).toBe("first");
    rerender(list("second"));
    expect(shown, "the handlers are those of the drawn rows").toBe("second");
  });
});
