import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// What comes later comes slowly where two cores are shared.
configure({ asyncUtilTimeout: 10_000 });

afterEach(() => {
  cleanup();
});
