/** The file and the name behind it in a test's id (`FRAMEWORK:FILE::NAME`), each empty where it is not there. */
export function splitTestId(id: string): { readonly path: string; readonly name: string } {
  const [path = "", name = ""] = id.replace(/^[a-z]+:(?!:)/u, "").split("::");
  return { path, name };
}
