import { fileURLToPath } from "node:url";

import { asHostPath, asSandboxPath } from "../../base/index.ts";
import { readable } from "../machine.ts";

/** Folder with the guest programs of Rust. */
export const RUST_GUESTS = asHostPath(fileURLToPath(new URL("../../languages/rust/guest", import.meta.url)));

/** Where jobs see them. */
export const SCRIPTS = asSandboxPath("/diorama/scripts");

/** The mount by which jobs see them. */
export const scripts = readable(RUST_GUESTS, SCRIPTS);
