import type {
  FileNames,
  ImportedSymbol,
  NamePlace,
  Rewriting,
  StructuredFile,
} from "../../languages/index.ts";
import type { ByteSpan } from "../../spec/index.ts";

/** Names that other files may take out of this one although nothing here uses them. */
export type IsTakenElsewhere = (local: string) => boolean;

/**
 * Imports of a file that are used within some stretches of it and nowhere else, so that they go with them. Those that bring nothing by name (`*`, whole
 * headers), bind a name that something else binds as well, or stand in a stretch themselves are not among them.
 */
export function importsUsedOnlyIn(
  { naming }: Pick<Rewriting, "naming">,
  file: StructuredFile,
  spans: readonly ByteSpan[],
  isTakenElsewhere: IsTakenElsewhere = () => false,
): readonly ImportedSymbol[] {
  const names = naming.names(file.path, file.text);
  if (names === undefined) return [];
  const uses = usesByName(names);
  return file.structure.imports.filter((symbol) => {
    if (symbol.local === undefined || isWithin(symbol.span, spans) || isTakenElsewhere(symbol.local))
      return false;
    const places = (uses.get(symbol.local) ?? []).filter(({ span }) => !isWithin(span, [symbol.span]));
    return places.length > 0 && places.every(({ span }) => isWithin(span, spans));
  });
}

/** What can mean a name that the file itself binds. */
function usesByName({ places }: FileNames): ReadonlyMap<string, readonly NamePlace[]> {
  const isUse = ({ role, binding }: NamePlace): boolean =>
    role === "exported" || (role === "variable" && binding === 0);
  return Map.groupBy(places.filter(isUse), ({ name }) => name);
}

function isWithin({ start, end }: ByteSpan, spans: readonly ByteSpan[]): boolean {
  return spans.some((span) => span.start <= start && end <= span.end);
}
