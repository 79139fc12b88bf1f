// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Toned } from "../../../../src/workspace/cells/ToneCell";
import badges from "../../../../src/ui/Badge.module.css";

const field = {
  enum: ["open", "closed", "moved"],
  "x-tones": { open: "green", closed: "grey" },
} as const;

it("shows a choice by its text in the declared colour", () => {
  render(<Toned field={field} value="open" text="Open" />);
  expect(screen.getByText("Open").classList).toContain(badges.green);
});

it("shows a choice without a colour as plain text", () => {
  render(<Toned field={field} value="moved" text="Moved" />);
  expect(screen.getByText("Moved").classList).toHaveLength(0);
});
