import { preloadable } from "./preloadable";

/** The two halves of the program: before and after the login. */
export const [LoginPage, preloadLogin] = preloadable(
  () => import("../identity/LoginPage"),
);
export const [SignedIn, preloadSignedIn] = preloadable(
  () => import("./SignedIn"),
);
