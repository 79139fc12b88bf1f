/** The two halves of the program: before the sign-in and after it. */
export const loadLoginPage = () => import("../identity/LoginPage");
export const loadSignedIn = () => import("./SignedIn");
