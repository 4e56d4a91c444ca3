import type { Call } from "./call.ts";
import type { ProgramClass } from "./program.ts";
import { Kind } from "./values.ts";
import type { World } from "./world.ts";

/** What `class` statements call: the metaclass, `__init_subclass__` of what is inherited, `__set_name__` of what the body holds. */
export function makeClasses(world: World): void {
  const { program, attributes, calls, solver, values, names } = world;
  for (const one of program.classes) {
    const use = {
      site: one.unit.firstSite + (one.unit.summary.classes[one.index - one.unit.firstClass]?.site ?? 0),
      to: solver.newSlot(),
    };
    const own = values.of(Kind.class, one.index);
    const isMade = callMetaclass(world, own, use, () => statementArguments(world, one));
    const hook = attributes.findMember(one.index, names.index("__init_subclass__"), one.index);
    if (hook !== undefined) calls.callMember(hook.slot, use, own);
    if (!isMade)
      for (const slot of one.memberSlots.values())
        solver.listen(
          slot,
          (value) => void calls.implicit(value, "__set_name__", use, [-1, calls.constant(own)]),
        );
  }
}

/** `type(name, bases, members)`: a class that is to us what its bases are, made by their metaclass. */
export function makeDynamicClass(world: World, call: Call): void {
  const { solver, values, containers } = world;
  const bases = call.positional[1] ?? -1;
  if (bases < 0) return;
  solver.listen(bases, (value) => {
    const tuple = containers.find(value);
    if (tuple === undefined) return;
    solver.listen(tuple.all, (base) => {
      if (values.kind(base) !== Kind.class) return;
      solver.add(call.to, base);
      callMetaclass(world, base, { site: call.site, to: solver.newSlot() }, () => call.positional);
    });
  });
}

/** Calls what makes a class where the program defines that; true where it defines `__new__`. */
function callMetaclass(
  world: World,
  made: number,
  use: { readonly site: number; readonly to: number },
  giveArguments: () => readonly number[],
): boolean {
  const { classes, attributes, calls, values, names } = world;
  const metaclass = classes.metaclass(values.first(made));
  if (metaclass === undefined) return false;
  const maker = attributes.findMember(metaclass, names.index("__new__"));
  const starter = attributes.findMember(metaclass, names.index("__init__"));
  const given = maker === undefined && starter === undefined ? [] : giveArguments();
  if (maker !== undefined) calls.callMember(maker.slot, use, values.of(Kind.class, metaclass), given);
  if (starter !== undefined) calls.callMember(starter.slot, use, made, given);
  return maker !== undefined;
}

/** The name, the bases and what the body binds, as a `class` statement gives them. */
function statementArguments(world: World, { name, bases, memberSlots }: ProgramClass): readonly number[] {
  const { values, names, containers, solver, calls } = world;
  const [tuple, dictionary] = [containers.create("tuple"), containers.create("dict")];
  const [held, members] = [containers.find(tuple), containers.find(dictionary)];
  if (held === undefined || members === undefined) return [];
  for (const base of bases) solver.connect(base, held.any);
  for (const [member, slot] of memberSlots) {
    const key = names.index(`'${names.text(member)}`);
    solver.connect(slot, containers.slotOf(members, key));
    solver.add(members.keys, values.of(Kind.text, key));
  }
  const written = values.of(Kind.text, names.index(`'${names.text(name)}`));
  return [written, tuple, dictionary].map((value) => calls.constant(value));
}
