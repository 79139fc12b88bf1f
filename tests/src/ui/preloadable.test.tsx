import { render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { expect, it, vi } from "vitest";
import { preloadable } from "../../../src/ui/preloadable";

const page = () => Promise.resolve({ default: () => <p>The page</p> });

it("renders without a fallback once it is preloaded", async () => {
  const [Page, preload] = preloadable(page);
  await preload();
  const Fallback = vi.fn(() => null);
  render(
    <Suspense fallback={<Fallback />}>
      <Page />
    </Suspense>,
  );
  expect(screen.getByText("The page")).toBeVisible();
  expect(Fallback).not.toHaveBeenCalled();
});

it("loads itself when it was not preloaded", async () => {
  const [Page] = preloadable(page);
  render(
    <Suspense fallback={<p>Loading</p>}>
      <Page />
    </Suspense>,
  );
  expect(screen.getByText("Loading")).toBeVisible();
  expect(await screen.findByText("The page")).toBeVisible();
});
