export { accessTokenOf } from "./cookies";
export { createUser, type NewUser } from "./createUser";
export { registerIdentity } from "./routes";
export { createSessions } from "./sessions";
export { viewProfile } from "./viewProfile";
