/** `facts` was the name of the key-value table. */
export const appState = [`alter table facts rename to app_state`];
