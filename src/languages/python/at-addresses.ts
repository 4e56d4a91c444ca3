/**
 * The beginning of a command that runs an interpreter of Python: with seed 0 at the addresses that the sandbox gives it, else at others. What hashes by them (classes,
 * None before 3.12) then has another place in sets. `guests` is the folder of our programs as the command sees it.
 */
export function atAddresses(interpreter: string, guests: string, seed: number): readonly string[] {
  const elsewhere = [interpreter, "-ISE", `${guests}/diorama_addresses.py`];
  return seed === 0 ? [interpreter] : [...elsewhere, interpreter];
}
