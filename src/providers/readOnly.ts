let isOn = false;

/**
 * Makes this page refuse everything that changes data: calls, except those marked
 * `isRead`, and values in the browser's storage. Returns a function that ends this.
 */
export function refuseChanges(): () => void {
  isOn = true;
  return () => {
    isOn = false;
  };
}

/** Whether this page only shows data, as the preview of the workshop does. */
export const isReadOnly = (): boolean => isOn;
