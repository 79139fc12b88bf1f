import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// Two shared cores make every wait longer.
configure({ asyncUtilTimeout: 10_000 });

afterEach(() => {
  cleanup();
});
