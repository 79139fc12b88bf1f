import { useState } from "react";

/** Whether a value is another one than when it was first known. */
export function useIsChanged(value: number | undefined): boolean {
  const [last, setLast] = useState({ value, isChanged: false });
  if (value !== undefined && value !== last.value)
    setLast({ value, isChanged: last.value !== undefined });
  return last.isChanged;
}
