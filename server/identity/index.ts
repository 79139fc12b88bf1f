export { accessTokenOf } from "./cookies";
export { createUser, hasUsers, type NewUser } from "./createUser";
export { demoPassword, isPassword } from "./passwords";
export { browsingPermissions, managerPermissions } from "./permissions";
export { AdministratorRefused, saveAdministrator } from "./saveAdministrator";
export { registerIdentity } from "./routes";
export { createSessions } from "./sessions";
export { viewProfile } from "./profile";
