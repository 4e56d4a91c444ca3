/**
 * The beginning of a command that runs an interpreter of Python at addresses that are the same each time, another arrangement for each of few seeds: what is
 * hashed by its address then has the same place in a set. `guests` is the folder of our programs as the command sees it.
 */
export function atAddresses(interpreter: string, guests: string, seed: number): readonly string[] {
  return [interpreter, "-ISE", `${guests}/diorama_addresses.py`, String(seed), interpreter];
}
