import { RenameStop, type CodePlace } from "../../../languages/index.ts";
import { isType, ownName, placeOf, type Declared, type NamedFiles } from "./named-files.ts";

/** A member with everything that it overrides or implements, and that does so to it, in the repository. Others of its name, which take other arguments, are none of it. */
export function familyOf(files: NamedFiles, member: Declared): readonly Declared[] {
  const key = ({ path, name, line }: CodePlace): string => `${path}\0${name}\0${line}`;
  const family = new Map([[key(placeOf(member)), member]]);
  const related = files.view.resolved().edges.flatMap(({ kind, caller, callee }) => {
    if (kind === "call" || lastName(caller) !== ownName(member)) return [];
    const ends = [caller, callee].map((place) => files.find(place)).filter((end) => end !== undefined);
    return [ends.map((end) => [key(placeOf(end)), end] as const)];
  });
  for (const [one] of family) {
    for (const ends of related) {
      if (!ends.some(([end]) => end === one)) continue;
      for (const [end, found] of ends) if (!family.has(end)) family.set(end, found);
    }
  }
  return [...family.values()];
}

function lastName({ name }: CodePlace): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

/** Throws where a base of a member's class, or one above it, stands outside of the repository and may have a member of that name. */
export function checkBasesOutside(files: NamedFiles, family: readonly Declared[]): void {
  const seen = new Set<unknown>();
  const waiting = family.map((member) => ({ name: ownName(member), type: files.around(member) }));
  for (const { name, type } of waiting) {
    if (type === undefined || !isType(type) || seen.has(type.declaration)) continue;
    seen.add(type.declaration);
    for (const base of type.declaration.bases) {
      const found = findBase(files, type, base);
      if (found !== undefined) waiting.push({ name, type: found });
      else if (!files.naming.lacksMember(base, name)) {
        const { path, declaration } = type;
        const why = `"${declaration.name}" inherits from "${base}", which is not in the repository and may know "${name}"`;
        throw new RenameStop("overrides_outside", why, [{ path, span: declaration.spans.header }]);
      }
    }
  }
}

/** The type of the repository that a base means. */
function findBase(files: NamedFiles, { path, declaration }: Declared, base: string): Declared | undefined {
  const last = /([\p{ID_Start}_$][\p{ID_Continue}$]*)\s*(?:[[(<].*)?$/su.exec(base)?.[1];
  const { header, name, body } = declaration.spans;
  const end = body?.start ?? header.end;
  const place = files
    .names(path)
    .places.find(({ span, name: own }) => own === last && span.start >= name.end && span.end <= end);
  const found = place && files.view.resolved().findDeclaration(path, place.span.start);
  const declared = found && files.find(found);
  return declared !== undefined && isType(declared) ? declared : undefined;
}

/** Types that inherit from one another, directly or not, by the names of their bases: more rather than fewer. */
export function relativesOf(files: NamedFiles, types: readonly Declared[]): readonly Declared[] {
  const all = files.view.paths.flatMap((path) =>
    (files.view.structure(path)?.declarations ?? [])
      .map((declaration) => ({ path, declaration }))
      .filter((one) => isType(one)),
  );
  const words = (one: Declared): readonly string[] =>
    one.declaration.bases.flatMap((base) => base.match(/[\p{ID_Start}_$][\p{ID_Continue}$]*/gu) ?? []);
  const names = new Set(types.map(ownName));
  const related = new Set<Declared>();
  for (let before = -1; before !== related.size; ) {
    before = related.size;
    for (const one of all) {
      if (related.has(one) || !(names.has(ownName(one)) || words(one).some((word) => names.has(word))))
        continue;
      related.add(one);
      names.add(ownName(one));
      for (const word of words(one)) names.add(word);
    }
  }
  return [...related];
}
