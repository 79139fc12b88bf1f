import { useState } from "react";

/** Returns whether a value has changed since its first known value. */
export function useHasChanged(value: number | undefined): boolean {
  const [last, setLast] = useState({ value, isChanged: false });
  if (value !== undefined && value !== last.value)
    setLast({ value, isChanged: last.value !== undefined });
  return last.isChanged;
}
