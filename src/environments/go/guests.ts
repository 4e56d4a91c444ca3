import { fileURLToPath } from "node:url";

import { asHostPath, asSandboxPath } from "../../base/index.ts";
import { readable } from "../machine.ts";

/** Folder with the guest programs of Go. */
export const GO_GUESTS = asHostPath(fileURLToPath(new URL("../../languages/go/guest", import.meta.url)));

/** Where jobs see them. */
export const SCRIPTS = asSandboxPath("/diorama/scripts");

/** The mount by which jobs see them. */
export const scripts = readable(GO_GUESTS, SCRIPTS);
