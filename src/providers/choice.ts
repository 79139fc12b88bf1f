import type { Option } from "../../generated/schemas";

/** A choice of a filter; not every server counts what it would show. */
export type Choice = Omit<Option, "counter"> & { counter?: number };
