export { createUser, type NewUser } from "./createUser";
export { registerIdentity, type Shown } from "./routes";
export { accessTokenOf } from "./cookies";
export { createSessions, type Sessions } from "./sessions";
export { viewProfile } from "./viewProfile";
