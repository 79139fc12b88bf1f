import { useState } from "react";

/** Whether a value has changed since its first known value. */
export function useIsChanged(value: number | undefined): boolean {
  const [last, setLast] = useState({ value, isChanged: false });
  if (value !== undefined && value !== last.value)
    setLast({ value, isChanged: last.value !== undefined });
  return last.isChanged;
}
